/**
 * What every experiment is made of: its scale, its tables and figures, the files they go to. Knows
 * no single experiment.
 */
package io.incrt.lab.experiment;
