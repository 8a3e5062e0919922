package io.incrt.data.tokens;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Words and single punctuation marks in lower case, as a {@code tokenizer.json} describes; encoded
 * by the Hugging Face library, so that other readers of that file get the same numbers.
 *
 * <p>Blanks always separate words, so what stands between two of them is encoded once and then
 * cached: words recur, and a native call for each would be slow.
 */
public final class TextTokenizer implements Tokenizer {

  private static final int CACHED_WORDS = 200_000;
  private static final int CACHED_LENGTH = 40;

  private final TokenizerFile file;
  private final HuggingFaceTokenizer library;
  private final Map<String, int[]> cache = new ConcurrentHashMap<>();

  private TextTokenizer(TokenizerFile file, HuggingFaceTokenizer library) {
    this.file = file;
    this.library = library;
  }

  /** The tokenizer a file describes. */
  public static TextTokenizer of(TokenizerFile file) {
    // Otherwise the library contacts its maker's servers.
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    try {
      HuggingFaceTokenizer library =
          HuggingFaceTokenizer.newInstance(
              new ByteArrayInputStream(file.json().getBytes(StandardCharsets.UTF_8)),
              Map.of("padding", "false", "truncation", "false"));
      return new TextTokenizer(file, library);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int[] encode(String sequence) {
    int[] tokens = new int[16];
    int count = 0;
    int from = 0;
    while (from < sequence.length()) {
      int to = sequence.indexOf(' ', from);
      to = to < 0 ? sequence.length() : to;
      if (to > from) {
        int[] part = part(sequence.substring(from, to));
        if (count + part.length > tokens.length) {
          tokens = Arrays.copyOf(tokens, Math.max(2 * tokens.length, count + part.length));
        }
        System.arraycopy(part, 0, tokens, count, part.length);
        count += part.length;
      }
      from = to + 1;
    }
    return Arrays.copyOf(tokens, count);
  }

  private int[] part(String word) {
    int[] tokens = cache.get(word);
    if (tokens != null) {
      return tokens;
    }
    tokens =
        Arrays.stream(library.encode(word, false, false).getIds()).mapToInt(i -> (int) i).toArray();
    if (cache.size() < CACHED_WORDS && word.length() <= CACHED_LENGTH) {
      cache.put(word, tokens);
    }
    return tokens;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextTokenizer text && text.file.equals(file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
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

  /** Restores text tokenizers. */
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
