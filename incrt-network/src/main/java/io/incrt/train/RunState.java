package io.incrt.train;

import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import java.util.List;

/**
 * The state of a run in a checkpoint, apart from its tensors.
 *
 * @param settings a fingerprint of settings and data; a run with another one cannot be resumed
 * @param startedAt when the run was first started
 * @param position the position of the trainer
 * @param growth the changes of the architecture so far
 * @param metrics every validation so far
 * @param history the moments so far, and the losses since the last one
 * @param certificate the certificate as it is now
 * @param bestScore the best validation score so far, −∞ before the first
 * @param bestStep the step it was reached at
 * @param bestArchitecture the architecture it was reached with, null before the first
 */
public record RunState(
    String settings,
    String startedAt,
    Trainer.Position position,
    List<GrowthEvent> growth,
    List<Validation> metrics,
    History.State history,
    Certificate certificate,
    double bestScore,
    long bestStep,
    Architecture bestArchitecture) {}
