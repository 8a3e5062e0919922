package io.incrt.objective;

import io.incrt.data.records.LabelledSequence;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Libtorch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Single-label classification: cross entropy, softmax. */
public final class Classification implements Objective {

  /** How libtorch names a loss for each record. */
  private static final long NONE = 0;

  private final List<String> labels;
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * Classification into these classes.
   *
   * @param labels the classes, in the order of the outputs
   */
  public Classification(List<String> labels) {
    this.labels = List.copyOf(labels);
    labels.forEach(label -> numbers.putIfAbsent(label, numbers.size()));
  }

  @Override
  public String type() {
    return Type.NAME;
  }

  @Override
  public List<String> labels() {
    return labels;
  }

  @Override
  public int outputs() {
    return labels.size();
  }

  @Override
  public ClassTargets targets(List<LabelledSequence> records) {
    int[] classes = new int[records.size()];
    for (int i = 0; i < classes.length; i++) {
      LabelledSequence sequence = records.get(i);
      Integer number = numbers.get(sequence.label());
      if (number == null) {
        throw new IllegalArgumentException(
            "the model does not know the label '"
                + sequence.label()
                + "'; it knows "
                + String.join(", ", labels));
      }
      classes[i] = number;
    }
    return new ClassTargets(classes, labels.size());
  }

  @Override
  public Loss loss(Targets training, TrainingSettings recipe) {
    return new CrossEntropy(
        (ClassTargets) training, recipe.classWeights(), recipe.labelSmoothing());
  }

  @Override
  public Tensor plainLoss(Tensor outputs, Tensor targets) {
    return torch.cross_entropy_loss(outputs, targets);
  }

  @Override
  public double[] losses(Tensor outputs, Tensor targets) {
    return Libtorch.toDoubles(
        torch.cross_entropy_loss(outputs, targets, new TensorOptional(), NONE, -100, 0.0));
  }

  /** The entropy of the labels: the loss of always answering with their frequencies. */
  @Override
  public double trivialLoss(Targets targets) {
    return ((ClassTargets) targets).entropy();
  }

  @Override
  public Tensor decode(Tensor outputs) {
    return torch.softmax(outputs, 1);
  }

  @Override
  public ClassCounts scores() {
    return new ClassCounts(labels);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Classification same && same.labels.equals(labels);
  }

  @Override
  public int hashCode() {
    return labels.hashCode();
  }

  /** Rebuilds classifications. */
  public static final class Type implements ObjectiveType {

    /** Its name in {@code config.json}. */
    public static final String NAME = "classification";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Objective of(List<String> labels) {
      return new Classification(labels);
    }
  }
}
