package io.incrt.train;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import io.incrt.settings.TrainingSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Records as token numbers and class numbers, and the batches they are taken in.
 *
 * @param tokens one array a record, cut to the network's length
 * @param classes the class of each record
 * @param cut how many records had more tokens than the network takes
 */
@SuppressWarnings("ArrayRecordComponent") // private to this package and never changed
public record Encoded(int[][] tokens, int[] classes, int cut) {

  /** Records of which none was cut. */
  public Encoded(int[][] tokens, int[] classes) {
    this(tokens, classes, 0);
  }

  /** Batches whose records are sorted by length among this many at a time. */
  private static final int BUCKET = 50;

  public static Encoded of(
      List<LabelledSequence> records, Tokenizer tokenizer, List<String> labels, int maxLength) {
    int[][] tokens = new int[records.size()][];
    int[] classes = new int[records.size()];
    int cut = 0;
    for (int i = 0; i < tokens.length; i++) {
      LabelledSequence sequence = records.get(i);
      int[] encoded = tokenizer.encode(sequence.sequence());
      cut += encoded.length > maxLength ? 1 : 0;
      tokens[i] = encoded.length > maxLength ? Arrays.copyOf(encoded, maxLength) : encoded;
      classes[i] = labels.indexOf(sequence.label());
      if (tokens[i].length == 0) {
        throw new IllegalArgumentException(
            "record " + sequence.id() + " is too short to hold a single token");
      }
      if (classes[i] < 0) {
        throw new IllegalArgumentException(
            "record "
                + sequence.id()
                + " has the label '"
                + sequence.label()
                + "', which no training record has");
      }
    }
    return new Encoded(tokens, classes, cut);
  }

  public int size() {
    return tokens.length;
  }

  /**
   * The records of each batch of an epoch: every record once, in an order that the seed and the
   * epoch alone determine, records of similar length together.
   */
  public List<int[]> epoch(int batchSize, long seed, long epoch) {
    Random random = new Random(seed * 1_000_003 + epoch);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    int bucket = batchSize * BUCKET;
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < size(); from += bucket) {
      List<Integer> part = new ArrayList<>(order.subList(from, Math.min(size(), from + bucket)));
      part.sort(Comparator.comparingInt(i -> tokens[i].length));
      for (int i = 0; i < part.size(); i += batchSize) {
        batches.add(
            part.subList(i, Math.min(part.size(), i + batchSize)).stream()
                .mapToInt(Integer::intValue)
                .toArray());
      }
    }
    Collections.shuffle(batches, random);
    return batches;
  }

  /** The loss of always answering with the frequencies of the labels: their entropy. */
  double entropy(int classCount) {
    double entropy = 0;
    for (int count : counts(classCount)) {
      double share = (double) count / size();
      entropy -= share > 0 ? share * Math.log(share) : 0;
    }
    return entropy;
  }

  private int[] counts(int classCount) {
    int[] counts = new int[classCount];
    for (int label : classes) {
      counts[label]++;
    }
    return counts;
  }

  /** What a record of each class counts for, 1 on average; empty where all count the same. */
  public List<Double> weights(TrainingSettings.ClassWeights policy, int classCount) {
    int[] counts = counts(classCount);
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
    double[] weights = new double[classCount];
    double total = 0;
    for (int c = 0; c < classCount; c++) {
      weights[c] = Math.pow(Math.max(1, counts[c]), -power);
      total += weights[c] * counts[c];
    }
    double mean = total / size();
    return Arrays.stream(weights).mapToObj(weight -> weight / mean).toList();
  }

  /** The batch of these records, with a share of the tokens replaced by the unknown token. */
  public Batch batch(int[] records, double unknownRate, Random random) {
    int[][] chosen = new int[records.length][];
    int[] labels = new int[records.length];
    for (int i = 0; i < records.length; i++) {
      chosen[i] = tokens[records[i]];
      labels[i] = classes[records[i]];
      if (unknownRate > 0) {
        chosen[i] = chosen[i].clone();
        for (int j = 0; j < chosen[i].length; j++) {
          if (random.nextDouble() < unknownRate) {
            chosen[i][j] = Tokenizer.UNKNOWN;
          }
        }
      }
    }
    return Batch.of(chosen, labels);
  }
}
