package io.incrt.geometry.homeostat;

import io.incrt.geometry.Motor;

/**
 * The motor of one active head.
 *
 * @param head the head's number, as the Homeostat gave it
 * @param motor its motor now
 */
public record HeadMotor(int head, Motor motor) {}
