package io.incrt.fuzz;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.vectors.WordVectors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Set;

/** Word vectors of GloVe, word2vec or fastText. */
public final class VectorsTarget {

  private static final Set<String> WANTED = Set.of("the", "day", "sunshine", "naïve", ".");
  private static final int OTHERS = 5;

  private VectorsTarget() {}

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) throws IOException {
    WordVectors vectors;
    try {
      vectors =
          WordVectors.read(
              "fuzz", new ByteArrayInputStream(data), WANTED, OTHERS, DataSettings.defaults());
    } catch (BadRecordException e) {
      if (!e.getMessage().startsWith("fuzz") || e.getMessage().contains("\n")) {
        throw new IllegalStateException("a message must name the place, in one line", e);
      }
      return;
    }
    if (vectors.words().size() > WANTED.size() + OTHERS) {
      throw new IllegalStateException("more words were kept than asked for");
    }
    for (String word : vectors.words()) {
      float[] vector = vectors.vector(word).orElseThrow();
      if (vector.length != vectors.dimension()) {
        throw new IllegalStateException("the vector of '" + word + "' has another dimension");
      }
      for (float value : vector) {
        if (!Float.isFinite(value)) {
          throw new IllegalStateException("the vector of '" + word + "' is no vector");
        }
      }
    }
  }
}
