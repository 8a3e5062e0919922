/**
 * The network in plain Java, one record at a time: what {@code io.incrt.model} computes with
 * libtorch, up to rounding. Numbers in flat arrays, row by row; no files, no records, no threads.
 */
package io.incrt.lite.network;
