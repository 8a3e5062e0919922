/**
 * Atomic writing of files, digests, and the exception for a corrupt file. Knows bytes only, no
 * formats.
 */
package io.incrt.base.file;
