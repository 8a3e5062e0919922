package io.incrt.base.file;

/**
 * What was written to a file.
 *
 * @param size in bytes
 * @param sha256 of the bytes, in hexadecimal
 */
public record Written(long size, String sha256) {}
