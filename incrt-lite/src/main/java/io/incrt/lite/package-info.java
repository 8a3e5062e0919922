/**
 * Prediction without libtorch and without native code: {@link io.incrt.lite.LiteModel} opens a
 * model's folder and answers. Knows the folder and {@code network} and {@code words} below; nothing
 * here prints, and nothing may come in that brings native code along.
 */
package io.incrt.lite;
