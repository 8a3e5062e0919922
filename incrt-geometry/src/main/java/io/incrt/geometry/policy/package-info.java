/**
 * The choices a run is made with: criterion, reference, deflation, gate and the numbers of the
 * three levels, checked when they are made. Values only: nothing here acts.
 */
package io.incrt.geometry.policy;
