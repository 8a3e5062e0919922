package io.incrt.serve.model;

import io.incrt.Evaluation;
import io.incrt.Explanation;
import io.incrt.Incrt;
import io.incrt.ModelEvaluation;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.predict.Predictor;
import io.incrt.store.ModelConfig;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model of a folder. */
public final class LoadedModel implements Answerer {

  /** As many as a batch of short records has, so that every way through the network is taken. */
  private static final int WARMING_RECORDS = 64;

  private static final Answer TOO_SHORT =
      Answer.none("the sequence is too short to hold a token of this model");

  private final Incrt model;
  private final ModelCard card;

  private LoadedModel(Incrt model) {
    this.model = model;
    this.card = card(model);
  }

  /** Loads the model of a folder, and asks it once: the first answer takes longest. */
  public static LoadedModel load(Path folder, Device device) throws IOException {
    Incrt model = Incrt.load(folder, device, 1);
    try {
      LoadedModel loaded = new LoadedModel(model);
      loaded.answer(List.of("ACGUACGUACGU How far is the moon ?"));
      return loaded;
    } catch (RuntimeException | Error e) {
      model.close();
      throw e;
    }
  }

  /** Answers made-up records until Java has compiled what it takes, or so many times. */
  public void warm(int times) {
    for (int i = 0; i < times; i++) {
      answer(Collections.nCopies(1 + i % WARMING_RECORDS, "ACGTACGTACGT How far is the moon ?"));
    }
  }

  @Override
  public ModelCard card() {
    return card;
  }

  @Override
  public List<Answer> answer(List<String> texts) {
    List<LabelledSequence> records = new ArrayList<>(texts.size());
    for (String text : texts) {
      records.add(new LabelledSequence("", text, ""));
    }
    List<Answer> answers = new ArrayList<>(texts.size());
    // Any thread may ask, and none shall have more than its own part of the processors.
    for (Optional<Predictor.Answer> answer :
        Libtorch.inOneThread(() -> model.predictor().attempt(records))) {
      answers.add(
          answer
              .map(own -> Answer.of(own.values(), own.known().share(), own.known().warning()))
              .orElse(TOO_SHORT));
    }
    return answers;
  }

  @Override
  public Optional<Explanation> explain(String text) {
    try {
      model.explainer();
    } catch (IllegalStateException e) {
      throw new UnsupportedOperationException(e.getMessage(), e);
    }
    try {
      return Optional.of(model.explain(text));
    } catch (BadRecordException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    model.close();
  }

  private static ModelCard card(Incrt model) {
    ModelConfig config = model.config();
    ModelConfig.Provenance provenance = config.provenance();
    List<String> parts = new ArrayList<>();
    int heads = model.architecture().layers().stream().mapToInt(l -> l.heads().size()).sum();
    if (heads > 0) {
      parts.add(
          "attention heads: " + heads + " in layers: " + model.architecture().layers().size());
    }
    parts.addAll(model.otherParts());
    return new ModelCard(
        model.labels(),
        config.tokenizer().kind().option(),
        "Tokens are "
            + config.tokenizer().describe()
            + "; of a record at most the first "
            + config.shape().maxTokens()
            + " are read.",
        parts,
        new ModelCard.Trained(
            provenance.startedAt(),
            provenance.finishedAt(),
            provenance.seed(),
            provenance.step(),
            provenance.version(),
            provenance.command(),
            provenance.sha256OfDataAndSettings()),
        scores(ModelEvaluation.of(model.predictor().stored())));
  }

  private static Map<String, Map<String, Double>> scores(ModelEvaluation evaluation) {
    Map<String, Map<String, Double>> scores = new LinkedHashMap<>();
    if (evaluation.valid() != null) {
      scores.put("validation", scores(evaluation.valid()));
    }
    if (evaluation.test() != null) {
      scores.put("test", scores(evaluation.test()));
    }
    return scores;
  }

  private static Map<String, Double> scores(Evaluation evaluation) {
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("accuracy", evaluation.accuracy());
    scores.put("macroF1", evaluation.macroF1());
    scores.put("records", (double) evaluation.records());
    return scores;
  }
}
