/**
 * Benchmarks of every module, and the tests that hold the modules apart. Depends on all; nothing
 * depends on it, and it is not shipped.
 */
package io.incrt.bench;
