/**
 * What clients send, from bytes to checked records. Every byte is distrusted; nothing here reads
 * from a connection or asks a model.
 */
package io.incrt.serve.request;
