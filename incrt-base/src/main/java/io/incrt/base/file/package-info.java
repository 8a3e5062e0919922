/**
 * Files that are whole or absent, their digests, and the exception for a file that is not what it
 * claims to be. Knows bytes only: what is in a file is the business of whoever writes it.
 */
package io.incrt.base.file;
