package io.incrt.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.base.file.ProcessLock;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Manifest;
import io.incrt.folder.SafeTensors;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One folder is one model: what is damaged, mixed or hostile is refused. */
class ModelFolderTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "golden", "format-2", "text");

  @TempDir private Path directory;
  private Path folder;

  @BeforeEach
  void saveAModel() throws IOException {
    folder = directory.resolve("model");
    try (Incrt model = Incrt.load(GOLDEN)) {
      model.save(folder);
    }
    // The golden one is of the format before; this one is sealed as training seals it.
    Path config = folder.resolve("config.json");
    Files.writeString(config, Files.readString(config).replace("\"format\" : 2", "\"format\" : 3"));
    seal();
  }

  /** Writes a manifest that fits, as an attacker could. */
  private void seal() throws IOException {
    List<Manifest.Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        if (!name.equals(Manifest.NAME) && !name.startsWith(".")) {
          byte[] bytes = Files.readAllBytes(file);
          entries.add(new Manifest.Entry(name, bytes.length, Digests.sha256().add(bytes).hex()));
        }
      }
    }
    Files.write(folder.resolve(Manifest.NAME), Manifest.of(entries).toJson());
  }

  private void assertRefused(String message) {
    String found = assertThrows(CorruptFileException.class, () -> Incrt.load(folder)).getMessage();
    assertTrue(found.startsWith(folder + " cannot be opened: "), found);
    assertTrue(found.contains(message), found);
  }

  private void change(String file, String from, String to) throws IOException {
    String text = Files.readString(folder.resolve(file));
    assertTrue(text.contains(from), text);
    Files.writeString(folder.resolve(file), text.replace(from, to));
  }

  @Test
  void anyChangedFileIsNoticed() throws IOException {
    Incrt.load(folder).close();
    for (String name :
        List.of("model.safetensors", "config.json", "tokenizer.json", "growth.jsonl")) {
      byte[] content = Files.readAllBytes(folder.resolve(name));
      for (int at = 0; at < content.length; at += Math.max(1, content.length / 40)) {
        content[at] ^= 4;
        Files.write(folder.resolve(name), content);
        assertRefused(name + " is not the file that manifest.json was written for");
        content[at] ^= 4;
      }
      Files.write(folder.resolve(name), content);
    }
    change(
        "config.json", "\"labels\" : [ \"bad\", \"good\" ]", "\"labels\" : [ \"good\", \"bad\" ]");
    assertRefused("config.json is not the file");
    Files.delete(folder.resolve(Manifest.NAME));
    assertRefused("manifest.json is missing, so nothing shows that its files belong together");
  }

  @Test
  void missingFilesAndHostileManifestsAreRefused() throws IOException {
    Files.delete(folder.resolve("growth.jsonl"));
    assertRefused("growth.jsonl is missing, which its manifest names");
    for (String manifest :
        List.of(
            "{",
            "null",
            "{\"format\": 1}",
            "{\"format\": 1, \"files\": [{\"name\": \"../x\", \"size\": 1, \"sha256\": \""
                + "0".repeat(64)
                + "\"}]}",
            "{\"format\": 1, \"files\": [null]}",
            "{\"format\": 7, \"files\": [], \"more\": 1}",
            "{\"format\": 1, \"files\": []}")) {
      Files.writeString(folder.resolve(Manifest.NAME), manifest);
      String found =
          assertThrows(CorruptFileException.class, () -> Incrt.load(folder)).getMessage();
      assertFalse(found.contains("\n") || found.contains("REDACTED"), found);
    }
  }

  @Test
  void weightsThatAreNoneAreRefusedEvenWithAFittingManifest() throws IOException {
    Path file = folder.resolve("model.safetensors");
    byte[] whole = Files.readAllBytes(file);
    ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int first = 8 + (int) bytes.getLong(0);
    for (float value : new float[] {Float.NaN, Float.NEGATIVE_INFINITY, 3.4e38f}) {
      for (int at = first; at < whole.length; at += 4 * Math.max(1, (whole.length - first) / 80)) {
        float before = bytes.getFloat(at);
        bytes.putFloat(at, value);
        Files.write(file, whole);
        seal();
        assertRefused("holds " + value + ", which is no weight of a trained network");
        bytes.putFloat(at, before);
      }
    }
  }

  @Test
  void aStrideOfTheLargestNumberIsRefused() throws IOException {
    Path kmers = GOLDEN.resolveSibling("dna");
    try (Stream<Path> files = Files.list(kmers)) {
      for (Path file : files.toList()) {
        Files.write(folder.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
    seal();
    Incrt.load(folder).close();
    String config = Files.readString(folder.resolve("config.json"));
    Files.writeString(
        folder.resolve("config.json"),
        config.replaceAll("\"stride\" : \\d+", "\"stride\" : 2147483647"));
    assertRefused("config.json has ");
  }

  @Test
  void linksInAFolderAreNotFollowed() throws IOException {
    Path outside = directory.resolve("outside");
    Files.move(folder.resolve("model.safetensors"), outside);
    Files.createSymbolicLink(folder.resolve("model.safetensors"), outside);
    assertRefused("is a symbolic link where a regular file is needed");
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve("checkpoints"), elsewhere);
    assertThrows(CorruptFileException.class, () -> ModelFolder.lock(folder));
    assertThrows(CorruptFileException.class, () -> ModelFolder.lock(folder), "it is not held");
    assertThrows(
        CorruptFileException.class,
        () -> ModelFolder.checkpoints(folder).write(1, Map.of(), Map.of()));
    assertThrows(CorruptFileException.class, () -> ModelFolder.beginAnew(folder));
    Files.createSymbolicLink(folder.resolve(".next"), elsewhere);
    assertThrows(CorruptFileException.class, () -> Incrt.load(folder));
    try (Stream<Path> files = Files.list(elsewhere)) {
      assertEquals(0, files.count(), "nothing was written outside the folder");
    }
  }

  @Test
  void savingWritesWhatWasLoaded() throws IOException {
    List<String> asked = List.of("a fine day", "a dull day");
    try (Incrt model = Incrt.load(folder)) {
      List<Prediction> before = model.predict(asked);
      Files.writeString(folder.resolve("model.safetensors"), "not any more");
      Files.delete(folder.resolve("growth.jsonl"));
      Path copy = directory.resolve("copy");
      model.save(copy);
      try (Incrt saved = Incrt.load(copy)) {
        assertEquals(before, saved.predict(asked));
        assertEquals(model.log(), saved.log());
      }
      model.save(folder);
      Incrt.load(folder).close();
    }
  }

  @Test
  void oneRunHasAFolder() throws IOException {
    try (ProcessLock lock = ModelFolder.lock(folder)) {
      assertTrue(lock.isInPlace());
      String told = assertThrows(IOException.class, () -> ModelFolder.lock(folder)).getMessage();
      assertEquals(
          folder + " is being trained into by this process; wait for it, or choose another folder",
          told);
    }
    ModelFolder.lock(folder).close();
  }

  @Test
  void checkpointsOfARunThatIsReplacedGoAtOnce() throws IOException {
    Checkpoints checkpoints = ModelFolder.checkpoints(folder);
    checkpoints.write(900, Map.of("step", 900), Map.of());
    checkpoints.write(950, Map.of("step", 950), Map.of());
    ModelFolder.beginAnew(folder);
    assertTrue(checkpoints.newest(Map.class).isEmpty());
    checkpoints.write(31, Map.of("step", 31), Map.of());
    assertEquals(Map.of("step", 31), checkpoints.newest(Map.class).orElseThrow().header());
    Incrt.load(folder).close();
    assertTrue(ModelFolder.isOfEarlierRun(folder));
    try (Incrt model = Incrt.load(GOLDEN)) {
      model.save(folder);
    }
    assertFalse(ModelFolder.isOfEarlierRun(folder));
  }

  @Test
  void aCheckpointOfAnotherVersionIsNotCalledDamaged() throws IOException {
    Checkpoints checkpoints = ModelFolder.checkpoints(folder);
    checkpoints.write(1, Map.of("step", 1), Map.of());
    Path file = folder.resolve("checkpoints").resolve("step-000000000001.ckpt");
    byte[] content = Files.readAllBytes(file);
    content[11]++;
    String other =
        assertThrows(CorruptFileException.class, () -> Checkpoints.decode(content, Map.class))
            .getMessage();
    assertTrue(other.contains("a run of another version cannot be resumed"), other);
  }

  @Test
  void tensorsOfMoreThanTwoGibibytesAreWritten() throws IOException {
    // The same array under many names: 2.2 GB on disk would be, none in memory.
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    HostTensor shared = new HostTensor(new long[] {1 << 24}, new float[1 << 24]);
    for (int i = 0; i < 33; i++) {
      tensors.put("t" + i, shared);
    }
    long[] bytes = {0};
    SafeTensors.write(
        tensors,
        new OutputStream() {
          @Override
          public void write(int b) {
            bytes[0]++;
          }

          @Override
          public void write(byte[] some, int from, int length) {
            bytes[0] += length;
          }
        });
    assertTrue(bytes[0] > 33L * 4 * (1 << 24), bytes[0] + " bytes");
  }

  @Test
  void nothingOfANetworkThatCannotBeBuiltStays() throws IOException {
    Libtorch.load();
    String header =
        Files.readString(folder.resolve("model.safetensors"), StandardCharsets.ISO_8859_1);
    Files.write(
        folder.resolve("model.safetensors"),
        header
            .replace("layer.0.head.1.v", "layer.0.head.9.v")
            .getBytes(StandardCharsets.ISO_8859_1));
    seal();
    assertRefused("the tensor layer.0.head.1.v is missing");
    long before = Pointer.totalCount();
    for (int i = 0; i < 20; i++) {
      assertRefused("is missing");
    }
    assertEquals(before, Pointer.totalCount(), "native objects");
  }
}
