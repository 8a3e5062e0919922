/**
 * What is written down of every request, and how it is named. Knows nothing of HTTP's machinery or
 * of models.
 */
package io.incrt.serve.access;
