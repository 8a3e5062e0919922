package io.incrt.geometry.growth;

/**
 * The state of a {@link GrowthRule} between checks: a record of plain data, stored in a {@code
 * HomeostatState} under the rule's name.
 */
public interface RuleState {}
