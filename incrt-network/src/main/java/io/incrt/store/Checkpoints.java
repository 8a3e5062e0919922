package io.incrt.store;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.RuleState;
import io.incrt.tensor.HostTensor;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
  private static final int VERSION = 3;
  private static final int DIGEST = 32;
  private static final int PREFIX = MAGIC.length + 4 + 4;
  private static final int KEPT = 2;
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
    DurableFiles.write(
        directory.resolve(String.format("step-%012d.ckpt", step)), encode(header, tensors));
    List<Path> files = newestFirst();
    for (Path old : files.subList(Math.min(KEPT, files.size()), files.size())) {
      Files.deleteIfExists(old);
    }
  }

  /** Deletes all of them: they are of a run that is replaced. */
  public void clear() throws IOException {
    for (Path file : newestFirst()) {
      Files.deleteIfExists(file);
    }
  }

  /** The newest intact checkpoint. */
  public <T> Optional<Checkpoint<T>> newest(Class<T> type) throws IOException {
    List<Path> files = newestFirst();
    for (Path file : files) {
      try {
        return Optional.of(decode(Files.readAllBytes(file), type));
      } catch (CorruptFileException e) {
        LOG.log(
            Logger.Level.WARNING,
            "the checkpoint {0} cannot be used ({1}) and is passed over",
            file,
            e.getMessage());
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

  static byte[] encode(Object header, Map<String, HostTensor> tensors) throws IOException {
    byte[] text = JSON.writeValueAsBytes(header);
    byte[] numbers = SafeTensors.write(tensors);
    ByteBuffer bytes = ByteBuffer.allocate(PREFIX + text.length + numbers.length + DIGEST);
    bytes.put(MAGIC).putInt(VERSION).putInt(text.length).put(text).put(numbers);
    bytes.put(digest(bytes.array(), bytes.position()));
    return bytes.array();
  }

  public static <T> Checkpoint<T> decode(byte[] content, Class<T> type) {
    if (content.length < PREFIX + DIGEST
        || !Arrays.equals(MAGIC, Arrays.copyOf(content, MAGIC.length))) {
      throw new CorruptFileException("it is cut short or no checkpoint at all");
    }
    int body = content.length - DIGEST;
    if (!MessageDigest.isEqual(
        digest(content, body), Arrays.copyOfRange(content, body, content.length))) {
      throw new CorruptFileException("its checksum does not match its content");
    }
    ByteBuffer bytes = ByteBuffer.wrap(content);
    bytes.position(MAGIC.length);
    int version = bytes.getInt();
    if (version != VERSION) {
      throw new CorruptFileException(
          "it has version " + version + ", but this program reads version " + VERSION);
    }
    int length = bytes.getInt();
    if (length < 0 || length > body - PREFIX) {
      throw new CorruptFileException("its header claims " + length + " bytes");
    }
    T header;
    try {
      header = JSON.readValue(content, PREFIX, length, type);
    } catch (IOException e) {
      throw new CorruptFileException("its header cannot be read: " + e.getMessage());
    }
    if (header == null) {
      throw new CorruptFileException("its header is empty");
    }
    return new Checkpoint<>(
        header, SafeTensors.read(Arrays.copyOfRange(content, PREFIX + length, body)));
  }

  private static byte[] digest(byte[] content, int length) {
    return Digests.sha256().add(content, length).bytes();
  }
}
