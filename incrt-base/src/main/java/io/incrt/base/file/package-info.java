/**
 * Files on a bad day: written whole or not at all, read without trust, locked, digested. Knows
 * bytes only, no formats.
 */
package io.incrt.base.file;
