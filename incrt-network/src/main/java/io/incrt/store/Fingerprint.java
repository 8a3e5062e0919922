package io.incrt.store;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Tells runs apart by their data, settings and device. */
public final class Fingerprint {

  private Fingerprint() {}

  /** SHA-256 of the records and the settings, and of the device where it is not the usual one. */
  public static String of(Corpus corpus, RunSettings settings, Device device) {
    return digest(
        corpus, Settings.identity(settings) + (device == Device.CPU ? "" : device.name()));
  }

  /** SHA-256 of the records alone. */
  public static String of(Corpus corpus) {
    return digest(corpus, "");
  }

  /** SHA-256 of a text and the records. */
  private static String digest(Corpus corpus, String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(text.getBytes(StandardCharsets.UTF_8));
      List<List<LabelledSequence>> parts = new ArrayList<>();
      for (Corpus part = corpus; part != null; part = part.then().orElse(null)) {
        parts.addAll(List.of(part.train(), part.valid(), part.test()));
      }
      for (List<LabelledSequence> part : parts) {
        for (LabelledSequence sequence : part) {
          sha.update(
              (sequence.id() + "\t" + sequence.label() + "\t" + sequence.sequence() + "\n")
                  .getBytes(StandardCharsets.UTF_8));
        }
        sha.update((byte) 0);
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
