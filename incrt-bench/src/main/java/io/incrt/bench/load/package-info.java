/**
 * A load generator for servers that answer records over HTTP: a process of its own, which is told
 * by a file what to ask, checks every answer and counts what became of every request. Knows neither
 * models nor the server; nothing else of the benchmarks may come in.
 */
package io.incrt.bench.load;
