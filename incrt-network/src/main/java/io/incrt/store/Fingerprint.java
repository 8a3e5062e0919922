package io.incrt.store;

import io.incrt.base.file.Digests;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import java.util.List;

/** Identifies runs by their data, settings and device. */
public final class Fingerprint {

  private Fingerprint() {}

  /** SHA-256 of the records and the settings, and of the device unless it is the CPU. */
  public static String of(Corpus corpus, RunSettings settings, Device device) {
    return of(corpus, new Classification(corpus.labels()), settings, device);
  }

  /** The same, and of the objective unless it is the classes that the labels name. */
  public static String of(Corpus corpus, Objective objective, RunSettings settings, Device device) {
    String learned =
        objective instanceof Classification ? "" : objective.type() + objective.labels();
    String where = device == Device.CPU ? "" : device.name();
    return digest(corpus, Settings.identity(settings) + where + learned);
  }

  /** SHA-256 of the records alone. */
  public static String of(Corpus corpus) {
    return digest(corpus, "");
  }

  /** SHA-256 of a text and the records. */
  private static String digest(Corpus corpus, String text) {
    Digests sha = Digests.sha256().add(text);
    corpus.vectors().ifPresent(vectors -> sha.add("vectors" + vectors.identity()));
    corpus.cached().ifPresent(cached -> sha.add("cached" + cached.identity()));
    for (Corpus task = corpus; task != null; task = task.then().orElse(null)) {
      for (List<LabelledSequence> records : List.of(task.train(), task.valid(), task.test())) {
        for (LabelledSequence sequence : records) {
          sha.add(sequence.id() + "\t" + sequence.label() + "\t" + sequence.sequence() + "\n");
        }
        sha.add((byte) 0);
      }
    }
    return sha.hex();
  }
}
