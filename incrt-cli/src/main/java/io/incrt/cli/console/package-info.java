/**
 * How commands meet the terminal: what is printed and what is escaped, failures in one line,
 * progress, signals. Knows nothing of models.
 */
package io.incrt.cli.console;
