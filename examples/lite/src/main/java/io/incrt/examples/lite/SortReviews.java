package io.incrt.examples.lite;

import io.incrt.lite.LiteModel;
import io.incrt.lite.LitePrediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sorts texts by what a trained model says of them, on all processors at once; those it is not sure
 * of, or does not know enough of, are kept for people to read.
 */
public final class SortReviews {

  /** Answers below it are left to people. */
  private static final double SURE = 0.6;

  private static final String UNSURE = "unsure";

  private SortReviews() {}

  /** Takes the model's folder and a file with a text in each line. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: SortReviews MODEL FILE");
      return;
    }
    sorted(Path.of(args[0]), Files.readAllLines(Path.of(args[1])))
        .forEach((label, texts) -> System.out.println(label + ": " + texts.size()));
  }

  /** The texts by label. */
  static Map<String, List<String>> sorted(Path folder, List<String> texts) throws IOException {
    LiteModel model = LiteModel.open(folder);
    // The model never changes, so any number of threads may ask it.
    List<LitePrediction> answers = texts.parallelStream().map(model::predict).toList();
    Map<String, List<String>> sorted = new TreeMap<>();
    for (int i = 0; i < texts.size(); i++) {
      LitePrediction answer = answers.get(i);
      boolean sure = answer.probability() >= SURE && answer.warning() == null;
      sorted
          .computeIfAbsent(sure ? answer.label() : UNSURE, label -> new ArrayList<>())
          .add(texts.get(i));
    }
    return sorted;
  }
}
