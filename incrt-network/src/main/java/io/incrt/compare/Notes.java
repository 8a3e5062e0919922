package io.incrt.compare;

import io.incrt.Incrt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What has to be known to read a comparison rightly, a sentence each. */
final class Notes {

  private static final int MOST_LABELS = 12;
  private static final int FEW_RECORDS = 30;

  private Notes() {}

  /** The labels of each model, for people. */
  static String labels(List<ComparedModel> models) {
    return models.stream()
        .map(model -> model.name() + " knows " + few(model.labels()))
        .collect(Collectors.joining("; "));
  }

  private static String few(List<String> labels) {
    return labels.size() <= MOST_LABELS
        ? String.join(", ", labels)
        : String.join(", ", labels.subList(0, MOST_LABELS))
            + " and "
            + (labels.size() - MOST_LABELS)
            + " more";
  }

  /** On figures that folders recorded. */
  static List<String> recorded(List<ComparedModel> models, boolean paired) {
    List<String> notes = new ArrayList<>();
    List<ComparedModel> judged = models.stream().filter(one -> one.figures() != null).toList();
    models.stream()
        .filter(one -> one.figures() == null)
        .forEach(one -> notes.add(one.name() + " recorded no figures of classes."));
    if (judged.size() < 2 || paired) {
      return notes;
    }
    boolean same =
        !differ(judged, one -> one.made().dataSha256())
            && isKnown(judged.get(0).made().dataSha256());
    notes.add(
        (same
                ? "The models were judged by the same records, but what each answered was not"
                    + " recorded"
                : "Each model was judged by the records of its own run, which differ or may differ")
            + ", so the figures are compared unpaired; --data FILE compares them record by record.");
    List<String> chosen =
        judged.stream()
            .filter(one -> one.figures().on().equals(Figures.VALID))
            .map(ComparedModel::name)
            .toList();
    if (!chosen.isEmpty()) {
      notes.add(
          "The figures of "
              + String.join(", ", chosen)
              + " are of validation records, which chose what was kept: they flatter.");
    }
    return notes;
  }

  /** On records that all models answered. */
  static List<String> data(List<ComparedModel> models, Contest contest) {
    List<String> notes = new ArrayList<>();
    if (labelsDiffer(models)) {
      long records = contest.leftOut().values().stream().mapToLong(Long::longValue).sum();
      notes.add(
          "The models know different labels; they are compared on the "
              + contest.labels().size()
              + " that all of them know ("
              + few(contest.labels())
              + "), each asked which of these it is"
              + (records == 0
                  ? "."
                  : "; "
                      + records
                      + (records == 1 ? " record" : " records")
                      + " with others left out ("
                      + few(List.copyOf(contest.leftOut().keySet()))
                      + ")."));
    }
    if (contest.records() < FEW_RECORDS) {
      notes.add(
          "Of so few records ("
              + contest.records()
              + ") the bootstrap's intervals are too narrow, and hardly anything can be shown.");
    }
    models.stream().filter(one -> one.seen() != null).forEach(one -> seen(one, contest, notes));
    for (ComparedModel model : models) {
      ComparedModel.Answering answering = model.answering();
      if (answering.warned() != null && answering.warned() > 0) {
        notes.add(
            model.name()
                + " warns of "
                + answering.warned()
                + " of "
                + contest.records()
                + " records: they are unlike its training records"
                + (answering.unknown() == 0
                    ? "."
                    : "; " + answering.unknown() + " hold nothing that it knows."));
      }
    }
    return notes;
  }

  private static void seen(ComparedModel model, Contest contest, List<String> notes) {
    ComparedModel.Seen seen = model.seen();
    if (seen.trained() + seen.chosenBy() == 0) {
      return;
    }
    notes.add(
        "Of the "
            + contest.records()
            + " records "
            + model.name()
            + (seen.trained() == 0 ? "" : " was trained on " + least(seen, seen.trained()))
            + (seen.trained() > 0 && seen.chosenBy() > 0 ? " and" : "")
            + (seen.chosenBy() == 0 ? "" : " was chosen by " + least(seen, seen.chosenBy()))
            + " ("
            + String.join(", ", seen.first())
            + (seen.trained() + seen.chosenBy() > seen.first().size() ? ", …" : "")
            + "): its figures flatter.");
  }

  private static String least(ComparedModel.Seen seen, long count) {
    return (seen.whole() ? "" : "at least ") + count;
  }

  /** On the models themselves. */
  static List<String> about(List<ComparedModel> models, List<Incrt> opened) {
    List<String> notes = new ArrayList<>();
    if (labelsDiffer(models) && models.get(0).answering().recordsPerSecond() == null) {
      notes.add("The models know different labels: " + labels(models) + ".");
    }
    if (differ(models, one -> one.reads().kind())) {
      notes.add(
          "The models read different kinds of sequences: "
              + models.stream()
                  .map(one -> one.name() + " " + one.reads().kind())
                  .collect(Collectors.joining(", "))
              + ".");
    }
    if (differ(models, one -> one.made().dataSha256())) {
      notes.add("The models were trained on different records, or the same ones split otherwise.");
    }
    models.stream()
        .filter(one -> one.made().finishedAt() == null)
        .forEach(one -> notes.add("The run of " + one.name() + " has not ended."));
    Map<Object, List<String>> same = new LinkedHashMap<>();
    for (int m = 0; m < models.size(); m++) {
      same.computeIfAbsent(identity(opened.get(m)), key -> new ArrayList<>())
          .add(models.get(m).name());
    }
    same.values().stream()
        .filter(names -> names.size() > 1)
        .forEach(names -> notes.add(String.join(" and ", names) + " come of the same run."));
    return notes;
  }

  private static Object identity(Incrt model) {
    String run = model.config().provenance().sha256OfDataAndSettings();
    return isKnown(run)
        ? List.of(run, model.config().provenance().step(), model.architecture())
        : model;
  }

  private static boolean isKnown(String digest) {
    return digest != null && !digest.isEmpty();
  }

  private static boolean labelsDiffer(List<ComparedModel> models) {
    return differ(models, one -> Set.copyOf(one.labels()));
  }

  private static boolean differ(List<ComparedModel> models, Function<ComparedModel, Object> what) {
    Set<Object> values = new HashSet<>();
    models.forEach(model -> values.add(what.apply(model)));
    return values.size() > 1;
  }
}
