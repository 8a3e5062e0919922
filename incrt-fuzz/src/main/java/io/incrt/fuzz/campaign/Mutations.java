package io.incrt.fuzz.campaign;

import io.incrt.base.file.Digests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Damage to one file of a model's folder, as a disk, a careless hand or an attacker does it. */
final class Mutations {

  private static final float[] NO_WEIGHTS = {
    Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 3.4e38f, -3.4e38f, 0
  };
  private static final String[] NUMBERS = {"0", "-1", "2147483647", "1e999", "9999999999999"};
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
  private static final Pattern TABLE =
      Pattern.compile(
          "\"([^\"]+)\":\\{\"dtype\":\"F32\",\"shape\":[^]]*],\"data_offsets\":\\[(\\d+),(\\d+)]");
  private static final Pattern STRING = Pattern.compile("\"([^\"\\\\]{1,30})\"");

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** Damages a file of a folder, and says how. */
  String damage(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    Path file = files.get(random.nextInt(files.size()));
    byte[] content = Files.readAllBytes(file);
    String how = content.length == 0 ? "deleted" : damage(file, content);
    if (how.equals("deleted")) {
      Files.delete(file);
    }
    return file.getFileName() + " " + how;
  }

  private String damage(Path file, byte[] content) throws IOException {
    boolean tensors = file.toString().endsWith(".safetensors");
    switch (random.nextInt(8)) {
      case 0 -> {
        int at = random.nextInt(content.length);
        content[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, content);
        return "with a bit flipped at " + at;
      }
      case 1 -> {
        int length = random.nextInt(content.length);
        Files.write(file, java.util.Arrays.copyOf(content, length));
        return "cut to " + length + " bytes";
      }
      case 2 -> {
        return "deleted";
      }
      case 3 -> {
        Files.delete(file);
        Path target = random.nextBoolean() ? Path.of("/dev/zero") : Path.of("/nowhere");
        Files.createSymbolicLink(file, target);
        return "a link to " + target;
      }
      case 4 -> {
        Files.delete(file);
        Files.createDirectory(file);
        return "a directory";
      }
      case 5 -> {
        int from = random.nextInt(content.length);
        int length = 1 + random.nextInt(Math.min(64, content.length - from));
        for (int i = from; i < from + length; i++) {
          content[i] = (byte) random.nextInt(256);
        }
        Files.write(file, content);
        return "with " + length + " random bytes at " + from;
      }
      default -> {
        return tensors ? weight(file, content) : text(file, content);
      }
    }
  }

  /** Puts something that is no weight where a weight was, in small tables as often as in large. */
  private String weight(Path file, byte[] content) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    int header = (int) bytes.getLong(0);
    List<MatchResult> tables =
        TABLE.matcher(new String(content, 8, header, StandardCharsets.UTF_8)).results().toList();
    MatchResult table = tables.get(random.nextInt(tables.size()));
    int from = Integer.parseInt(table.group(2));
    int numbers = (Integer.parseInt(table.group(3)) - from) / 4;
    if (numbers == 0) {
      return "deleted";
    }
    float value = NO_WEIGHTS[random.nextInt(NO_WEIGHTS.length)];
    bytes.putFloat(8 + header + from + 4 * random.nextInt(numbers), value);
    Files.write(file, content);
    return "with the weight " + value + " in " + table.group(1);
  }

  /** Changes a number, or exchanges two strings: labels, tokens, names. */
  private String text(Path file, byte[] content) throws IOException {
    String text = new String(content, StandardCharsets.UTF_8);
    List<String> strings = STRING.matcher(text).results().map(r -> r.group(1)).distinct().toList();
    if (strings.size() > 1 && random.nextBoolean()) {
      String a = strings.get(random.nextInt(strings.size()));
      String b = strings.get(random.nextInt(strings.size()));
      String changed =
          text.replace("\"" + a + "\"", "\"\0\"")
              .replace("\"" + b + "\"", "\"" + a + "\"")
              .replace("\"\0\"", "\"" + b + "\"");
      Files.writeString(file, changed);
      return "with " + a + " and " + b + " exchanged";
    }
    Matcher numbers = NUMBER.matcher(text);
    int count = (int) numbers.results().count();
    if (count == 0) {
      return "deleted";
    }
    int chosen = random.nextInt(count);
    String value = NUMBERS[random.nextInt(NUMBERS.length)];
    int[] seen = {0};
    Files.writeString(
        file, NUMBER.matcher(text).replaceAll(r -> seen[0]++ == chosen ? value : r.group()));
    return "with the number " + value + " in place " + chosen;
  }

  /** Makes the manifest fit again, as an attacker would. */
  static void seal(Path folder) throws IOException {
    Path manifest = folder.resolve("manifest.json");
    if (!Files.isRegularFile(manifest)) {
      return;
    }
    StringBuilder files = new StringBuilder();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        if (!file.equals(manifest) && !file.getFileName().toString().startsWith(".")) {
          byte[] content = Files.readAllBytes(file);
          files
              .append(files.isEmpty() ? "" : ",")
              .append("{\"name\":\"")
              .append(file.getFileName())
              .append("\",\"size\":")
              .append(content.length)
              .append(",\"sha256\":\"")
              .append(Digests.sha256().add(content).hex())
              .append("\"}");
        }
      }
    }
    Files.writeString(manifest, "{\"format\":1,\"files\":[" + files + "]}");
  }
}
