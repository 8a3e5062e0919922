/**
 * The paper's experiments that train networks: runs over seeds, tables and curves. What the paper
 * prints and what its definitions give stand beside what came out.
 */
package io.incrt.lab.study;
