package io.incrt.data;

/**
 * One record: a sequence with its label.
 *
 * @param id what names it in messages and predictions
 * @param sequence bases, residues or words
 * @param label its class
 */
public record LabelledSequence(String id, String sequence, String label) {}
