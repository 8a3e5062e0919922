package io.incrt.objective;

import io.incrt.data.records.LabelledSequence;
import io.incrt.settings.TrainingSettings;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * What is learned: the number of outputs, their targets, the loss, and how outputs are decoded into
 * answers.
 *
 * <p>To add one (several labels, a number, masked tokens): implement this and {@link
 * ObjectiveType}, and name the type in {@code META-INF/services/io.incrt.objective.ObjectiveType}.
 */
public interface Objective {

  /** The name of its {@link ObjectiveType}. */
  String type();

  /** The classes, in the order of the outputs; empty where outputs are no classes. */
  List<String> labels();

  /** The number of outputs per record. */
  int outputs();

  /**
   * The targets of records.
   *
   * @throws IllegalArgumentException if this objective cannot learn a record's label
   */
  Targets targets(List<LabelledSequence> records);

  /** The training loss for these targets and this recipe. */
  Loss loss(Targets training, TrainingSettings recipe);

  /**
   * The mean loss of a batch without smoothing or weights: what is left to learn.
   *
   * @param outputs [B, outputs]
   * @param targets as {@link Targets#batch} gives them
   */
  Tensor plainLoss(Tensor outputs, Tensor targets);

  /**
   * The same of each record by itself.
   *
   * @param outputs [B, outputs]
   * @param targets as {@link Targets#batch} gives them
   */
  default double[] losses(Tensor outputs, Tensor targets) {
    double[] losses = new double[Math.toIntExact(outputs.size(0))];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = plainLoss(outputs.narrow(0, i, 1), targets.narrow(0, i, 1)).item_double();
    }
    return losses;
  }

  /** The {@link #plainLoss} of the best answer that does not look at the record. */
  double trivialLoss(Targets targets);

  /** Decodes outputs into answers: for classes, their probabilities. */
  Tensor decode(Tensor outputs);

  /** Empty scores, to add answers to. */
  Scores scores();
}
