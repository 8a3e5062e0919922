/**
 * The document that describes every route. Text with a few numbers filled in; what a route does is
 * elsewhere, and a test compares the two.
 */
package io.incrt.serve.openapi;
