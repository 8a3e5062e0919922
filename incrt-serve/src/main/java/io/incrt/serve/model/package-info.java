/**
 * What a server asks: models behind one small interface, and the folders they are read from, which
 * may change while it runs. Knows nothing of HTTP.
 */
package io.incrt.serve.model;
