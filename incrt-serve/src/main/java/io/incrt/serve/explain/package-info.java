/**
 * Requests for what spoke for an answer, on their way to a model: a short queue of their own, since
 * each takes as long as hundreds of answers. Knows nothing of HTTP or of JSON.
 */
package io.incrt.serve.explain;
