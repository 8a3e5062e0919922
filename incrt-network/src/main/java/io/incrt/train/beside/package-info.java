/**
 * What a run learns beside its network: the linear model on n-grams, how the two are mixed, and
 * what is like the training records. Knows networks and records, and nothing of steps or growth.
 */
package io.incrt.train.beside;
