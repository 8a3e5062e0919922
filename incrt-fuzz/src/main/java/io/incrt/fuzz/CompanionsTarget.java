package io.incrt.fuzz;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.Companions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a config.json says of the linear model and of what is familiar, a NUL, and their
 * companions.safetensors. What is taken must be able to answer.
 */
public final class CompanionsTarget {

  private static final List<String> ASKED =
      List.of("", "a", "A fine day, a FINE night", "ACGTNNACGUUACGTTTTTTTTTTTTTGCA-*", "\uFFFF\0 ");

  private CompanionsTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) {
    int cut = 0;
    while (cut < data.length && data[cut] != 0) {
      cut++;
    }
    String config = new String(data, 0, cut, StandardCharsets.UTF_8);
    byte[] tables = cut < data.length ? Arrays.copyOfRange(data, cut + 1, data.length) : null;
    Companions companions;
    try {
      companions = Companions.read(config, tables);
    } catch (CorruptFileException e) {
      String message = e.getMessage();
      if (message == null || message.contains("java.") || message.endsWith("null")) {
        throw new IllegalStateException("a refusal must say why, in words", e);
      }
      return;
    }
    for (String sequence : ASKED) {
      companions.floor().ifPresent(floor -> requireNumbers(floor.logProbabilities(sequence)));
      companions
          .familiarity()
          .ifPresent(
              familiarity -> {
                familiarity.warning(sequence);
                requireNumbers((float) familiarity.score(sequence));
              });
    }
  }

  private static void requireNumbers(float... values) {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IllegalStateException("an answer is " + value);
      }
    }
  }
}
