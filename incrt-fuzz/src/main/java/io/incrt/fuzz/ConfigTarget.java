package io.incrt.fuzz;

import io.incrt.base.file.CorruptFileException;
import io.incrt.store.ModelConfig;
import java.nio.charset.StandardCharsets;

/** The config.json and tokenizer.json of a model, one after the other with a NUL between. */
public final class ConfigTarget {

  private ConfigTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    int cut = text.indexOf('\0');
    try {
      ModelConfig config =
          ModelConfig.parse(
              cut < 0 ? text : text.substring(0, cut), cut < 0 ? "{}" : text.substring(cut + 1));
      for (int token : config.tokenizer().encode("a fine ACGT day, [PAD] \uFFFF")) {
        if (token < 1 || token >= config.shape().vocabulary()) {
          throw new IllegalStateException("a token is not in the vocabulary");
        }
      }
    } catch (CorruptFileException e) {
      if (e.getMessage() == null) {
        throw new IllegalStateException("a refusal must say why", e);
      }
    }
  }
}
