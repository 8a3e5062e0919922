package io.incrt.data.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Stores and restores tokenizers of a model's folder: type and parameters in one file, tokens in
 * another.
 */
public final class Tokenizers {

  private Tokenizers() {}

  /** The entry of a tokenizer in {@code config.json}: its type and its parameters. */
  public static ObjectNode describe(Tokenizer tokenizer) {
    ObjectNode node = Json.object().put("type", tokenizer.type());
    tokenizer.parameters().forEach(node::put);
    return node;
  }

  /**
   * Restores a tokenizer.
   *
   * @param described as {@link #describe} wrote it
   * @param file the text of {@code tokenizer.json}
   * @throws IllegalArgumentException if they do not describe a tokenizer
   */
  public static Tokenizer read(JsonNode described, String file) {
    return read(described, file, List.of());
  }

  /**
   * The same with types that come before the registered ones of their names, for programs that cut
   * text in the same way with another library.
   */
  public static Tokenizer read(JsonNode described, String file, List<TokenizerType> own) {
    Map<String, TokenizerType> types = new TreeMap<>();
    ServiceLoader.load(TokenizerType.class, Tokenizers.class.getClassLoader())
        .forEach(type -> types.put(type.name(), type));
    own.forEach(type -> types.put(type.name(), type));
    TokenizerFile tokens;
    try {
      tokens = TokenizerFile.parse(file);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("tokenizer.json cannot be used: " + e.getMessage(), e);
    }
    TokenizerType type = types.get(described.path("type").asText());
    if (type == null) {
      throw new IllegalArgumentException(
          "config.json must say the tokenizer is of type " + String.join(" or ", types.keySet()));
    }
    return type.read(described, tokens);
  }
}
