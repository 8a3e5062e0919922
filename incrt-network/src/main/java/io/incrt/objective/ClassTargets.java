package io.incrt.objective;

import io.incrt.settings.TrainingSettings.ClassWeights;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/** The class of each record, by number. */
public final class ClassTargets implements Targets {

  private final int size;
  private final Supplier<int[]> counts;
  private final IntUnaryOperator classes;

  /**
   * The classes of records; takes ownership of the array.
   *
   * @param count how many classes there are
   */
  public ClassTargets(int[] classes, int count) {
    this(classes.length, () -> counts(classes, count), record -> classes[record]);
  }

  /**
   * The classes of records that are not in memory.
   *
   * @param size how many records there are
   * @param counts how many of them each class has
   * @param classes tells the class of a record
   */
  public ClassTargets(int size, int[] counts, IntUnaryOperator classes) {
    this(size, counts::clone, classes);
  }

  private ClassTargets(int size, Supplier<int[]> counts, IntUnaryOperator classes) {
    this.size = size;
    this.counts = counts;
    this.classes = classes;
  }

  private static int[] counts(int[] classes, int count) {
    int[] counts = new int[count];
    for (int own : classes) {
      counts[own]++;
    }
    return counts;
  }

  @Override
  public int size() {
    return size;
  }

  /** The class of a record. */
  public int of(int record) {
    return classes.applyAsInt(record);
  }

  @Override
  public Tensor batch(int... records) {
    return Tensor.create(Arrays.stream(records).mapToLong(classes::applyAsInt).toArray());
  }

  /** −Σ p log p over the frequencies of the classes. */
  public double entropy() {
    double entropy = 0;
    for (int own : counts.get()) {
      double share = (double) own / size();
      entropy -= share > 0 ? share * Math.log(share) : 0;
    }
    return entropy;
  }

  /** The weight of a record of each class, 1 on average; empty if all are the same. */
  public List<Double> weights(ClassWeights policy) {
    int[] counts = this.counts.get();
    int commonest = Arrays.stream(counts).max().orElse(0);
    int rarest = Arrays.stream(counts).min().orElse(0);
    double power =
        switch (policy) {
          case NONE -> 0;
          case BALANCED -> 1;
          case AUTO -> 10L * rarest < commonest ? 0.5 : 0;
        };
    if (power == 0) {
      return List.of();
    }
    double[] weights = new double[counts.length];
    double total = 0;
    for (int c = 0; c < counts.length; c++) {
      weights[c] = Math.pow(Math.max(1, counts[c]), -power);
      total += weights[c] * counts[c];
    }
    double mean = total / size();
    return Arrays.stream(weights).mapToObj(weight -> weight / mean).toList();
  }
}
