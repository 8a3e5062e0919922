package io.incrt.data.cache;

import io.incrt.base.file.Digests;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Which records are to be in a cache, and where it is.
 *
 * @param data the file they are in
 * @param folder where caches are
 * @param options how the file is read
 * @param kind what the sequences are made of; if empty it is detected
 * @param holdsOut whether some records are held out to validate on
 */
public record CachePlan(
    Path data, Path folder, ReadOptions options, Optional<Kind> kind, boolean holdsOut) {

  private static final int NAME = 16;

  /** What decides on the cache besides the data. */
  String key() throws IOException {
    DataSettings settings = options.settings();
    StringBuilder key = new StringBuilder("format ").append(CacheFormat.VERSION);
    key.append(", kind ").append(kind.map(Kind::option).orElse("auto"));
    key.append(", text ").append(options.textColumn().orElse(""));
    key.append(", label ").append(options.labelColumn().orElse(""));
    key.append(", skips ").append(options.skipBad());
    key.append(", limits ").append(settings.maxRecordLength());
    key.append(" ").append(settings.maxHeaderLength()).append(" ").append(settings.maxLabels());
    key.append(", holds out ").append(holdsOut);
    if (options.labelTable().isPresent()) {
      key.append(", labels ").append(CacheSource.digest(options.labelTable().get()));
    }
    return key.toString();
  }

  /** Its file: another one for other data or another key, wherever the data are. */
  Path file() throws IOException {
    Digests name = Digests.sha256().add(key()).add("\n" + Files.size(data) + "\n");
    String hex = HexFormat.of().formatHex(name.add(CacheSource.beginning(data)).bytes());
    return folder.resolve(hex.substring(0, NAME) + ".tokens");
  }
}
