/**
 * What a run that goes on has said so far, kept small however long it runs. It reads lines, and
 * draws nothing: the page does.
 */
package io.incrt.report.live;
