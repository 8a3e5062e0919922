package io.incrt.explain;

import io.incrt.data.records.Kind;
import io.incrt.data.tokens.Tokenizer;
import java.util.Arrays;

/**
 * A record in pieces that weights are given to: words and marks of text, letters of all else.
 * Neighbours share a piece where there would be more than {@value #MOST}. A character between two
 * pieces, such as a blank, belongs to the one before it.
 */
final class Pieces {

  static final int MOST = 1 << 16;

  private final int[] tokens;
  private final int[] spans;
  private final int[] pieceOf;

  /** Cuts a record that has tokens. */
  Pieces(Tokenizer tokenizer, String sequence) {
    this.tokens = tokenizer.spans(sequence);
    this.spans = grouped(tokenizer.kind() == Kind.TEXT ? words(tokens) : letters(sequence));
    this.pieceOf = new int[sequence.length()];
    int piece = 0;
    for (int i = 0; i < pieceOf.length; i++) {
      while (2 * piece + 2 < spans.length && spans[2 * piece + 2] <= i) {
        piece++;
      }
      pieceOf[i] = piece;
    }
  }

  private static int[] words(int... tokens) {
    int[] words = new int[tokens.length];
    int count = 0;
    for (int i = 0; i < tokens.length; i += 2) {
      if (count == 0 || tokens[i] != words[count - 2]) {
        words[count++] = tokens[i];
        words[count++] = tokens[i + 1];
      }
    }
    return Arrays.copyOf(words, count);
  }

  private static int[] letters(String sequence) {
    int[] letters = new int[2 * sequence.length()];
    int count = 0;
    int to;
    for (int from = 0; from < sequence.length(); from = to) {
      to = sequence.offsetByCodePoints(from, 1);
      if (!Character.isWhitespace(sequence.charAt(from))) {
        letters[count++] = from;
        letters[count++] = to;
      }
    }
    return Arrays.copyOf(letters, count);
  }

  private static int[] grouped(int... spans) {
    int count = spans.length / 2;
    int each = (count + MOST - 1) / MOST;
    if (each <= 1) {
      return spans;
    }
    int[] grouped = new int[2 * ((count + each - 1) / each)];
    for (int i = 0; i < grouped.length / 2; i++) {
      grouped[2 * i] = spans[2 * i * each];
      grouped[2 * i + 1] = spans[2 * Math.min(count, (i + 1) * each) - 1];
    }
    return grouped;
  }

  /** How many there are. */
  int size() {
    return spans.length / 2;
  }

  /** Where each begins and ends. */
  int[] spans() {
    return spans;
  }

  /** The first character of a piece. */
  int start(int piece) {
    return spans[2 * piece];
  }

  /** The character behind the last of a piece. */
  int end(int piece) {
    return spans[2 * piece + 1];
  }

  /** The first character of a token. */
  int tokenStart(int token) {
    return tokens[2 * token];
  }

  /** The character behind the last of a token. */
  int tokenEnd(int token) {
    return tokens[2 * token + 1];
  }

  /** The number of pieces that some of the first tokens touch. */
  int within(int firstTokens) {
    return firstTokens == 0 ? 0 : pieceOf[tokenEnd(firstTokens - 1) - 1] + 1;
  }

  /** Adds a number of each character to those of the pieces. */
  void addLetters(double[] letters, double times, double... weights) {
    for (int i = 0; i < letters.length; i++) {
      weights[pieceOf[i]] += times * letters[i];
    }
  }

  /** Adds a number of each token to the pieces it covers, to each as much. */
  void addTokens(double[] tokens, double... weights) {
    for (int t = 0; t < tokens.length; t++) {
      int first = pieceOf[tokenStart(t)];
      int last = pieceOf[tokenEnd(t) - 1];
      for (int piece = first; piece <= last; piece++) {
        weights[piece] += tokens[t] / (last - first + 1);
      }
    }
  }
}
