package io.incrt.serve.model;

import java.util.List;
import java.util.Map;

/**
 * What is told of a model.
 *
 * @param labels its classes, in the order of its probabilities
 * @param kind what its records are: dna, rna, protein or text
 * @param description its tokens and how many it takes, in a sentence
 * @param parts what it is made of, in words
 * @param trained when, with which seed and by which version
 * @param scores of its evaluation, by name; empty where there was none
 */
public record ModelCard(
    List<String> labels,
    String kind,
    String description,
    List<String> parts,
    Trained trained,
    Map<String, Map<String, Double>> scores) {

  /** Copies the lists. */
  public ModelCard {
    labels = List.copyOf(labels);
    parts = List.copyOf(parts);
    scores = Map.copyOf(scores);
  }

  /**
   * Where a model comes from.
   *
   * @param finishedAt when its run ended; null if it goes on
   * @param identity tells models apart: a digest of data and settings
   */
  public record Trained(
      String startedAt,
      String finishedAt,
      long seed,
      long step,
      String version,
      String command,
      String identity) {}
}
