package io.incrt.report;

import io.incrt.Evaluation;
import io.incrt.ModelEvaluation;
import io.incrt.ModelExplanation;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.store.ModelConfig;
import io.incrt.store.RunFiles;
import io.incrt.store.StoredModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The content of a model's folder that a report needs. */
record ModelFiles(
    Path folder,
    ModelConfig config,
    RunFiles.RunLog log,
    ModelEvaluation evaluation,
    Optional<ModelExplanation> explained) {

  static ModelFiles of(StoredModel model) {
    return new ModelFiles(
        model.folder(),
        model.config(),
        model.log(),
        ModelEvaluation.of(model),
        ModelExplanation.of(model));
  }

  List<GrowthEvent> growth() {
    return log.growth();
  }

  List<Validation> metrics() {
    return log.metrics();
  }

  List<Moment> history() {
    return log.history();
  }

  Certificate certificate() {
    return log.certificate();
  }

  /** Whether the network could grow, instead of having a fixed size. */
  boolean grows() {
    return config.settings().homeostat().enabled();
  }

  /** The step of the saved model, the best on the validation records. */
  long bestStep() {
    return config.provenance().step();
  }

  /** Whether the architecture changed after that step. */
  boolean grewLater() {
    return log.grewSince(bestStep());
  }

  /** The last step of the run. */
  double lastStep() {
    LongStream steps =
        Stream.of(
                history().stream().map(Moment::step),
                metrics().stream().map(Validation::step),
                growth().stream().map(GrowthEvent::step))
            .flatMap(stream -> stream)
            .mapToLong(Long::longValue);
    return Math.max(1, steps.max().orElse(1));
  }

  /** The layers of the saved model. */
  List<Architecture.Layer> layers() {
    return config.architecture().layers();
  }

  /** The test records' evaluation where there is one, otherwise the validation records'. */
  Optional<Evaluation> judged() {
    return evaluation.judged();
  }

  boolean hasTest() {
    return evaluation.test() != null;
  }

  List<String> labels() {
    return config.labels();
  }
}
