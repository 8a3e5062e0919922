/**
 * The command line: reads arguments, calls the library, prints. The only module that prints or ends
 * the process. Results go to standard output, everything else to standard error.
 *
 * <p>More than 20 classes: each command is one, and the options that several of them share.
 */
package io.incrt.cli;
