/**
 * Tokenizers, which split a sequence into token numbers, and the file that describes one. Sees
 * records only to learn a vocabulary; knows nothing of splits or networks.
 */
package io.incrt.data.tokens;
