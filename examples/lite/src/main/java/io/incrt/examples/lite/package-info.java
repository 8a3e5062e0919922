/** A small program that predicts as yours would: through {@link io.incrt.lite.LiteModel} alone. */
package io.incrt.examples.lite;
