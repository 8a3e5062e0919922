package io.incrt.data.vectors;

/**
 * What became of the entries of a file of word vectors.
 *
 * @param inFile entries the file has
 * @param wanted kept because they were asked for
 * @param others kept because they are among the most frequent others
 * @param composed words asked for that the file does not have, whose vectors were composed from
 *     their letters; only a fastText model allows that
 * @param repeated entries left out because an earlier one gives the same kept word in lower case
 * @param unusable entries left out because their word is empty, is not UTF-8 or has more than 200
 *     characters
 */
public record VectorCounts(
    long inFile, int wanted, int others, int composed, long repeated, long unusable) {}
