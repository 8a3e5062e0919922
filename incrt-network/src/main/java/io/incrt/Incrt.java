package io.incrt;

import io.incrt.base.file.DurableFiles;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.model.Architecture;
import io.incrt.predict.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A classifier of sequences that decided its own size.
 *
 * <pre>{@code
 * try (Incrt model = Incrt.load(Path.of("model"))) {
 *   System.out.println(model.predict("How far is the moon ?").label());
 * }
 * }</pre>
 *
 * <p>{@link #fit(Path, Path)} trains one on a file with the default settings; {@link #training()}
 * changes whatever can be changed. A model holds native memory until it is closed, and is not for
 * use by several threads at once.
 */
public final class Incrt implements AutoCloseable {

  /** What a model's folder holds besides checkpoints; the config last. */
  private static final List<String> FILES =
      List.of(
          "model.safetensors",
          "tokenizer.json",
          "growth.jsonl",
          "metrics.jsonl",
          "history.jsonl",
          "evaluation.json",
          "certificate.json",
          "config.json");

  private final Predictor predictor;

  private Incrt(Predictor predictor) {
    this.predictor = predictor;
  }

  /** Opens a model's folder, as {@code incrt train} or {@link #save} wrote it. */
  public static Incrt load(Path folder) throws IOException {
    return new Incrt(new Predictor(folder));
  }

  /**
   * Trains on a file of labelled records (TSV, CSV, JSONL or FASTA, plain or gzip) with the default
   * settings.
   *
   * @param folder where the model goes, its log and its checkpoints
   */
  public static Incrt fit(Path data, Path folder) throws IOException {
    return training().data(data).fit(folder);
  }

  /** Trains on records with the default settings; a tenth of each class is held out. */
  public static Incrt fit(List<LabelledSequence> records, Path folder) throws IOException {
    return training().records(records).fit(folder);
  }

  /** A training run to be described step by step. */
  public static Training training() {
    return new Training();
  }

  /** The classes, sorted. */
  public List<String> labels() {
    return predictor.labels();
  }

  /** Layers, heads and dimensions it grew into. */
  public Architecture architecture() {
    return predictor.architecture();
  }

  /** The class of one sequence. */
  public Prediction predict(String sequence) {
    return predict(List.of(sequence)).get(0);
  }

  /** The class of each sequence, in their order. */
  public List<Prediction> predict(List<String> sequences) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < sequences.size(); i++) {
      records.add(new LabelledSequence(String.valueOf(i), sequences.get(i), ""));
    }
    return predictor.predict(records);
  }

  /** The class of each record of a file, in their order and in constant memory. */
  public void predict(Path data, Predictor.Receiver receiver) throws IOException {
    predictor.predict(new RecordReader(ReadOptions.defaults()), data.toString(), receiver);
  }

  /** How well it does on a file of labelled records. */
  public Evaluation evaluate(Path data) throws IOException {
    return predictor.evaluate(new RecordReader(ReadOptions.defaults()), data.toString());
  }

  /** How well it does on labelled records. */
  public Evaluation evaluate(List<LabelledSequence> records) {
    return predictor.evaluate(records);
  }

  /** Writes the model to another folder, without its checkpoints. */
  public void save(Path folder) throws IOException {
    for (String file : FILES) {
      Path source = predictor.folder().resolve(file);
      if (Files.exists(source)) {
        DurableFiles.write(folder.resolve(file), Files.readAllBytes(source));
      }
    }
  }

  /** The model as the exporters and the command line know it. */
  public Predictor predictor() {
    return predictor;
  }

  @Override
  public void close() {
    predictor.close();
  }
}
