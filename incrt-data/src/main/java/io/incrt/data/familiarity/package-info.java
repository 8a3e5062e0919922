/**
 * How typical a sequence is of the training records, so that an answer about a strange one can say
 * so. Sees letters only; knows nothing of tokens, labels or networks.
 */
package io.incrt.data.familiarity;
