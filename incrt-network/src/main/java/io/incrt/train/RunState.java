package io.incrt.train;

import io.incrt.model.Architecture;
import java.util.List;
import java.util.Map;

/**
 * What a checkpoint says of a run, apart from its tensors.
 *
 * @param settings a fingerprint of settings and data; another run's checkpoint is not gone on from
 * @param startedAt when the run was first started
 * @param position where the trainer stands
 * @param growth the lines of growth.jsonl so far
 * @param metrics the lines of metrics.jsonl so far
 * @param history the lines of history.jsonl so far, and what the next is made of
 * @param certificate the certificate as it is now
 * @param bestScore the best validation score so far, −1 before the first
 * @param bestStep the step it was reached at
 * @param bestArchitecture the architecture it was reached with, null before the first
 */
public record RunState(
    String settings,
    String startedAt,
    Trainer.Position position,
    List<Map<String, Object>> growth,
    List<Map<String, Object>> metrics,
    HistoryLog.State history,
    Map<String, Object> certificate,
    double bestScore,
    long bestStep,
    Architecture bestArchitecture) {}
