/**
 * Requests on their way to a model: one bounded queue for each, emptied in batches by a few threads
 * that compute. Knows nothing of HTTP, of JSON or of what computes.
 */
package io.incrt.serve.queue;
