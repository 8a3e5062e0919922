/**
 * Texts cut into words, marks and pieces of words in plain Java, with the same numbers as the
 * Hugging Face library that models are trained with. Knows its file format, and Unicode as that
 * library does; nothing of networks.
 */
package io.incrt.lite.words;
