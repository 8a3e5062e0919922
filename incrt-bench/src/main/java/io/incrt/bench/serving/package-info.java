/**
 * What {@code incrt serve} can bear: the server, the load generator, {@code predict} and a rival in
 * Python, each a process of its own. Knows no other part of the benchmarks but the generator.
 */
package io.incrt.bench.serving;
