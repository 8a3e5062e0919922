/** Benchmarks of single operations, run by hand: checks of the geometry, readers. */
package io.incrt.bench.micro;
