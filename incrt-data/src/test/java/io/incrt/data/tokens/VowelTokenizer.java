package io.incrt.data.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A tokenizer that knows vowels and consonants, one in so many letters, and counts its calls. */
public final class VowelTokenizer implements Tokenizer {

  private static final List<String> TOKENS = List.of("vowel", "consonant");

  private final int every;
  private final AtomicInteger calls = new AtomicInteger();

  /** Looks at every so many letters. */
  public VowelTokenizer(int every) {
    this.every = every;
  }

  /** How often something was tokenised. */
  public int calls() {
    return calls.get();
  }

  @Override
  public int[] encode(String sequence) {
    calls.incrementAndGet();
    List<Integer> tokens = new ArrayList<>();
    for (int i = 0; i < sequence.length(); i += every) {
      char letter = Character.toLowerCase(sequence.charAt(i));
      if (Character.isLetter(letter)) {
        tokens.add("aeiou".indexOf(letter) >= 0 ? FIRST : FIRST + 1);
      }
    }
    return tokens.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public int[] spans(String sequence) {
    return IntStream.range(0, sequence.length())
        .filter(i -> i % every == 0 && Character.isLetter(sequence.charAt(i)))
        .flatMap(i -> IntStream.of(i, i + 1))
        .toArray();
  }

  @Override
  public int size() {
    return FIRST + TOKENS.size();
  }

  @Override
  public String type() {
    return "vowels";
  }

  @Override
  public Map<String, Integer> parameters() {
    return Map.of("every", every);
  }

  @Override
  public TokenizerFile file() {
    return TokenizerFile.betweenBlanks(TOKENS);
  }

  @Override
  public String describe() {
    return "vowels and consonants";
  }

  /** Reads it back. */
  public static final class Type implements TokenizerType {
    @Override
    public String name() {
      return "vowels";
    }

    @Override
    public Tokenizer read(JsonNode parameters, TokenizerFile file) {
      return new VowelTokenizer(parameters.path("every").asInt());
    }
  }
}
