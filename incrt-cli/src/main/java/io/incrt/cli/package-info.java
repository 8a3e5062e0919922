/**
 * The command line: reads arguments, calls the library, prints. The only module that prints or ends
 * the process. Results go to standard output, everything else to standard error.
 */
package io.incrt.cli;
