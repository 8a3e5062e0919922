/**
 * Synthetic tasks, which need no file; each class says what its task shows. They draw a corpus; no
 * files and no training here.
 */
package io.incrt.data.tasks;
