package io.incrt.geometry.growth;

/**
 * The reason of a decision: the rule, its figure and the threshold. A reader of a growth log need
 * not know the rule.
 *
 * @param rule the rule's name
 * @param value the figure it decided on
 * @param threshold what it was compared with
 */
public record Reason(String rule, double value, double threshold) {}
