/**
 * Jetty: connections, routes, limits, answers. The only room that knows HTTP; what it accepts goes
 * to the queue of a model, and no thread here waits for an answer.
 */
package io.incrt.serve.http;
