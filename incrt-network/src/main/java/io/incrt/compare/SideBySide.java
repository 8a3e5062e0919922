package io.incrt.compare;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.ModelEvaluation;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.RecordReader;
import io.incrt.folder.ConfigFile;
import io.incrt.objective.AnswerLog;
import io.incrt.settings.Settings;
import io.incrt.store.RunRecords;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The opened models of a comparison. */
final class SideBySide implements AutoCloseable {

  private final List<Incrt> opened = new ArrayList<>();
  private final List<ComparedModel> models = new ArrayList<>();

  private SideBySide() {}

  static SideBySide open(List<Path> folders, Device device, int threads) throws IOException {
    List<String> names = ModelNames.of(folders);
    SideBySide all = new SideBySide();
    try {
      for (int m = 0; m < names.size(); m++) {
        Incrt model = Incrt.load(folders.get(m), device, threads);
        all.opened.add(model);
        all.models.add(ComparedModel.of(names.get(m), folders.get(m), model));
      }
      return all;
    } catch (IOException | RuntimeException | Error e) {
      all.close();
      throw e;
    }
  }

  /** By what the folders recorded. */
  Comparison recorded() {
    for (int m = 0; m < models.size(); m++) {
      ModelEvaluation evaluation = evaluation(opened.get(m));
      String on = evaluation.test() == null ? Figures.VALID : Figures.TEST;
      ComparedModel model = models.get(m);
      evaluation
          .judged()
          .map(figures -> Figures.of(on, figures, null, null))
          .map(model::with)
          .ifPresent(judged -> models.set(models.indexOf(model), judged));
    }
    Optional<SharedAnswers> answers = sharedAnswers();
    List<String> notes = new ArrayList<>(Notes.recorded(models, answers.isPresent()));
    notes.addAll(Notes.about(models, opened));
    if (answers.isPresent()) {
      PairedBootstrap bootstrap = new PairedBootstrap(answers.get());
      for (int m = 0; m < models.size(); m++) {
        Evaluation test = evaluation(opened.get(m)).test();
        models.set(m, models.get(m).with(figures(Figures.TEST, test, bootstrap, m)));
      }
      return comparison(
          new Comparison.Judged(
              null,
              true,
              answers.get().records(),
              shared(),
              Map.of(),
              Map.of(),
              bootstrap.rounds()),
          Pairs.paired(models, answers.get(), bootstrap),
          notes);
    }
    return comparison(
        new Comparison.Judged(null, false, null, shared(), Map.of(), Map.of(), null),
        Pairs.unpaired(models),
        notes);
  }

  /** What all models answered to the test records of their runs, where these are the same. */
  private Optional<SharedAnswers> sharedAnswers() {
    List<AnswerLog> logs = new ArrayList<>();
    RunRecords first = null;
    for (Incrt model : opened) {
      RunRecords records = model.predictor().stored().records().orElse(null);
      if (records == null
          || records.answers().isEmpty()
          || evaluation(model).test() == null
          || !model.labels().equals(opened.get(0).labels())
          || (first != null && !Arrays.equals(first.test(), records.test()))) {
        return Optional.empty();
      }
      first = records;
      logs.add(records.answers().get());
    }
    return logs.stream().allMatch(log -> log.sameLabels(logs.get(0)))
        ? Optional.of(new SharedAnswers(logs, opened.get(0).labels().size()))
        : Optional.empty();
  }

  private static Figures figures(
      String on, Evaluation evaluation, PairedBootstrap bootstrap, int model) {
    return Figures.of(
        on,
        evaluation,
        bootstrap.interval(Figure.LOG_LOSS, model),
        bootstrap.interval(Figure.CALIBRATION_ERROR, model));
  }

  private static ModelEvaluation evaluation(Incrt model) {
    try {
      return ModelEvaluation.of(model.predictor().stored());
    } catch (CorruptFileException e) {
      if (isClassifier(model)) {
        throw e;
      }
      // The figures of another objective have another form.
      return ModelEvaluation.NONE;
    }
  }

  private static boolean isClassifier(Incrt model) {
    return model.config().objective().type().equals(ConfigFile.CLASSIFICATION);
  }

  /** By the same records. */
  Comparison on(RecordReader reader, String source) throws IOException {
    for (int m = 0; m < models.size(); m++) {
      if (!isClassifier(opened.get(m))) {
        throw new IllegalArgumentException(
            models.get(m).name()
                + " learned '"
                + opened.get(m).config().objective().type()
                + "', not classes; it can only be compared by what is in its folder");
      }
    }
    List<String> labels = shared();
    if (labels.size() < 2) {
      throw new IllegalArgumentException(
          "the models have "
              + (labels.isEmpty() ? "no label" : "only the label '" + labels.get(0) + "'")
              + " in common, so no records can judge all of them: "
              + Notes.labels(models));
    }
    Contest contest = new Contest(opened, labels);
    contest.run(reader, source);
    SharedAnswers answers = contest.answers();
    PairedBootstrap bootstrap = new PairedBootstrap(answers);
    for (int m = 0; m < models.size(); m++) {
      Evaluation evaluation = Evaluation.of(contest.counts(m));
      models.set(
          m,
          models
              .get(m)
              .with(figures(Figures.DATA, evaluation, bootstrap, m))
              .with(contest.answering(m))
              .with(contest.overlap(m).seen()));
    }
    Map<String, Long> skipped = new LinkedHashMap<>();
    new EnumMap<>(reader.skipped()).forEach((flaw, count) -> skipped.put(flaw.words(), count));
    List<String> notes = new ArrayList<>(Notes.data(models, contest));
    notes.addAll(Notes.about(models, opened));
    return comparison(
        new Comparison.Judged(
            RecordReader.shown(source),
            true,
            answers.records(),
            labels,
            contest.leftOut(),
            skipped,
            bootstrap.rounds()),
        Pairs.paired(models, answers, bootstrap),
        notes);
  }

  private Comparison comparison(Comparison.Judged judged, List<Pair> pairs, List<String> notes) {
    return new Comparison(
        Comparison.FORMAT,
        judged,
        models,
        Pairs.ranking(models).stream().map(m -> models.get(m).name()).toList(),
        pairs,
        settings(),
        notes);
  }

  /** The labels that all of them know, in the order of the first. */
  private List<String> shared() {
    List<String> labels = new ArrayList<>(models.get(0).labels());
    models.forEach(model -> labels.retainAll(new HashSet<>(model.labels())));
    return List.copyOf(labels);
  }

  private List<Comparison.Setting> settings() {
    List<Map<String, String>> all =
        opened.stream().map(model -> Settings.all(model.config().settings())).toList();
    TreeSet<String> names = new TreeSet<>();
    all.forEach(own -> names.addAll(own.keySet()));
    List<Comparison.Setting> differing = new ArrayList<>();
    for (String name : names) {
      List<String> values = all.stream().map(own -> own.getOrDefault(name, "")).toList();
      if (new HashSet<>(values).size() > 1) {
        differing.add(new Comparison.Setting(name, values));
      }
    }
    return differing;
  }

  @Override
  public void close() {
    opened.forEach(Incrt::close);
  }
}
