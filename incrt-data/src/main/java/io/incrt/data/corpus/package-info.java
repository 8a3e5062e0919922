/**
 * Records put together for a run: read, held out, tokenised once, looked over. Knows readers and
 * tokenizers; knows nothing of what is trained on them.
 */
package io.incrt.data.corpus;
