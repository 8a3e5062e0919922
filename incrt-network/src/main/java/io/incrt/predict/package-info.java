/**
 * Computing with weights that no longer change: predictions of records and of streams of them.
 * Nothing here learns or writes.
 */
package io.incrt.predict;
