/**
 * Runs that are seen besides their terminal: the command that serves the page of one, and the
 * options of train for page and TensorBoard. What is shown is made elsewhere.
 */
package io.incrt.cli.watch;
