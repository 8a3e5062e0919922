/** Inference: predictions of records and of streams of records. Nothing here trains or writes. */
package io.incrt.predict;
