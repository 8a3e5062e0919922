/**
 * Benchmarks of every module, and the tests that hold the modules apart. Depends on all; nothing
 * depends on it, and it is not shipped.
 *
 * <p>More than 20 classes: each part is a class that measures and one that tells of it, and all of
 * them share the results, the goals and the tables that are here.
 */
package io.incrt.bench;
