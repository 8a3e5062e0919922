package io.incrt.data.tokens;

import com.fasterxml.jackson.databind.JsonNode;

/** Restores tokenizers of one type from their stored form. */
public interface TokenizerType {

  /** Its name in {@code config.json}. */
  String name();

  /**
   * Restores a tokenizer.
   *
   * @param parameters as {@link Tokenizer#parameters} returned them
   * @param file as {@link Tokenizer#file} returned it
   * @throws IllegalArgumentException if the two do not describe a tokenizer
   */
  Tokenizer read(JsonNode parameters, TokenizerFile file);
}
