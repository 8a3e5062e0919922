package io.incrt.compare;

import java.util.Arrays;

/**
 * What several models answered to the same records, a dozen bytes a record and a model: all that
 * paired tests need.
 */
final class SharedAnswers {

  private static final int FIRST_CAPACITY = 1024;

  private final int classes;
  private int size;
  private int[] truth = new int[FIRST_CAPACITY];
  private final int[][] predicted;
  private final float[][] loss;
  private final float[][] confidence;

  SharedAnswers(int models, int classes) {
    this.classes = classes;
    this.predicted = new int[models][FIRST_CAPACITY];
    this.loss = new float[models][FIRST_CAPACITY];
    this.confidence = new float[models][FIRST_CAPACITY];
  }

  /** Adds a record with the probabilities that each model gave to the classes. */
  void add(int label, float[]... probabilities) {
    if (size == truth.length) {
      grow(Math.multiplyExact(size, 2));
    }
    truth[size] = label;
    for (int m = 0; m < predicted.length; m++) {
      float[] own = probabilities[m];
      int best = 0;
      for (int c = 1; c < own.length; c++) {
        best = own[c] > own[best] ? c : best;
      }
      predicted[m][size] = best;
      loss[m][size] = (float) -Math.log(Math.max(1e-12, own[label]));
      confidence[m][size] = own[best];
    }
    size++;
  }

  private void grow(int capacity) {
    truth = Arrays.copyOf(truth, capacity);
    for (int m = 0; m < predicted.length; m++) {
      predicted[m] = Arrays.copyOf(predicted[m], capacity);
      loss[m] = Arrays.copyOf(loss[m], capacity);
      confidence[m] = Arrays.copyOf(confidence[m], capacity);
    }
  }

  int models() {
    return predicted.length;
  }

  int records() {
    return size;
  }

  int classes() {
    return classes;
  }

  int truth(int record) {
    return truth[record];
  }

  int predicted(int model, int record) {
    return predicted[model][record];
  }

  float loss(int model, int record) {
    return loss[model][record];
  }

  float confidence(int model, int record) {
    return confidence[model][record];
  }

  boolean right(int model, int record) {
    return predicted[model][record] == truth[record];
  }

  /** How many records one model got right and another did not. */
  long onlyFirst(int first, int second) {
    long count = 0;
    for (int i = 0; i < size; i++) {
      count += right(first, i) && !right(second, i) ? 1 : 0;
    }
    return count;
  }

  /** Whether two models gave the same answers with the same certainty. */
  boolean same(int first, int second) {
    return Arrays.equals(predicted[first], 0, size, predicted[second], 0, size)
        && Arrays.equals(loss[first], 0, size, loss[second], 0, size);
  }
}
