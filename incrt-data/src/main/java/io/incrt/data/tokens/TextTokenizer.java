package io.incrt.data.tokens;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Words and single punctuation marks in lower case, as a {@code tokenizer.json} describes; encoded
 * by the Hugging Face library, so that other readers of that file get the same numbers.
 *
 * <p>Blanks always separate words, so what stands between two of them is encoded once and then
 * cached: words recur, and a native call for each would be slow.
 */
public final class TextTokenizer implements Tokenizer {

  /** Stands for what is no letter. */
  private static final int REPLACEMENT = 0xFFFD;

  private static final int CACHED_WORDS = 200_000;
  private static final int CACHED_LENGTH = 40;

  private final TokenizerFile file;
  private final HuggingFaceTokenizer library;
  private final Map<String, int[]> cache = new ConcurrentHashMap<>();
  private final Map<String, int[][]> spellings = new ConcurrentHashMap<>();

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
    for (int from = 0; from < sequence.length(); from = end(sequence, from) + 1) {
      int to = end(sequence, from);
      if (to > from) {
        int[] part = part(sequence.substring(from, to));
        if (count + part.length > tokens.length) {
          tokens = Arrays.copyOf(tokens, Math.max(2 * tokens.length, count + part.length));
        }
        System.arraycopy(part, 0, tokens, count, part.length);
        count += part.length;
      }
    }
    return Arrays.copyOf(tokens, count);
  }

  /** The next blank, or the end. */
  private static int end(String sequence, int from) {
    int to = sequence.indexOf(' ', from);
    return to < 0 ? sequence.length() : to;
  }

  @Override
  public Optional<int[][]> spelled(String sequence) {
    List<int[]> letters = new ArrayList<>();
    for (int from = 0; from < sequence.length(); from = end(sequence, from) + 1) {
      int to = end(sequence, from);
      if (to > from) {
        letters.addAll(Arrays.asList(spell(sequence.substring(from, to))));
      }
    }
    return Optional.of(letters.toArray(int[][]::new));
  }

  @Override
  public int[] spans(String sequence) {
    int[] spans = new int[32];
    int count = 0;
    for (int from = 0; from < sequence.length(); from = end(sequence, from) + 1) {
      int to = end(sequence, from);
      int[] own = to > from ? words(whole(sequence.substring(from, to))) : new int[0];
      if (count + own.length > spans.length) {
        spans = Arrays.copyOf(spans, Math.max(2 * spans.length, count + own.length));
      }
      for (int place : own) {
        spans[count++] = from + place;
      }
    }
    return Arrays.copyOf(spans, count);
  }

  private int[][] spell(String part) {
    int[][] letters = spellings.get(part);
    if (letters != null) {
      return letters;
    }
    String read = whole(part);
    int[] spans = words(read);
    letters = new int[spans.length / 2][];
    for (int i = 0; i < letters.length; i++) {
      boolean same = i > 0 && spans[2 * i] == spans[2 * i - 2];
      letters[i] =
          same ? letters[i - 1] : Spelling.of(read.substring(spans[2 * i], spans[2 * i + 1]));
    }
    if (spellings.size() < CACHED_WORDS && part.length() <= CACHED_LENGTH) {
      spellings.put(part, letters);
    }
    return letters;
  }

  /** Where each token's word begins and ends; pieces of one word have all its letters. */
  private int[] words(String read) {
    Encoding encoding = library.encode(read, false, false);
    long[] words = encoding.getWordIds();
    CharSpan[] chars = encoding.getCharTokenSpans();
    int[] spans = new int[2 * words.length];
    int first = 0;
    int point = 0;
    int at = 0;
    while (first < words.length) {
      int last = first;
      while (last + 1 < words.length && words[last + 1] == words[first]) {
        last++;
      }
      // The library counts code points; counted on from the last word, a long text stays linear.
      int from = read.offsetByCodePoints(at, chars[first].getStart() - point);
      int to = read.offsetByCodePoints(from, chars[last].getEnd() - chars[first].getStart());
      point = chars[last].getEnd();
      at = to;
      for (int i = first; i <= last; i++) {
        spans[2 * i] = from;
        spans[2 * i + 1] = to;
      }
      first = last + 1;
    }
    return spans;
  }

  /** Half of a code point is none: the library would make several letters of it. */
  private static String whole(String part) {
    for (int i = 0; i < part.length(); i++) {
      if (Character.isSurrogate(part.charAt(i))) {
        return part.codePoints()
            .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return part;
  }

  private int[] part(String word) {
    int[] tokens = cache.get(word);
    if (tokens != null) {
      return tokens;
    }
    tokens =
        Arrays.stream(library.encode(whole(word), false, false).getIds())
            .mapToInt(i -> (int) i)
            .toArray();
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
