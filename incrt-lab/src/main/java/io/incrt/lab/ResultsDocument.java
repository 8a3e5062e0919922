package io.incrt.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import io.incrt.lab.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** All results of one or several folders as one Markdown document, made from their JSON files. */
public final class ResultsDocument {

  private ResultsDocument() {}

  /**
   * The document.
   *
   * @param folders where NAME.json files are
   * @param command how to make it again
   */
  public static String of(List<Path> folders, String command) throws IOException {
    StringBuilder text =
        new StringBuilder("# Results\n\nWritten by `")
            .append(command)
            .append("` from the JSON files that `./incrt reproduce` left. What it means for the")
            .append(" paper's claims: [paper-and-us.md](paper-and-us.md). Heads, dimensions and")
            .append(
                " layers are those a run ended with; accuracy, F1 and parameters are those of the")
            .append(" model it kept, the best on the validation records, which may be older and")
            .append(" smaller.\n");
    boolean any = false;
    for (Path folder : folders) {
      Map<String, Circumstances> about = Circumstances.read(folder);
      for (Experiment experiment : Experiments.ALL) {
        Path file = folder.resolve(experiment.name() + ".json");
        if (!Files.exists(file)) {
          continue;
        }
        any = true;
        JsonNode json = Json.mapper().readTree(Files.readAllBytes(file));
        String[] parts = experiment.markdown(json).split("\n", 2);
        text.append("\n#").append(parts[0]).append("\n\n");
        Circumstances how = about.get(experiment.name());
        if (how != null) {
          text.append("`")
              .append(how.command())
              .append("`, ")
              .append(how.date())
              .append(", ")
              .append(how.machine())
              .append(", ")
              .append(how.seconds())
              .append(" s.\n");
        }
        text.append(parts[1]);
      }
    }
    if (!any) {
      throw new IllegalArgumentException(
          "there are no results in " + folders + "; ./incrt reproduce writes some");
    }
    return text.toString();
  }
}
