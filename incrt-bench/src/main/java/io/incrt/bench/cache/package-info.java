/**
 * Data larger than memory: made up, written to a token cache, trained from. Knows caches by their
 * door to training, {@code CachedRecords} and {@code Examples}.
 */
package io.incrt.bench.cache;
