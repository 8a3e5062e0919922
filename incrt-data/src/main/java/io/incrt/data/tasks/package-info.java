/**
 * Tasks that need no file: what they are made to show is in each class. They draw records and hand
 * them over as a corpus; no files and no training here.
 */
package io.incrt.data.tasks;
