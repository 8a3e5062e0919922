package io.incrt.objective;

import io.incrt.settings.TrainingSettings.ClassWeights;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Cross entropy with class weights and smoothed labels. */
final class CrossEntropy implements Loss {

  private final ClassTargets targets;
  private final List<Double> classWeights;
  private final double labelSmoothing;

  CrossEntropy(ClassTargets targets, ClassWeights policy, double labelSmoothing) {
    this.targets = targets;
    this.classWeights = targets.weights(policy);
    this.labelSmoothing = labelSmoothing;
  }

  @Override
  public double weight(int... records) {
    return Arrays.stream(records)
        .mapToDouble(i -> classWeights.isEmpty() ? 1 : classWeights.get(targets.of(i)))
        .sum();
  }

  @Override
  public Tensor of(Tensor outputs, Tensor batchTargets) {
    return torch.cross_entropy_loss(
        outputs, batchTargets, weights(outputs), 1, -100, labelSmoothing);
  }

  /** The class weights on the device of the outputs. */
  private TensorOptional weights(Tensor outputs) {
    if (classWeights.isEmpty()) {
      return new TensorOptional();
    }
    float[] values = new float[classWeights.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = classWeights.get(i).floatValue();
    }
    return new TensorOptional(Tensor.create(values).to(outputs.device(), outputs.scalar_type()));
  }
}
