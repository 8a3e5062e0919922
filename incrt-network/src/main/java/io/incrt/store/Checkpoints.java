package io.incrt.store;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import io.incrt.base.Printable;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.base.file.Disk;
import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import io.incrt.folder.HostTensor;
import io.incrt.folder.SafeTensors;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.RuleState;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checkpoints of a run, the two newest of them.
 *
 * <p>A file is: magic, version, length of the header, header (JSON), tensors (safetensors), SHA-256
 * of all that. A truncated or changed file is detected, and the one before it is used.
 */
public final class Checkpoints {

  private static final Logger LOG = System.getLogger(Checkpoints.class.getName());
  private static final byte[] MAGIC = "INCRTCKP".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 4;
  private static final int DIGEST = 32;
  private static final int PREFIX = MAGIC.length + 4 + 4;
  private static final int KEPT = 2;

  /** The kind of a folder of old checkpoints on their way out. */
  static final String OLD = "old-";

  private static final ObjectMapper JSON = mapper();

  private final Path directory;

  public Checkpoints(Path directory) {
    this.directory = directory;
  }

  /** Tags the state of a growth rule with the rule's name. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  private interface NamedByRule {}

  private static ObjectMapper mapper() {
    ObjectMapper mapper = Json.mapper().copy().addMixIn(RuleState.class, NamedByRule.class);
    GrowthRules.stateTypes()
        .forEach((rule, type) -> mapper.registerSubtypes(new NamedType(type, rule)));
    return mapper;
  }

  /** A checkpoint read back. */
  public record Checkpoint<T>(T header, Map<String, HostTensor> tensors) {}

  /** Writes a checkpoint and drops all but the newest two. */
  public void write(long step, Object header, Map<String, HostTensor> tensors) throws IOException {
    PlainFiles.requireDirectory(directory);
    DurableFiles.write(
        directory.resolve(String.format(Locale.ROOT, "step-%012d.ckpt", step)),
        out -> encode(header, tensors, out));
    List<Path> files = newestFirst();
    for (Path old : files.subList(Math.min(KEPT, files.size()), files.size())) {
      Files.deleteIfExists(old);
    }
  }

  /** Deletes all of them in one step: they are of a run that is replaced. */
  public void clear() throws IOException {
    PlainFiles.requireDirectory(directory);
    if (PlainFiles.exists(directory)) {
      if (!Files.isWritable(directory)) {
        throw new IOException(directory + " may not be written to, so it cannot be cleared");
      }
      Path away = DurableFiles.temporary(directory.toAbsolutePath().getParent(), OLD);
      Disk.REAL.move(directory, away);
      Disk.REAL.sync(away.getParent());
      DurableFiles.deleteTree(away);
    }
  }

  /** The newest intact checkpoint. */
  public <T> Optional<Checkpoint<T>> newest(Class<T> type) throws IOException {
    PlainFiles.requireDirectory(directory);
    List<Path> files = newestFirst();
    for (Path file : files) {
      try {
        return Optional.of(read(file, type));
      } catch (CorruptFileException e) {
        LOG.log(
            Logger.Level.WARNING,
            "the checkpoint {0} cannot be used ({1}) and is passed over",
            Printable.line(file.toString()),
            Printable.line(e.getMessage()));
      }
    }
    if (!files.isEmpty()) {
      throw new CorruptFileException(
          "none of the checkpoints in " + directory + " can be used; the run has to begin anew");
    }
    return Optional.empty();
  }

  private List<Path> newestFirst() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("step-\\d+\\.ckpt"))
          .sorted(Comparator.comparing(Path::getFileName).reversed())
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** A checkpoint as the bytes of a file. */
  public static byte[] encode(Checkpoint<?> checkpoint) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      encode(checkpoint.header(), checkpoint.tensors(), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes everything", e);
    }
    return bytes.toByteArray();
  }

  private static void encode(Object header, Map<String, HostTensor> tensors, OutputStream to)
      throws IOException {
    Digests digest = Digests.sha256();
    OutputStream out = digest.over(to);
    byte[] text = JSON.writeValueAsBytes(header);
    out.write(ByteBuffer.allocate(PREFIX).put(MAGIC).putInt(VERSION).putInt(text.length).array());
    out.write(text);
    SafeTensors.write(tensors, out);
    to.write(digest.bytes());
  }

  private static <T> Checkpoint<T> read(Path file, Class<T> type) throws IOException {
    long size = PlainFiles.size(file);
    try (InputStream in = new BufferedInputStream(PlainFiles.open(file), 1 << 16)) {
      return decode(in, size, type);
    }
  }

  /** The checkpoint in the bytes of a file. */
  public static <T> Checkpoint<T> decode(byte[] content, Class<T> type) {
    try {
      return decode(new ByteArrayInputStream(content), content.length, type);
    } catch (IOException e) {
      throw new UncheckedIOException("an array gives everything", e);
    }
  }

  private static <T> Checkpoint<T> decode(InputStream from, long size, Class<T> type)
      throws IOException {
    if (size < PREFIX + DIGEST) {
      throw new CorruptFileException("it is cut short or no checkpoint at all");
    }
    Digests digest = Digests.sha256();
    InputStream in = digest.over(from);
    ByteBuffer prefix = ByteBuffer.wrap(in.readNBytes(PREFIX));
    if (prefix.limit() < PREFIX || !prefix.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw new CorruptFileException("it is cut short or no checkpoint at all");
    }
    int version = prefix.getInt(MAGIC.length);
    if (version != VERSION) {
      throw new CorruptFileException(
          "it has version "
              + version
              + ", but this program reads version "
              + VERSION
              + "; a run of another version cannot be resumed");
    }
    Checkpoint<T> checkpoint = null;
    CorruptFileException problem = null;
    long body = size - DIGEST;
    InputStream rest = new BoundedStream(in, body - PREFIX);
    try {
      checkpoint = body(rest, prefix.getInt(MAGIC.length + 4), body - PREFIX, type);
    } catch (CorruptFileException e) {
      problem = e;
    }
    // Damage explains whatever else is wrong with it.
    rest.transferTo(OutputStream.nullOutputStream());
    if (!MessageDigest.isEqual(digest.bytes(), from.readNBytes(DIGEST + 1))) {
      throw new CorruptFileException("its checksum does not match its content");
    }
    if (problem != null) {
      throw problem;
    }
    return checkpoint;
  }

  private static <T> Checkpoint<T> body(InputStream in, int length, long available, Class<T> type)
      throws IOException {
    if (length < 0 || length > available) {
      throw new CorruptFileException("its header claims " + length + " bytes");
    }
    T header;
    String text = PlainFiles.text("its header", in.readNBytes(length));
    try {
      header = JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("its header cannot be read: " + Json.problem(e));
    }
    if (header == null) {
      throw new CorruptFileException("its header is empty");
    }
    return new Checkpoint<>(header, SafeTensors.read(in, available - length));
  }

  /** The first bytes of a stream. */
  private static final class BoundedStream extends InputStream {

    private final InputStream in;
    private long left;

    BoundedStream(InputStream in, long length) {
      this.in = in;
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 1 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = in.read(target, from, (int) Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
