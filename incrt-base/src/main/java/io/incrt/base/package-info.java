/**
 * What every room uses and none owns: range checks and statistics, as pure functions of numbers. No
 * input or output, no other library, nothing that knows what a sequence or a network is.
 */
package io.incrt.base;
