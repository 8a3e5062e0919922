package io.incrt.bench.serving;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.bench.load.Cases;
import io.incrt.data.json.Json;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.onnx.OnnxExport;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Small models that are served, and what they say. Records have 62 letters; those of one class hold
 * a motif. A model is trained for seconds, with the parts its preset begins with, of which none is
 * taken away: how fast it answers does not depend on more.
 */
final class ServedModels {

  /** Letters of a record. */
  static final int LETTERS = 62;

  /** Records of a large request. */
  static final int LARGE = 64;

  /** What the default trains. */
  static final String DEFAULT = "default";

  /** The same with another seed, to replace it. */
  static final String OTHER = "other";

  /** Attention alone: nothing has to be computed before the exported network is asked. */
  static final String GEOMETRY = "geometry";

  private static final int RECORDS = 512;
  private static final int TRAINED = 200;
  private static final String STEPS = "40";
  private static final String MOTIF = "TATAATGC";

  /** Exported models say the same up to this, and so do batches of another size. */
  private static final double TOLERANCE = 2e-4;

  private final Path folder;
  private final List<String> asked =
      records(new Random(7), RECORDS).stream().map(LabelledSequence::sequence).toList();

  private ServedModels(Path folder) {
    this.folder = folder;
  }

  /** Trains them below a folder. */
  static ServedModels train(Path folder) throws IOException {
    ServedModels models = new ServedModels(folder);
    models.train(DEFAULT, RunSettings.defaults(), 1);
    models.train(OTHER, RunSettings.defaults(), 2);
    models.train(GEOMETRY, RunSettings.geometry(), 1);
    return models;
  }

  Path folder(String name) {
    return folder.resolve(name);
  }

  private static List<LabelledSequence> records(Random random, int count) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < LETTERS; j++) {
        text.append("ACGT".charAt(random.nextInt(4)));
      }
      boolean has = i % 2 == 0;
      if (has) {
        int at = random.nextInt(LETTERS - MOTIF.length());
        text.replace(at, at + MOTIF.length(), MOTIF);
      }
      records.add(new LabelledSequence(String.valueOf(i), text.toString(), has ? "motif" : "none"));
    }
    return records;
  }

  private void train(String name, RunSettings preset, long seed) throws IOException {
    Incrt.training()
        .records(records(new Random(seed), TRAINED))
        .kind(Kind.DNA)
        .preset(preset)
        .seed(seed)
        .set("parts.floor", name.equals(GEOMETRY) ? "NONE" : "ADDED")
        .set("homeostat.enabled", "false")
        .set("network.heads", "4")
        .set("training.steps", STEPS)
        .set("training.batchSize", "16")
        .overwrite(true)
        .fit(folder(name))
        .close();
  }

  /** Writes a model's ONNX file. */
  Path export(String name) throws IOException {
    Path file = folder.resolve(name + ".onnx");
    try (Incrt model = Incrt.load(folder(name))) {
      OnnxExport.write(model, List.of(), file);
    }
    return file;
  }

  /** A table with so many of the records, over and over. */
  Path table(int count) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id\tsequence"));
    for (int i = 0; i < count; i++) {
      lines.add(i + "\t" + asked.get(i % asked.size()));
    }
    return Files.write(folder.resolve("records-" + count + ".tsv"), lines);
  }

  /**
   * Requests of so many records, and what models say of them.
   *
   * @param names the models of which one answers
   */
  Path cases(int perRequest, String... names) throws IOException {
    List<List<Map<String, Double>>> said = new ArrayList<>();
    for (String name : names) {
      try (Incrt model = Incrt.load(folder(name))) {
        said.add(model.predict(asked).stream().map(Prediction::probabilities).toList());
      }
    }
    List<Integer> order = new ArrayList<>(Stream.iterate(0, i -> i + 1).limit(RECORDS).toList());
    Random random = new Random(3);
    List<Cases.Case> cases = new ArrayList<>();
    for (int i = 0; i < RECORDS / 4; i++) {
      Collections.shuffle(order, random);
      List<Integer> chosen = List.copyOf(order.subList(0, perRequest));
      cases.add(
          new Cases.Case(
              Json.line(Map.of("texts", chosen.stream().map(asked::get).toList())),
              said.stream().map(model -> chosen.stream().map(model::get).toList()).toList()));
    }
    Path file = folder.resolve("cases-" + String.join("-", names) + "-" + perRequest + ".json");
    new Cases(cases, TOLERANCE).write(file);
    return file;
  }

  /** Copies a model's files over another's, one after the other, as cp does. */
  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Files.copy(
            file,
            to.resolve(file.getFileName().toString()),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
