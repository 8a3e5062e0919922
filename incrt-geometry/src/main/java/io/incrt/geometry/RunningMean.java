package io.incrt.geometry;

/**
 * An exponential moving average that starts unbiased: m̂_t = Σ βᵗ⁻ˢ x_s / Σ βᵗ⁻ˢ. A layer averages
 * its Gram matrices over batches with it.
 */
public final class RunningMean {

  private final double decay;
  private final double[] sum;
  private double weight;

  /** An empty average of arrays of the given length. */
  public RunningMean(int length, double decay) {
    this(new State(new DoubleArray(new double[length]), 0), decay);
  }

  /** An average restored from a state. */
  public RunningMean(State state, double decay) {
    if (!(decay >= 0 && decay < 1)) {
      throw new IllegalArgumentException("the decay must be in [0, 1) but is " + decay);
    }
    this.decay = decay;
    this.sum = state.sum.values();
    this.weight = state.weight;
  }

  /** The state of an average. */
  public record State(DoubleArray sum, double weight) {}

  /** Adds the first {@code sum.length} numbers of an array. */
  public void add(double[] x) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = decay * sum[i] + (1 - decay) * x[i];
    }
    weight = decay * weight + (1 - decay);
  }

  /** Whether nothing was added yet. */
  public boolean isEmpty() {
    return weight == 0;
  }

  /** The average so far. */
  public double[] value() {
    if (isEmpty()) {
      throw new IllegalStateException("an average of nothing was asked for");
    }
    double[] mean = sum.clone();
    Vectors.scale(mean, 1 / weight);
    return mean;
  }

  /** The state, as a copy. */
  public State state() {
    return new State(new DoubleArray(sum), weight);
  }
}
