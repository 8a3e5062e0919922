package io.incrt.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.model.Architecture;
import io.incrt.predict.Predictor;
import io.incrt.report.ReportPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final int LINE = 100;

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      try (Predictor opened = model.open()) {
        out.println(JSON.writeValueAsString(describe(opened)));
      }
    } else {
      show(model.folder(), out);
    }
    return 0;
  }

  /** The table of a model's folder. */
  static void show(Path folder, PrintWriter out) throws IOException {
    try (Predictor model = new Predictor(folder)) {
      table(out, model, describe(model));
    }
  }

  private static ObjectNode describe(Predictor model) throws IOException {
    JsonNode certificate = model.certificate();
    ObjectNode found = JSON.createObjectNode();
    ArrayNode layers = found.putArray("layers");
    int observed = 0;
    for (Architecture.Layer layer : model.architecture().layers()) {
      ObjectNode one = layers.addObject();
      one.put("id", layer.id());
      ArrayNode heads = one.putArray("heads");
      for (Architecture.HeadShape head : layer.heads()) {
        observed++;
        ObjectNode node = heads.addObject();
        node.put("id", head.id());
        node.put("dimensions", head.dimensions());
        node.put("bornAtStep", head.bornAt());
        JsonNode energy = null;
        for (JsonNode certified : certificate.path("layers")) {
          energy =
              certified.path("layer").asInt() == layer.id()
                  ? certified.path("headEnergies").get(String.valueOf(head.id()))
                  : energy;
        }
        node.set("energy", energy);
      }
    }
    ObjectNode parameters = found.putObject("parameters");
    parameters.put("total", model.parameters().total());
    parameters.put("attention", model.parameters().attention());
    boolean settled = certificate.path("settled").asBoolean();
    found.put("settled", settled);
    found.set("settledAtStep", settled ? certificate.get("step") : null);
    ObjectNode heads = found.putObject("heads");
    heads.put("observed", observed);
    for (String figure : new String[] {"predictedByPaper", "bound", "spectral"}) {
      double sum = 0;
      boolean known = !certificate.path("layers").isEmpty();
      for (JsonNode layer : certificate.path("layers")) {
        JsonNode value = layer.path("heads").path(figure);
        known &= value.isNumber();
        sum += value.asDouble();
      }
      heads.set(figure, known ? JSON.getNodeFactory().numberNode(sum) : null);
    }
    return found;
  }

  private static void about(PrintWriter out, Predictor model) {
    Map<String, String> made = model.provenance();
    String classes = String.join(", ", model.labels());
    out.printf(
        Locale.ROOT,
        "classes     %d: %s%n",
        model.labels().size(),
        classes.length() <= LINE ? classes : classes.substring(0, LINE) + "…");
    out.printf(
        Locale.ROOT,
        "tokens      %d, %s; at most %d a record%n",
        model.tokenizer().size(),
        model.tokenizer() instanceof KmerTokenizer kmers
            ? "windows of " + kmers.k() + " letters every " + kmers.stride()
            : "words and marks",
        model.shape().maxLength());
    out.printf(
        Locale.ROOT,
        "trained     until %s with seed %s; best at step %s, validation score %.4f%n%n",
        made.get("finishedAt"),
        made.get("seed"),
        made.get("step"),
        Double.parseDouble(made.get("validationScore")));
  }

  private static void table(PrintWriter out, Predictor model, ObjectNode found) throws IOException {
    about(out, model);
    for (Architecture.Layer layer : model.architecture().layers()) {
      out.printf(Locale.ROOT, "layer %d%n", layer.id());
      out.printf(
          Locale.ROOT, "  %4s %10s %12s %10s%n", "head", "dimensions", "born at step", "Γ_h");
      for (JsonNode one : found.path("layers")) {
        if (one.path("id").asInt() == layer.id()) {
          for (JsonNode head : one.path("heads")) {
            out.printf(
                Locale.ROOT,
                "  %4d %10d %12d %10s%n",
                head.path("id").asInt(),
                head.path("dimensions").asInt(),
                head.path("bornAtStep").asLong(),
                head.path("energy").isNumber()
                    ? String.format(Locale.ROOT, "%.4g", head.path("energy").asDouble())
                    : "–");
          }
        }
      }
    }
    out.printf(
        Locale.ROOT,
        "%nparameters  %d, of them in attention heads %d%n",
        model.parameters().total(),
        model.parameters().attention());
    if (!model.settings().homeostat().enabled()) {
      out.println("fixed size  nothing was grown");
      return;
    }
    if (ReportPage.grewLater(model.folder())) {
      out.println(
          "grew later  what grew after step "
              + model.provenance().get("step")
              + " is not in this model; energies and counts are of the end");
    }
    out.println(
        found.path("settled").asBoolean()
            ? "settled     at step " + found.path("settledAtStep").asLong()
            : "settled     no");
    JsonNode heads = found.path("heads");
    out.printf(
        Locale.ROOT,
        "heads       %d; the seed heads aside: the paper's formula %s, bound %s (to be rounded up),"
            + " spectral count %s%n",
        heads.path("observed").asInt(),
        number(heads.path("predictedByPaper")),
        number(heads.path("bound")),
        number(heads.path("spectral")));
  }

  private static String number(JsonNode node) {
    return node.isNumber() ? String.format(Locale.ROOT, "%.2f", node.asDouble()) : "unknown";
  }
}
