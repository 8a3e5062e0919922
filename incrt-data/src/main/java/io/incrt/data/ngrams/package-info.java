/**
 * The linear model on n-grams, the floor under the network: features, a linear support vector
 * machine and its probabilities. Sees records and their labels; knows nothing of networks or files.
 */
package io.incrt.data.ngrams;
