/**
 * Several processes that train one network: what they exchange, how they find each other, and how
 * it is told who of them is lost. Knows tensors and numbers, and nothing of networks or steps.
 */
package io.incrt.train.group;
