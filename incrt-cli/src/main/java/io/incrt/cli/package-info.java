/**
 * The command line: reads arguments, calls the library, prints. The only place that prints, and the
 * only one that ends the process. Results go to standard output, everything else to standard error.
 */
package io.incrt.cli;
