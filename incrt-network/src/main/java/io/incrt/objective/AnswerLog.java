package io.incrt.objective;

import java.util.Arrays;

/**
 * What was answered to each record, in their order and a dozen bytes a record: all that tests of
 * two models on the same records need.
 */
public final class AnswerLog {

  private static final int FIRST_CAPACITY = 256;

  private int size;
  private int[] labels = new int[FIRST_CAPACITY];
  private int[] answers = new int[FIRST_CAPACITY];
  private float[] losses = new float[FIRST_CAPACITY];
  private float[] confidences = new float[FIRST_CAPACITY];

  /** Adds an answer. */
  public void add(int label, int answer, float loss, float confidence) {
    if (size == labels.length) {
      int capacity = Math.multiplyExact(size, 2);
      labels = Arrays.copyOf(labels, capacity);
      answers = Arrays.copyOf(answers, capacity);
      losses = Arrays.copyOf(losses, capacity);
      confidences = Arrays.copyOf(confidences, capacity);
    }
    labels[size] = label;
    answers[size] = answer;
    losses[size] = loss;
    confidences[size] = confidence;
    size++;
  }

  /** The number of answers. */
  public int size() {
    return size;
  }

  /** The right class of a record. */
  public int label(int record) {
    return labels[record];
  }

  /** The class that was answered. */
  public int answer(int record) {
    return answers[record];
  }

  /** −log of the probability given to the right class. */
  public float loss(int record) {
    return losses[record];
  }

  /** The probability given to the class that was answered. */
  public float confidence(int record) {
    return confidences[record];
  }

  /** Whether the answer is right. */
  public boolean right(int record) {
    return labels[record] == answers[record];
  }

  /** Whether another says the same of the same labels. */
  public boolean same(AnswerLog other) {
    return size == other.size
        && sameLabels(other)
        && Arrays.equals(answers, 0, size, other.answers, 0, size)
        && Arrays.equals(losses, 0, size, other.losses, 0, size);
  }

  /** Whether another answers records of the same labels. */
  public boolean sameLabels(AnswerLog other) {
    return size == other.size && Arrays.equals(labels, 0, size, other.labels, 0, size);
  }
}
