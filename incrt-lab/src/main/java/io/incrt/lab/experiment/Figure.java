package io.incrt.lab.experiment;

/**
 * A drawn figure.
 *
 * @param name the file's name without ending
 * @param svg the picture
 */
public record Figure(String name, String svg) {}
