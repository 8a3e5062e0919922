package io.incrt.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The content of manifest.json: what the files of a model's folder are, so that damage and files of
 * another model are noticed.
 *
 * @param format the format of the manifest
 * @param files every other file
 */
public record Manifest(int format, List<Entry> files) {

  /** Its name in a folder. */
  public static final String NAME = "manifest.json";

  /** The most bytes of a manifest: it names a dozen files. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int FORMAT = 1;
  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{64}");

  /** One file. */
  public record Entry(String name, long size, String sha256) {}

  /** The manifest of these files. */
  public static Manifest of(List<Entry> files) {
    return new Manifest(FORMAT, List.copyOf(files));
  }

  /** The content of the file. */
  public byte[] toJson() {
    return Json.pretty(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the manifest in a folder.
   *
   * @throws NoSuchFileException if there is none
   */
  public static Manifest read(Path folder) throws IOException {
    return parse(PlainFiles.bytes(folder.resolve(NAME), MOST_BYTES));
  }

  /** Reads the content of the file. */
  public static Manifest parse(byte[] bytes) {
    String text = PlainFiles.text(NAME, bytes);
    Manifest manifest;
    try {
      JsonNode json = Json.mapper().readTree(text);
      // Asked first, since another format may have other fields.
      if (json.path("format").isInt() && json.path("format").asInt() != FORMAT) {
        throw new CorruptFileException(
            NAME
                + " has format "
                + json.path("format").asInt()
                + ", but this program reads format "
                + FORMAT
                + "; the folder is of another version");
      }
      manifest = Json.mapper().treeToValue(json, Manifest.class);
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(NAME + " cannot be read: " + Json.problem(e));
    }
    if (manifest == null || manifest.files == null) {
      throw new CorruptFileException(NAME + " names no files");
    }
    Set<String> names = new HashSet<>();
    for (Entry entry : manifest.files) {
      boolean whole =
          entry != null
              && entry.name != null
              && entry.sha256 != null
              && NAMES.matcher(entry.name).matches()
              && !entry.name.equals(NAME)
              && entry.size >= 0
              && SHA.matcher(entry.sha256).matches()
              && names.add(entry.name);
      if (!whole) {
        throw new CorruptFileException(NAME + " names a file that no model has");
      }
    }
    return manifest;
  }
}
