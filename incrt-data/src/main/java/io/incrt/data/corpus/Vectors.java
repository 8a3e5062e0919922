package io.incrt.data.corpus;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.TokenizerFile;
import io.incrt.data.vectors.WordVectors;
import java.util.Arrays;
import java.util.List;

/**
 * Word vectors for the tokens of a corpus.
 *
 * @param own the tokens up to here were learned from the training records; those after it are words
 *     that only the vectors know
 * @param dimension the numbers of a vector
 * @param table one vector a token, zero where there is none; scaled to numbers of mean square 1
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record Vectors(int own, int dimension, float[] table) {

  static Vectors of(WordVectors vectors, int own, Tokenizer tokenizer) {
    TokenizerFile file = tokenizer.file();
    int dimension = vectors.dimension();
    float[] table = new float[Math.multiplyExact(tokenizer.size(), dimension)];
    List<String> tokens = file.tokens();
    long found = 0;
    for (int i = 0; i < tokens.size(); i++) {
      found += vectors.copy(tokens.get(i), table, (Tokenizer.FIRST + i) * dimension) ? 1 : 0;
    }
    double squares = 0;
    for (float value : table) {
      squares += (double) value * value;
    }
    double scale = squares == 0 ? 1 : Math.sqrt(found * (double) dimension / squares);
    for (int i = 0; i < table.length; i++) {
      table[i] *= (float) scale;
    }
    return new Vectors(own, dimension, table);
  }

  /** Whether a token has a vector. */
  public boolean has(int token) {
    for (int i = token * dimension; i < (token + 1) * dimension; i++) {
      if (table[i] != 0) {
        return true;
      }
    }
    return false;
  }

  /** Identifies the vectors, for the fingerprint of a run. */
  public int identity() {
    return 31 * own + Arrays.hashCode(table);
  }
}
