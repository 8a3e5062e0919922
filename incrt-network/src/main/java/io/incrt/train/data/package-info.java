/**
 * The records of a run as a network meets them: encoded, divided into batches, moved while they are
 * trained on. Knows records and batches, and nothing of networks.
 */
package io.incrt.train.data;
