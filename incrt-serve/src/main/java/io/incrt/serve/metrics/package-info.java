/**
 * Figures of a running server, for Prometheus. Counts what it is told; what a request is, and when
 * it ends, others know.
 */
package io.incrt.serve.metrics;
