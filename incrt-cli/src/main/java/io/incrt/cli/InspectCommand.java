package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.base.Printable;
import io.incrt.data.json.Json;
import io.incrt.event.Certificate;
import io.incrt.folder.Architecture;
import io.incrt.report.PartWords;
import io.incrt.store.ModelConfig;
import io.incrt.store.RunFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code incrt inspect}. */
@Command(
    name = "inspect",
    description = "Shows the architecture a model chose, and why it stopped.")
final class InspectCommand implements Callable<Integer> {

  private static final int LINE = 100;

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Incrt opened = model.open()) {
      if (json) {
        out.println(Json.pretty(Description.of(opened)));
      } else {
        table(out, opened);
      }
    }
    return 0;
  }

  /** The table of a model's folder. */
  static void show(Path folder, PrintWriter out) throws IOException {
    try (Incrt model = Incrt.load(folder)) {
      table(out, model);
    }
  }

  /** What {@code inspect --json} prints. */
  private record Description(
      List<Layer> layers,
      Incrt.ParameterCount parameters,
      boolean settled,
      Long settledAtStep,
      Heads heads,
      List<Certificate.Part> parts,
      List<Certificate.Tried> tried) {

    private record Layer(int id, List<Head> heads) {}

    /** One head; its energy is null where it owns no direction. */
    private record Head(int id, int dimensions, long bornAtStep, Double energy) {}

    /** Summed over layers; null where a layer has no prediction. */
    private record Heads(int observed, Double predictedByPaper, Double bound, Double spectral) {}

    static Description of(Incrt model) throws IOException {
      Certificate certificate = model.log().certificate();
      List<Layer> layers = new ArrayList<>();
      for (Architecture.Layer layer : model.architecture().layers()) {
        Map<Integer, Double> energies =
            certificate.layer(layer.id()).map(Certificate.Layer::headEnergies).orElse(Map.of());
        layers.add(
            new Layer(
                layer.id(),
                layer.heads().stream()
                    .map(
                        head ->
                            new Head(
                                head.id(),
                                head.dimensions(),
                                head.bornAt(),
                                energies.get(head.id())))
                    .toList()));
      }
      return new Description(
          layers,
          model.parameters(),
          certificate.settled(),
          certificate.settled() ? certificate.step() : null,
          new Heads(
              layers.stream().mapToInt(layer -> layer.heads().size()).sum(),
              sum(certificate, Certificate.Heads::predictedByPaper),
              sum(certificate, Certificate.Heads::bound),
              sum(
                  certificate,
                  heads -> heads.spectral() == null ? null : heads.spectral().doubleValue())),
          certificate.parts(),
          certificate.tried());
    }

    private static Double sum(
        Certificate certificate, Function<Certificate.Heads, Double> prediction) {
      Double sum = certificate.layers().isEmpty() ? null : 0.0;
      for (Certificate.Layer layer : certificate.layers()) {
        Double value = layer.heads() == null ? null : prediction.apply(layer.heads());
        sum = sum == null || value == null ? null : sum + value;
      }
      return sum;
    }
  }

  private static void about(PrintWriter out, Incrt model) {
    ModelConfig.Provenance provenance = model.config().provenance();
    String classes = Printable.line(String.join(", ", model.labels()));
    out.printf(
        Locale.ROOT,
        "classes     %d: %s%n",
        model.labels().size(),
        classes.length() <= LINE ? classes : classes.substring(0, LINE) + "…");
    out.printf(
        Locale.ROOT,
        "tokens      %d, %s; at most %d a record%n",
        model.config().tokenizer().size(),
        model.config().tokenizer().describe(),
        model.config().shape().maxTokens());
    out.printf(
        Locale.ROOT,
        "trained     %s with seed %d; best at step %d, validation score %.4f%n",
        provenance.hasFinished()
            ? "until " + provenance.finishedAt()
            : "in a run that has not ended (train --resume goes on with it)",
        provenance.seed(),
        provenance.step(),
        provenance.validationScore());
    Certificate.Floor floor = model.log().certificate().floor();
    if (floor != null) {
      out.printf("linear      %s; %s%n", floor.description(), floor.words());
    }
    List<String> others = model.otherParts();
    if (!others.isEmpty()) {
      out.println("parts       " + String.join("; ", others));
    }
    out.println();
  }

  private static void table(PrintWriter out, Incrt model) throws IOException {
    Description description = Description.of(model);
    RunFiles.RunLog log = model.log();
    about(out, model);
    for (Description.Layer layer : description.layers()) {
      out.printf(Locale.ROOT, "layer %d%n", layer.id());
      out.printf(
          Locale.ROOT, "  %4s %10s %12s %10s%n", "head", "dimensions", "born at step", "Γ_h");
      for (Description.Head head : layer.heads()) {
        out.printf(
            Locale.ROOT,
            "  %4d %10d %12d %10s%n",
            head.id(),
            head.dimensions(),
            head.bornAtStep(),
            head.energy() == null ? "–" : String.format(Locale.ROOT, "%.4g", head.energy()));
      }
    }
    if (!description.layers().isEmpty()) {
      out.println();
    }
    worths(out, log.certificate());
    out.printf(
        Locale.ROOT,
        "parameters  %d, of them in attention heads %d%n",
        description.parameters().total(),
        description.parameters().attention());
    if (!model.config().settings().homeostat().enabled()) {
      out.println("fixed size  nothing was grown");
      return;
    }
    long step = model.config().provenance().step();
    if (log.grewSince(step)) {
      out.println(
          "grew later  what grew after step "
              + step
              + " is not in this model; energies and counts are of the end");
    }
    out.println(
        description.settled()
            ? "settled     at step " + description.settledAtStep()
            : "settled     no");
    Description.Heads heads = description.heads();
    if (model.config().settings().homeostat().evidence().enabled()) {
      out.println("why         " + PartWords.why(log.certificate()));
      return;
    }
    out.printf(
        Locale.ROOT,
        "heads       %d; the seed heads aside: the paper's formula %s, bound %s (to be rounded up),"
            + " spectral count %s%n",
        heads.observed(),
        number(heads.predictedByPaper()),
        number(heads.bound()),
        number(heads.spectral()));
  }

  /** What each part is worth, and what was tried and not kept. */
  private static void worths(PrintWriter out, Certificate certificate) {
    if (certificate.parts().isEmpty() && certificate.tried().isEmpty()) {
      return;
    }
    out.printf(
        "worth to records that were not trained on, in nats and in accuracy, two standard errors%n");
    for (Certificate.Part part : certificate.parts()) {
      out.printf(
          Locale.ROOT,
          "  %-36s %s, %s  %s%n",
          PartWords.name(part),
          PartWords.worth(part),
          PartWords.accuracy(part),
          PartWords.verdict(part));
    }
    PartWords.tried(certificate.tried()).forEach(one -> out.println("  not kept: " + one));
    if (certificate.judges() != null) {
      out.println("  " + certificate.judges().words());
    }
    out.println();
  }

  private static String number(Double value) {
    return value == null ? "unknown" : String.format(Locale.ROOT, "%.2f", value);
  }
}
