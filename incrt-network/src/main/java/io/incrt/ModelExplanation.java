package io.incrt;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import io.incrt.objective.Classification;
import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the answers of a model come about, on records that it was not trained on: explained.json.
 *
 * @param faithfulness how far explanations of it can be trusted
 * @param set which records these are: {@code test} or {@code validation}
 * @param records how many were looked at for mistakes
 * @param wrong how many of them it answers wrong
 * @param mistakes the wrong answers it was surest of, the surest first
 */
public record ModelExplanation(
    Faithfulness faithfulness, String set, int records, int wrong, List<Mistake> mistakes) {

  /** About how many tokens may be computed to measure. */
  static final long MOST_TOKENS = 800_000;

  /** How many records are measured on. */
  static final int MEASURED = 16;

  private static final int LOOKED_AT = 20_000;
  private static final int MOST_PIECES = 160;

  /** Copies the list. */
  public ModelExplanation {
    mistakes = List.copyOf(mistakes);
  }

  /**
   * A wrong answer.
   *
   * @param truth the label it should have been
   * @param probability what the model gave that one
   * @param explanation what spoke for the wrong one; of long records the pieces that did most
   */
  public record Mistake(String truth, double probability, Explanation explanation) {
    /** Requires all of it. */
    public Mistake {
      Objects.requireNonNull(truth, "truth");
      Objects.requireNonNull(explanation, "explanation");
    }
  }

  /** That of an opened model; empty if it has none, as models of older versions. */
  public static Optional<ModelExplanation> of(StoredModel model) {
    return model.explained(ModelExplanation.class);
  }

  /** Reads explained.json from a model's folder. */
  public static Optional<ModelExplanation> read(Path folder) throws IOException {
    return of(ModelFolder.open(folder));
  }

  /**
   * Finds out about the model in a folder and adds it there.
   *
   * @param mistakes the most to keep; with 0 nothing is done
   */
  static void add(Path folder, Corpus data, int mistakes, Device device) throws IOException {
    Corpus last = data.then().orElse(data);
    List<LabelledSequence> records = last.test().isEmpty() ? last.valid() : last.test();
    if (mistakes == 0 || records.isEmpty()) {
      return;
    }
    try (Incrt model = Incrt.load(folder, device, 1)) {
      if (model.config().objective().type().equals(Classification.Type.NAME)) {
        String set = last.test().isEmpty() ? "validation" : "test";
        model.predictor().stored().saveExplained(found(model, records, set, mistakes));
      }
    }
  }

  private static ModelExplanation found(
      Incrt model, List<LabelledSequence> records, String set, int mistakes) {
    Faithfulness faithfulness =
        model.explainer().measure(records, set + " records", MEASURED, MOST_TOKENS);
    List<LabelledSequence> looked = spread(records);
    List<float[]> answers = model.predictor().answers(looked);
    List<Integer> wrong =
        new ArrayList<>(
            IntStream.range(0, looked.size())
                .filter(i -> largest(answers.get(i)) != label(model, looked.get(i)))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -top(answers.get(i))))
                .toList());
    List<LabelledSequence> worst = wrong.stream().limit(mistakes).map(looked::get).toList();
    List<Explanation> explained =
        model.explainer().with(faithfulness).explain(worst, Method.AUTO).stream()
            .map(one -> Explanation.of(one, model.labels()).excerpt(MOST_PIECES))
            .toList();
    List<Mistake> kept = new ArrayList<>();
    for (int i = 0; i < worst.size(); i++) {
      int truth = label(model, worst.get(i));
      double given = truth < 0 ? 0 : answers.get(wrong.get(i))[truth];
      kept.add(new Mistake(worst.get(i).label(), given, explained.get(i)));
    }
    return new ModelExplanation(faithfulness, set, looked.size(), wrong.size(), kept);
  }

  /** All records, or where there are very many, some at equal distances. */
  private static List<LabelledSequence> spread(List<LabelledSequence> records) {
    int count = Math.min(LOOKED_AT, records.size());
    return IntStream.range(0, count)
        .mapToObj(i -> records.get((int) ((long) i * records.size() / count)))
        .toList();
  }

  private static int label(Incrt model, LabelledSequence record) {
    return model.labels().indexOf(record.label());
  }

  private static int largest(float... answer) {
    int best = 0;
    for (int c = 1; c < answer.length; c++) {
      best = answer[c] > answer[best] ? c : best;
    }
    return best;
  }

  private static double top(float... answer) {
    return answer[largest(answer)];
  }
}
