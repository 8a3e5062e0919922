/**
 * What a step does to the weights once their gradients are known: the optimizer and the average of
 * the weights. Knows parameters, and nothing of data or growth.
 */
package io.incrt.train.update;
