package io.incrt.compare;

import io.incrt.Incrt;
import io.incrt.base.Statistics;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.objective.ClassCounts;
import io.incrt.predict.Predictor;
import io.incrt.store.RunRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;

/**
 * Has several models answer the same records, which are read once, some thousand at a time. A
 * record that one of them cannot answer counts for none. Of models that know other labels, too,
 * records with those are left out, and what an answer gives to those is divided among the shared
 * ones: all are asked the same question.
 */
final class Contest {

  private static final int CHUNK_RECORDS = 4096;
  private static final long CHUNK_LETTERS = 4_000_000;

  /** The first computation of a process takes longer than any later one. */
  private static final int WARMING = 32;

  /** A shorter time says little of the speed, in nanoseconds. */
  private static final long SHORTEST = 100_000_000;

  /** As many records tell how long records are. */
  private static final int SAMPLE = 1000;

  private final List<Incrt> models;
  private final List<String> labels;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final TreeSet<String> known = new TreeSet<>();
  private final int[][] places;
  private final List<Overlap> seen;
  private final List<ClassCounts> counts;
  private final Map<String, Long> leftOut = new LinkedHashMap<>();
  private final List<LabelledSequence> chunk = new ArrayList<>();
  private final List<List<Integer>> lengths;
  private final long[] nanos;
  private final long[] asked;
  private final long[] unknown;
  private final long[] warned;
  private long letters;

  Contest(List<Incrt> models, List<String> labels) {
    this.models = models;
    this.labels = labels;
    labels.forEach(label -> numbers.put(label, numbers.size()));
    models.forEach(model -> known.addAll(model.labels()));
    this.places =
        models.stream()
            .map(model -> labels.stream().mapToInt(model.labels()::indexOf).toArray())
            .toArray(int[][]::new);
    this.counts = models.stream().map(model -> new ClassCounts(labels).remembering()).toList();
    this.seen = models.stream().map(model -> Overlap.with(model.predictor().stored())).toList();
    this.lengths = models.stream().map(model -> (List<Integer>) new ArrayList<Integer>()).toList();
    this.nanos = new long[models.size()];
    this.asked = new long[models.size()];
    this.unknown = new long[models.size()];
    this.warned = new long[models.size()];
  }

  /** Reads all records and asks every model. */
  void run(RecordReader reader, String source) throws IOException {
    reader.forEach(source, true, record -> take(record, reader));
    flush(reader);
    if (counts.get(0).records() == 0) {
      throw new IllegalArgumentException(
          RecordReader.shown(source)
              + (leftOut.isEmpty()
                  ? " holds no record that could judge the models"
                  : " holds no record with a label that all models know ("
                      + String.join(", ", labels)
                      + ")"));
    }
  }

  private void take(LabelledSequence record, RecordReader reader) {
    if (!numbers.containsKey(record.label())) {
      if (known.contains(record.label())) {
        leftOut.merge(record.label(), 1L, Long::sum);
      } else {
        reader.refuse(
            new BadRecordException(
                record.where(),
                Flaw.UNKNOWN_LABEL,
                "no model knows the label '"
                    + record.label()
                    + "'; they know "
                    + String.join(", ", known)));
      }
      return;
    }
    chunk.add(record);
    letters += record.sequence().length();
    if (chunk.size() >= CHUNK_RECORDS || letters >= CHUNK_LETTERS) {
      flush(reader);
    }
  }

  private void flush(RecordReader reader) {
    if (chunk.isEmpty()) {
      return;
    }
    List<List<Optional<Predictor.Answer>>> said = new ArrayList<>();
    boolean first = asked[0] == 0;
    for (int m = 0; m < models.size(); m++) {
      Predictor predictor = models.get(m).predictor();
      if (first) {
        predictor.attempt(chunk.subList(0, Math.min(WARMING, chunk.size())));
      }
      said.add(timed(m, chunk));
      while (first && nanos[m] < SHORTEST) {
        // Of few records once says little.
        timed(m, chunk);
      }
    }
    for (int i = 0; i < chunk.size(); i++) {
      int record = i;
      List<Optional<Predictor.Answer>> own = said.stream().map(all -> all.get(record)).toList();
      if (own.stream().allMatch(Optional::isPresent)) {
        count(chunk.get(i), own.stream().map(Optional::orElseThrow).toList());
      } else {
        reader.refuse(BadRecordException.tooShort(chunk.get(i)));
      }
    }
    chunk.clear();
    letters = 0;
  }

  private List<Optional<Predictor.Answer>> timed(int model, List<LabelledSequence> records) {
    long begun = System.nanoTime();
    List<Optional<Predictor.Answer>> said = models.get(model).predictor().attempt(records);
    nanos[model] += System.nanoTime() - begun;
    asked[model] += records.size();
    return said;
  }

  private void count(LabelledSequence record, List<Predictor.Answer> said) {
    int label = numbers.get(record.label());
    long digest = RunRecords.digest(record.sequence());
    for (int m = 0; m < said.size(); m++) {
      counts.get(m).add(shared(said.get(m).values(), places[m]), label);
      seen.get(m).add(digest, record);
      unknown[m] += said.get(m).known().share() == 0 ? 1 : 0;
      warned[m] += said.get(m).known().warning() == null ? 0 : 1;
      if (lengths.get(m).size() < SAMPLE) {
        int tokens = models.get(m).config().tokenizer().encode(record.sequence()).length;
        lengths.get(m).add(Math.min(tokens, models.get(m).config().shape().maxTokens()));
      }
    }
  }

  /** What an answer gives to the shared labels, in their order, summing to 1. */
  private static float[] shared(float[] answer, int... places) {
    float[] own = new float[places.length];
    double sum = 0;
    for (int c = 0; c < places.length; c++) {
      own[c] = answer[places[c]];
      sum += own[c];
    }
    if (places.length == answer.length) {
      return own;
    }
    for (int c = 0; c < own.length; c++) {
      own[c] = sum > 0 ? (float) (own[c] / sum) : 1f / own.length;
    }
    return own;
  }

  /** What all of them answered. */
  SharedAnswers answers() {
    return new SharedAnswers(
        counts.stream().map(own -> own.remembered().orElseThrow()).toList(), labels.size());
  }

  int records() {
    return counts.get(0).records();
  }

  /** How many of the records a model has seen before. */
  Overlap overlap(int model) {
    return seen.get(model);
  }

  ClassCounts counts(int model) {
    return counts.get(model);
  }

  List<String> labels() {
    return labels;
  }

  /** How many records have a label that some model does not know. */
  Map<String, Long> leftOut() {
    return leftOut;
  }

  /** What the answers of a model cost. */
  ComparedModel.Answering answering(int model) {
    IntToDoubleFunction cost = ComparedModel.cost(models.get(model));
    List<Integer> tokens = lengths.get(model);
    double[] costs = tokens.stream().mapToDouble(cost::applyAsDouble).toArray();
    return new ComparedModel.Answering(
        tokens.stream().mapToInt(Integer::intValue).average().orElse(0),
        Statistics.mean(costs),
        1e9 * asked[model] / Math.max(1, nanos[model]),
        unknown[model],
        warned[model]);
  }
}
