/**
 * The list of experiments and the documents collected from their results: the door the command line
 * uses. What an experiment computes is in the rooms below.
 */
package io.incrt.lab;
