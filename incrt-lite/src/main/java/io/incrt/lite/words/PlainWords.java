package io.incrt.lite.words;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.Spelling;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.TokenizerFile;
import io.incrt.data.tokens.TokenizerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Words and single punctuation marks in lower case, or pieces of them, as {@link
 * io.incrt.data.tokens.TextTokenizer} gives them, without the native library behind it.
 */
public final class PlainWords implements Tokenizer {

  /** Stands for half of a character, which is none. */
  private static final int REPLACEMENT = 0xFFFD;

  private final TokenizerFile file;
  private final Characters characters = Characters.read();
  private final Function<String, int[]> numbers;

  private PlainWords(TokenizerFile file, Function<String, int[]> numbers) {
    this.file = file;
    this.numbers = numbers;
  }

  private static PlainWords of(TokenizerFile file) {
    JsonNode json;
    try {
      json = Json.mapper().readTree(file.json());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(Json.problem(e), e);
    }
    if (!json.path("pre_tokenizer").path("type").asText().equals("Split")) {
      throw new IllegalArgumentException("tokenizer.json is not that of words, but of k-mers");
    }
    Map<String, Integer> vocabulary = file.vocabulary();
    if (!json.path("model").path("type").asText().equals("BPE")) {
      return new PlainWords(file, word -> new int[] {vocabulary.getOrDefault(word, UNKNOWN)});
    }
    Pieces pieces = new Pieces(vocabulary, UNKNOWN);
    int rank = 0;
    for (JsonNode pair : json.path("model").path("merges")) {
      pieces.add(rank++, pair.path(0).asText(), pair.path(1).asText());
    }
    return new PlainWords(
        file,
        word -> {
          Integer whole = vocabulary.get(word);
          return whole == null ? pieces.of(word) : new int[] {whole};
        });
  }

  /** Takes the words and marks of a text. */
  @FunctionalInterface
  private interface Receiver {
    /**
     * A word or mark.
     *
     * @param word in lower case
     * @param from its first character in the text
     * @param to behind its last
     */
    void accept(String word, int from, int to);
  }

  /** Every word and mark of a text. */
  private void cut(String text, Receiver receiver) {
    StringBuilder word = new StringBuilder();
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      int next = at + Character.charCount(character);
      if (isHalf(character)) {
        character = REPLACEMENT;
      }
      int[] lower = characters.lower(character);
      for (int i = 0; i < (lower == null ? 1 : lower.length); i++) {
        int letter = lower == null ? character : lower[i];
        if (characters.isWord(letter)) {
          from = word.isEmpty() ? at : from;
          word.appendCodePoint(letter);
          continue;
        }
        // A letter that is still of the word may have come of the same character.
        end(word, from, i == 0 ? at : next, receiver);
        if (!characters.isBlank(letter)) {
          receiver.accept(Character.toString(letter), at, next);
        }
      }
      at = next;
    }
    end(word, from, at, receiver);
  }

  private static void end(StringBuilder word, int from, int to, Receiver receiver) {
    if (!word.isEmpty()) {
      receiver.accept(word.toString(), from, to);
      word.setLength(0);
    }
  }

  private static boolean isHalf(int character) {
    return Character.getType(character) == Character.SURROGATE;
  }

  /** Numbers that grow in number. */
  private static final class Numbers {

    private int[] values = new int[16];
    private int count;

    void add(int... more) {
      if (count + more.length > values.length) {
        values = Arrays.copyOf(values, Math.max(2 * values.length, count + more.length));
      }
      System.arraycopy(more, 0, values, count, more.length);
      count += more.length;
    }

    int[] all() {
      return Arrays.copyOf(values, count);
    }
  }

  @Override
  public int[] encode(String sequence) {
    Numbers tokens = new Numbers();
    cut(sequence, (word, from, to) -> tokens.add(numbers.apply(word)));
    return tokens.all();
  }

  @Override
  public int[] spans(String sequence) {
    Numbers spans = new Numbers();
    cut(
        sequence,
        (word, from, to) -> {
          for (int i = numbers.apply(word).length; i > 0; i--) {
            spans.add(from, to);
          }
        });
    return spans.all();
  }

  @Override
  public Optional<int[][]> spelled(String sequence) {
    List<int[]> letters = new ArrayList<>();
    cut(
        sequence,
        (word, from, to) -> {
          boolean half = to == from + 1 && isHalf(sequence.charAt(from));
          int[] own =
              Spelling.of(half ? Character.toString(REPLACEMENT) : sequence.substring(from, to));
          for (int i = numbers.apply(word).length; i > 0; i--) {
            letters.add(own);
          }
        });
    return Optional.of(letters.toArray(int[][]::new));
  }

  @Override
  public int size() {
    return file.size();
  }

  @Override
  public TokenizerFile file() {
    return file;
  }

  @Override
  public String type() {
    return Type.NAME;
  }

  @Override
  public String describe() {
    return "words and marks";
  }

  /** Restores them. */
  public static final class Type implements TokenizerType {

    private static final String NAME = "text";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Tokenizer read(JsonNode parameters, TokenizerFile file) {
      return of(file);
    }
  }
}
