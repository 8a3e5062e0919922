package io.incrt.data.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.SubwordLearner.Merge;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A {@code tokenizer.json} in the format of the Hugging Face library: how text is split, and the
 * tokens with their numbers. {@code [PAD]} is 0, {@code [UNK]} is 1.
 *
 * <p>For k-mers the file describes words between blanks, the k-mers being the words, since the
 * format cannot express overlapping windows. Other readers of the file put blanks between the
 * windows first; {@code config.json} has k and stride.
 *
 * @param json the file's content
 * @param vocabulary every token's number
 */
public record TokenizerFile(String json, Map<String, Integer> vocabulary) {

  private static final String PADDING = "[PAD]";
  private static final String UNKNOWN = "[UNK]";
  private static final String WORDS = "[\\p{L}\\p{N}_]+|[^\\s\\p{L}\\p{N}_]";

  /** Copies. */
  public TokenizerFile {
    vocabulary = Map.copyOf(vocabulary);
  }

  /** The size of the vocabulary. */
  public int size() {
    return vocabulary.size();
  }

  /** The tokens from {@link Tokenizer#FIRST} on, by their numbers. */
  public List<String> tokens() {
    String[] tokens = new String[size()];
    vocabulary.forEach((token, number) -> tokens[number] = token);
    return List.of(tokens).subList(Tokenizer.FIRST, tokens.length);
  }

  /** Whole words and marks; everything else is unknown. */
  static TokenizerFile words(List<String> words) {
    ObjectNode json = skeleton();
    json.putObject("normalizer").put("type", "Lowercase");
    putWordSplit(json);
    return wordLevel(json, words);
  }

  /** Tokens that stand between blanks, taken as they are. */
  public static TokenizerFile betweenBlanks(List<String> tokens) {
    ObjectNode json = skeleton();
    json.putNull("normalizer");
    json.putObject("pre_tokenizer").put("type", "WhitespaceSplit");
    return wordLevel(json, tokens);
  }

  /** Whole words and marks; other words are composed of pieces. */
  static TokenizerFile words(List<String> words, SubwordLearner.Pieces pieces) {
    ObjectNode json = skeleton();
    json.putObject("normalizer").put("type", "Lowercase");
    putWordSplit(json);
    Map<String, Integer> vocabulary = numbered(words);
    pieces.pieces().forEach(piece -> vocabulary.putIfAbsent(piece, vocabulary.size()));
    ObjectNode model = json.putObject("model");
    model.put("type", "BPE");
    model.putNull("dropout");
    model.put("unk_token", UNKNOWN);
    model.put("continuing_subword_prefix", SubwordLearner.INNER);
    model.putNull("end_of_word_suffix");
    model.put("fuse_unk", true);
    model.put("byte_fallback", false);
    model.put("ignore_merges", true);
    ObjectNode numbers = model.putObject("vocab");
    vocabulary.forEach(numbers::put);
    ArrayNode merges = model.putArray("merges");
    for (Merge merge : pieces.merges()) {
      merges.addArray().add(merge.left()).add(merge.right());
    }
    return of(json, vocabulary);
  }

  private static ObjectNode skeleton() {
    ObjectNode json = Json.object();
    json.put("version", "1.0");
    json.putNull("truncation");
    json.putNull("padding");
    // No added tokens: a text that holds "[UNK]" would become the unknown token.
    json.putArray("added_tokens");
    return json;
  }

  private static void putWordSplit(ObjectNode json) {
    ObjectNode split = json.putObject("pre_tokenizer");
    split.put("type", "Split");
    split.putObject("pattern").put("Regex", WORDS);
    split.put("behavior", "Removed");
    split.put("invert", true);
  }

  private static TokenizerFile wordLevel(ObjectNode json, List<String> tokens) {
    Map<String, Integer> vocabulary = numbered(tokens);
    ObjectNode model = json.putObject("model");
    model.put("type", "WordLevel");
    ObjectNode numbers = model.putObject("vocab");
    vocabulary.forEach(numbers::put);
    model.put("unk_token", UNKNOWN);
    return of(json, vocabulary);
  }

  private static Map<String, Integer> numbered(List<String> tokens) {
    Map<String, Integer> vocabulary = new LinkedHashMap<>();
    vocabulary.put(PADDING, Tokenizer.PADDING);
    vocabulary.put(UNKNOWN, Tokenizer.UNKNOWN);
    tokens.forEach(token -> vocabulary.putIfAbsent(token, vocabulary.size()));
    return vocabulary;
  }

  private static TokenizerFile of(ObjectNode json, Map<String, Integer> vocabulary) {
    json.putNull("post_processor");
    json.putNull("decoder");
    return new TokenizerFile(Json.pretty(json), vocabulary);
  }

  /**
   * Parses a file. It must be of a kind that is written here: anything else could split text in
   * ways the model was not trained with. The library is given text written anew, not the file's
   * own.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static TokenizerFile parse(String text) {
    JsonNode json;
    try {
      json = Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + Json.problem(e), e);
    }
    List<String> tokens = tokens(json.path("model").path("vocab"));
    TokenizerFile parsed;
    if (json.path("model").path("type").asText().equals("BPE")) {
      parsed = words(List.of(), new SubwordLearner.Pieces(tokens, merges(json, tokens)));
    } else if (json.path("pre_tokenizer").path("type").asText().equals("WhitespaceSplit")) {
      parsed = betweenBlanks(tokens);
    } else {
      parsed = words(tokens);
    }
    try {
      if (!Json.mapper().readTree(parsed.json).equals(json)) {
        throw new IllegalArgumentException(
            "it cuts text in another way than the tokenizers this program writes");
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was written can be read", e);
    }
    return parsed;
  }

  /** The tokens from {@link Tokenizer#FIRST} on, by their numbers. */
  private static List<String> tokens(JsonNode vocab) {
    String[] tokens = new String[vocab.size()];
    for (Map.Entry<String, JsonNode> entry : vocab.properties()) {
      int number = entry.getValue().isInt() ? entry.getValue().intValue() : -1;
      if (number < 0 || number >= tokens.length || tokens[number] != null) {
        throw new IllegalArgumentException(
            "its tokens must be numbered from 0 to "
                + (tokens.length - 1)
                + ", but '"
                + entry.getKey()
                + "' has "
                + entry.getValue());
      }
      tokens[number] = entry.getKey();
    }
    if (tokens.length < Tokenizer.FIRST
        || !tokens[Tokenizer.PADDING].equals(PADDING)
        || !tokens[Tokenizer.UNKNOWN].equals(UNKNOWN)) {
      throw new IllegalArgumentException("its first tokens must be [PAD] and [UNK]");
    }
    return List.of(tokens).subList(Tokenizer.FIRST, tokens.length);
  }

  private static List<Merge> merges(JsonNode json, List<String> tokens) {
    Set<String> known = new HashSet<>(tokens);
    List<Merge> merges = new ArrayList<>();
    for (JsonNode pair : json.path("model").path("merges")) {
      Merge merge = new Merge(pair.path(0).asText(), pair.path(1).asText());
      if (!known.contains(merge.left())
          || !known.contains(merge.right())
          || !merge.right().startsWith(SubwordLearner.INNER)
          || !known.contains(merge.joined())) {
        throw new IllegalArgumentException("it joins pieces that are no tokens: " + pair);
      }
      merges.add(merge);
    }
    return merges;
  }
}
