package io.incrt.geometry.homeostat;

import io.incrt.geometry.Motor;

/**
 * The motor of one active head.
 *
 * @param head the head's number, assigned by the Homeostat
 * @param motor its motor now
 */
public record HeadMotor(int head, Motor motor) {}
