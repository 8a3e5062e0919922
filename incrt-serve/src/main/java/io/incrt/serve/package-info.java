/**
 * Prediction over HTTP: requests in, answers of models out, on an embedded server. What draws a
 * page from a run's files belongs into incrt-report, what computes answers into incrt-network.
 */
package io.incrt.serve;
