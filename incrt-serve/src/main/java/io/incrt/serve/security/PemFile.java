package io.incrt.serve.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The blocks of a PEM file.
 *
 * @param file where it is
 * @param blocks in their order
 */
record PemFile(Path file, List<Block> blocks) {

  private static final int MOST_BYTES = 1 << 20;

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  /**
   * A block.
   *
   * @param type what stands behind BEGIN
   * @param der its bytes
   * @param encrypted whether they are, in the old way that says so in headers
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Block(String type, byte[] der, boolean encrypted) {}

  /** Reads a file. */
  static PemFile read(Path file) throws IOException {
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    List<Block> blocks = new ArrayList<>();
    if (bytes.length <= MOST_BYTES) {
      Matcher matcher = BLOCK.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
      while (matcher.find()) {
        blocks.add(block(file, matcher.group(1), matcher.group(2)));
      }
    }
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException(
          file
              + " is not a PEM file, which has -----BEGIN …----- in it; openssl x509 -inform der"
              + " (or openssl pkcs12 -nodes) turns other formats into it");
    }
    return new PemFile(file, blocks);
  }

  private static Block block(Path file, String type, String body) {
    boolean encrypted = body.contains("Proc-Type:") && body.contains("ENCRYPTED");
    if (encrypted) {
      return new Block(type, new byte[0], true);
    }
    try {
      return new Block(type, Base64.getMimeDecoder().decode(body), false);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + " is damaged: what is between its BEGIN " + type + " and END is not base64", e);
    }
  }

  /** The blocks of a type. */
  List<Block> of(String type) {
    return blocks.stream().filter(block -> block.type().equals(type)).toList();
  }

  /** What there is, in words. */
  String types() {
    return blocks.stream().map(Block::type).distinct().collect(Collectors.joining(", "));
  }
}
