package io.incrt.data.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Windows of k letters, every {@code stride} letters. Letters are taken in upper case.
 *
 * <p>A window with an ambiguous letter (N among bases, X among amino acids) is unknown. Spreading
 * it over all windows it may stand for would need several tokens in one place; and as a token of
 * its own it would let a model recognise a laboratory by its gaps. Training also replaces tokens by
 * the unknown token at random, so the model is used to it.
 */
public final class KmerTokenizer implements Tokenizer {

  private final int k;
  private final int stride;
  private final Kind kind;
  private final List<String> vocabulary;
  // A hash table of token numbers by their letters, with linear probing.
  private final int[] table;

  private KmerTokenizer(int k, int stride, List<String> vocabulary) {
    if (k < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "k and stride must be at least 1 but are " + k + " and " + stride);
    }
    this.k = k;
    this.stride = stride;
    this.vocabulary = List.copyOf(vocabulary);
    this.kind = kind(vocabulary);
    this.table = new int[Integer.highestOneBit(Math.max(1, vocabulary.size())) * 4];
    for (int i = 0; i < vocabulary.size(); i++) {
      String window = vocabulary.get(i);
      if (window.length() != k) {
        throw new IllegalArgumentException(
            "a window has " + k + " letters, but '" + window + "' has " + window.length());
      }
      int at = place(window, 0);
      while (table[at] != 0) {
        at = (at + 1) & (table.length - 1);
      }
      table[at] = FIRST + i;
    }
  }

  /** A tokenizer that knows these windows, numbered from {@link #FIRST} on. */
  public static KmerTokenizer of(int k, int stride, List<String> vocabulary) {
    return new KmerTokenizer(k, stride, vocabulary);
  }

  /**
   * A tokenizer that knows the windows of these records.
   *
   * @param ambiguous ambiguity letters; a window with one of them stays unknown
   */
  public static KmerTokenizer learn(
      int k, int stride, String ambiguous, List<LabelledSequence> records) {
    TreeSet<String> windows = new TreeSet<>();
    for (LabelledSequence sequence : records) {
      String letters = letters(sequence.sequence());
      for (int i = 0; i + k <= letters.length(); i += stride) {
        windows.add(letters.substring(i, i + k));
      }
    }
    windows.removeIf(window -> window.chars().anyMatch(letter -> ambiguous.indexOf(letter) >= 0));
    return of(k, stride, List.copyOf(windows));
  }

  /** The same tokenizer, which also knows the windows of the other strand of what it knows. */
  public KmerTokenizer withOtherStrand() {
    TreeSet<String> windows = new TreeSet<>(vocabulary);
    vocabulary.forEach(window -> windows.add(OtherStrand.of(window)));
    return of(k, stride, List.copyOf(windows));
  }

  @Override
  public Optional<int[]> complements() {
    if (kind() != Kind.DNA || stride != 1) {
      return Optional.empty();
    }
    int[] others = new int[size()];
    others[UNKNOWN] = UNKNOWN;
    for (int i = 0; i < vocabulary.size(); i++) {
      others[FIRST + i] = number(OtherStrand.of(vocabulary.get(i)), 0);
    }
    return Optional.of(others);
  }

  @Override
  public Kind kind() {
    return kind;
  }

  /** By the letters it knows: those of bases, with T or with U, or more than that. */
  private static Kind kind(List<String> vocabulary) {
    boolean dna = true;
    boolean rna = true;
    for (String window : vocabulary) {
      for (int i = 0; i < window.length(); i++) {
        char letter = window.charAt(i);
        dna &= "ACGT-".indexOf(letter) >= 0;
        rna &= "ACGU-".indexOf(letter) >= 0;
      }
    }
    return dna ? Kind.DNA : rna ? Kind.RNA : Kind.PROTEIN;
  }

  /** A sequence in upper case, without blanks: files put them between blocks and lines. */
  private static String letters(String sequence) {
    String letters = sequence.toUpperCase(Locale.ROOT);
    for (int i = 0; i < letters.length(); i++) {
      if (Character.isWhitespace(letters.charAt(i))) {
        return letters.replaceAll("\\s+", "");
      }
    }
    return letters;
  }

  /** The number of letters of a token. */
  public int k() {
    return k;
  }

  /** The letters from one token to the next; 1 overlaps as much as possible. */
  public int stride() {
    return stride;
  }

  /** The known windows, sorted. */
  public List<String> vocabulary() {
    return vocabulary;
  }

  @Override
  public int[] encode(String sequence) {
    String letters = letters(sequence);
    if (letters.length() < k) {
      // A few short records among long ones: they can be answered, with a warning.
      return letters.isEmpty() ? new int[0] : new int[] {UNKNOWN};
    }
    int[] tokens = new int[(letters.length() - k) / stride + 1];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = number(letters, i * stride);
    }
    return tokens;
  }

  @Override
  public int[] spans(String sequence) {
    int[] places = places(sequence);
    int letters = places.length / 2;
    int tokens = letters < k ? Math.min(letters, 1) : (letters - k) / stride + 1;
    int[] spans = new int[2 * tokens];
    for (int i = 0; i < tokens; i++) {
      spans[2 * i] = places[2 * i * stride];
      spans[2 * i + 1] = places[2 * Math.min(i * stride + k, letters) - 1];
    }
    return spans;
  }

  /** Where each of the letters that are read comes from: some have two in upper case. */
  private static int[] places(String sequence) {
    int[] places = new int[2 * sequence.length()];
    int count = 0;
    int to;
    for (int from = 0; from < sequence.length(); from = to) {
      to = sequence.offsetByCodePoints(from, 1);
      int letters =
          Character.isWhitespace(sequence.charAt(from))
              ? letters(sequence.substring(from, to)).length()
              : upperLength(sequence, from, to);
      if (count + 2 * letters > places.length) {
        places = Arrays.copyOf(places, 2 * places.length + 2 * letters);
      }
      for (int i = 0; i < letters; i++) {
        places[count++] = from;
        places[count++] = to;
      }
    }
    return Arrays.copyOf(places, count);
  }

  private static int upperLength(String sequence, int from, int to) {
    return sequence.charAt(from) < 128
        ? 1
        : sequence.substring(from, to).toUpperCase(Locale.ROOT).length();
  }

  private int number(String letters, int from) {
    int at = place(letters, from);
    while (table[at] != 0) {
      if (letters.startsWith(vocabulary.get(table[at] - FIRST), from)) {
        return table[at];
      }
      at = (at + 1) & (table.length - 1);
    }
    return UNKNOWN;
  }

  private int place(String letters, int from) {
    int hash = 0;
    for (int i = from; i < from + k; i++) {
      hash = 31 * hash + letters.charAt(i);
    }
    hash *= 0x9E3779B9;
    return (hash ^ hash >>> 15) & (table.length - 1);
  }

  @Override
  public int size() {
    return FIRST + vocabulary.size();
  }

  @Override
  public int overlap() {
    return (k + stride - 1) / stride;
  }

  @Override
  public TokenizerFile file() {
    return TokenizerFile.betweenBlanks(vocabulary);
  }

  @Override
  public String type() {
    return Type.NAME;
  }

  @Override
  public Map<String, Integer> parameters() {
    Map<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("k", k);
    parameters.put("stride", stride);
    return parameters;
  }

  @Override
  public String describe() {
    if (k == 1 && stride == 1) {
      return "single letters";
    }
    return "windows of "
        + k
        + " letters, "
        + (stride == 1 ? "one for every letter" : "one every " + stride + " letters");
  }

  /** Restores k-mer tokenizers. */
  public static final class Type implements TokenizerType {

    private static final String NAME = "kmer";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Tokenizer read(JsonNode parameters, TokenizerFile file) {
      return of(parameters.path("k").asInt(), parameters.path("stride").asInt(), file.tokens());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KmerTokenizer kmers
        && kmers.k == k
        && kmers.stride == stride
        && kmers.vocabulary.equals(vocabulary);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new int[] {k, stride, vocabulary.hashCode()});
  }
}
