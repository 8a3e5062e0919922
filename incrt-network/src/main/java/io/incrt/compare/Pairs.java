package io.incrt.compare;

import io.incrt.base.Holm;
import io.incrt.base.PairedTest;
import io.incrt.base.UnpairedTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Tests every two of the models. Which one looks best is decided by the same records, so the
 * p-values of a figure are corrected for all pairs, whichever are looked at.
 */
final class Pairs {

  private final List<ComparedModel> models;
  private final List<int[]> pairs = new ArrayList<>();

  private Pairs(List<ComparedModel> models) {
    this.models = models;
    List<Integer> ranking = ranking(models);
    for (int i = 0; i < ranking.size(); i++) {
      for (int j = i + 1; j < ranking.size(); j++) {
        pairs.add(new int[] {ranking.get(i), ranking.get(j)});
      }
    }
  }

  /** The models that have figures, the best first: by accuracy, then by log loss, then as given. */
  static List<Integer> ranking(List<ComparedModel> models) {
    return IntStream.range(0, models.size())
        .boxed()
        .filter(m -> models.get(m).figures() != null)
        .sorted(
            Comparator.comparingDouble((Integer m) -> -models.get(m).figures().accuracy())
                .thenComparingDouble(m -> models.get(m).figures().logLoss()))
        .toList();
  }

  /** By their answers to the same records. */
  static List<Pair> paired(
      List<ComparedModel> models, SharedAnswers answers, PairedBootstrap bootstrap) {
    return new Pairs(models).paired(answers, bootstrap);
  }

  /** By figures of whatever records. */
  static List<Pair> unpaired(List<ComparedModel> models) {
    return new Pairs(models).unpaired();
  }

  private List<Pair> paired(SharedAnswers answers, PairedBootstrap bootstrap) {
    List<Map<String, Difference>> differences = new ArrayList<>();
    pairs.forEach(pair -> differences.add(new LinkedHashMap<>()));
    for (Figure figure : Figure.values()) {
      double[] pValues = new double[pairs.size()];
      for (int i = 0; i < pValues.length; i++) {
        int first = pairs.get(i)[0];
        int second = pairs.get(i)[1];
        pValues[i] =
            figure == Figure.ACCURACY
                ? PairedTest.mcNemar(
                    answers.onlyFirst(first, second), answers.onlyFirst(second, first))
                : bootstrap.pValue(figure, first, second);
      }
      double[] corrected = Holm.corrected(pValues);
      for (int i = 0; i < pValues.length; i++) {
        int first = pairs.get(i)[0];
        int second = pairs.get(i)[1];
        differences
            .get(i)
            .put(
                figure.field(),
                new Difference(
                    models.get(first).figures().value(figure)
                        - models.get(second).figures().value(figure),
                    bootstrap.interval(figure, first, second),
                    pValues[i],
                    corrected[i]));
      }
    }
    List<Pair> found = new ArrayList<>();
    for (int i = 0; i < differences.size(); i++) {
      int first = pairs.get(i)[0];
      int second = pairs.get(i)[1];
      Pair pair =
          new Pair(
              models.get(first).name(),
              models.get(second).name(),
              true,
              answers.onlyFirst(first, second),
              answers.onlyFirst(second, first),
              differences.get(i),
              "");
      String verdict =
          answers.same(first, second)
              ? Verdicts.same(pair)
              : Verdicts.paired(pair, answers.records(), pairs.size());
      found.add(with(pair, verdict));
    }
    return found;
  }

  private List<Pair> unpaired() {
    double[] pValues = new double[pairs.size()];
    List<UnpairedTest.Interval> intervals = new ArrayList<>();
    for (int i = 0; i < pValues.length; i++) {
      Figures first = models.get(pairs.get(i)[0]).figures();
      Figures second = models.get(pairs.get(i)[1]).figures();
      pValues[i] =
          UnpairedTest.fisher(first.right(), first.records(), second.right(), second.records());
      intervals.add(
          UnpairedTest.difference(
              first.right(), first.records(), second.right(), second.records()));
    }
    double[] corrected = Holm.corrected(pValues);
    List<Pair> found = new ArrayList<>();
    for (int i = 0; i < pValues.length; i++) {
      ComparedModel first = models.get(pairs.get(i)[0]);
      ComparedModel second = models.get(pairs.get(i)[1]);
      Difference accuracy =
          new Difference(
              first.figures().accuracy() - second.figures().accuracy(),
              List.of(intervals.get(i).low(), intervals.get(i).high()),
              pValues[i],
              corrected[i]);
      Pair pair =
          new Pair(
              first.name(),
              second.name(),
              false,
              null,
              null,
              Map.of(Figure.ACCURACY.field(), accuracy),
              "");
      found.add(with(pair, Verdicts.unpaired(pair, pValues.length)));
    }
    return found;
  }

  private static Pair with(Pair pair, String verdict) {
    return new Pair(
        pair.first(),
        pair.second(),
        pair.paired(),
        pair.onlyFirst(),
        pair.onlySecond(),
        pair.differences(),
        verdict);
  }
}
