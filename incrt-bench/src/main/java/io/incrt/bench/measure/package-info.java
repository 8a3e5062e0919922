/**
 * Training steps, growth events and machine ceilings made for measuring. Nothing here judges the
 * figures.
 */
package io.incrt.bench.measure;
