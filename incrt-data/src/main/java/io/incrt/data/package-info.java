/**
 * Labelled sequences on their way in: records, readers, tokenizers, splits and built-in tasks. No
 * geometry and no tensors come in here.
 */
package io.incrt.data;
