/**
 * Records on disk that are too many for memory: a token cache, built in one streaming pass and read
 * block by block. Knows records and tokenizers, and nothing of corpora or training.
 *
 * <p>Blocks are read, not mapped: Java 17 cannot let go of a mapping, so that every page that was
 * ever read would count as memory of the process; and a mapped file that someone cuts short ends
 * the process, where reading it ends in an error that names the file.
 *
 * <p>More than 20 classes, since who writes a part of the file and who reads it stand side by side.
 */
package io.incrt.data.cache;
