package io.incrt.data.corpus;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** How often tokens occur in one part of a corpus, counted in one pass. */
final class TokenCounts {

  /** The same for the records of a label. */
  static final class OfLabel {
    private int records;
    private long tokens;
    private long unknown;

    int records() {
      return records;
    }

    double unknownShare() {
      return share(unknown, tokens);
    }
  }

  private final int records;
  private final Map<String, OfLabel> labels = new TreeMap<>();
  // By token: how often it occurs, and the record it is in; -1 for none, -2 for several.
  private final long[] seen;
  private final int[] in;
  // By token: the records that hold nothing else.
  private final int[] alone;
  private int single;
  private long tokens;

  TokenCounts(TokenizedRecords part, int vocabulary) {
    records = part.size();
    seen = new long[vocabulary];
    in = new int[vocabulary];
    alone = new int[vocabulary];
    Arrays.fill(in, -1);
    for (int i = 0; i < records; i++) {
      add(i, part.get(i), part.tokens(i));
    }
  }

  private void add(int index, LabelledSequence sequence, int[] own) {
    boolean same = own.length > 0;
    int unknown = 0;
    for (int token : own) {
      seen[token]++;
      in[token] = in[token] == -1 || in[token] == index ? index : -2;
      same &= token == own[0];
      unknown += token == Tokenizer.UNKNOWN ? 1 : 0;
    }
    if (same) {
      alone[own[0]]++;
    }
    tokens += own.length;
    single += own.length == 1 ? 1 : 0;
    OfLabel label = labels.computeIfAbsent(sequence.label(), name -> new OfLabel());
    label.records++;
    label.tokens += own.length;
    label.unknown += unknown;
  }

  int records() {
    return records;
  }

  /** By label, sorted. */
  Map<String, OfLabel> labels() {
    return labels;
  }

  /** The different known tokens that occur. */
  int known() {
    int known = 0;
    for (int token = Tokenizer.FIRST; token < seen.length; token++) {
      known += seen[token] > 0 ? 1 : 0;
    }
    return known;
  }

  /** The records of one token. */
  int single() {
    return single;
  }

  /** The most records that hold one and the same token, and nothing else. */
  int sameToken() {
    int most = 0;
    for (int count : alone) {
      most = Math.max(most, count);
    }
    return most;
  }

  double unknownShare() {
    return share(seen[Tokenizer.UNKNOWN], tokens);
  }

  /**
   * The share of unknown tokens to expect in another record of the same source: that of the tokens
   * which no second record has (Good and Turing's estimate, by records).
   */
  double expectedUnknownShare() {
    long rare = seen[Tokenizer.UNKNOWN];
    for (int token = Tokenizer.FIRST; token < seen.length; token++) {
      rare += in[token] >= 0 ? seen[token] : 0;
    }
    return share(rare, tokens);
  }

  private static double share(long part, long all) {
    return all == 0 ? 0 : (double) part / all;
  }
}
