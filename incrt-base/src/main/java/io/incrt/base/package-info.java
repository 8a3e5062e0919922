/**
 * Range checks and statistics for all modules, as pure functions of numbers. No input or output, no
 * other library, nothing that knows what a sequence or a network is.
 */
package io.incrt.base;
