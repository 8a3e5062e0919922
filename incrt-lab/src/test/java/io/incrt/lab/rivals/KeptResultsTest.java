package io.incrt.lab.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptResultsTest {

  private static final Path MODEL = Path.of("runs", "static-16-0123456789ab");

  @Test
  void modelPurposeParametersAndCodeTellFoldersApart() {
    Path folder = KeptResults.folder(MODEL, "gates", List.of(100L), "1.0");
    assertTrue(
        folder.toString().matches("runs.static-16-0123456789ab-gates-[0-9a-f]{12}"),
        folder.toString());
    assertEquals(folder, KeptResults.folder(MODEL, "gates", List.of(100L), "1.0"));
    assertNotEquals(folder, KeptResults.folder(MODEL, "gates", List.of(300L), "1.0"));
    assertNotEquals(folder, KeptResults.folder(MODEL, "gates", List.of(100L), "1.1"));
    assertNotEquals(folder, KeptResults.folder(MODEL, "importance", List.of(100L), "1.0"));
    assertNotEquals(
        folder, KeptResults.folder(Path.of("runs", "other"), "gates", List.of(100L), "1.0"));
  }

  @Test
  void workIsDoneOnceAndReadBackAfterwards(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("new").resolve("stages.json");
    int[] calls = {0};
    KeptResults.Work<List<PruningRivals.Stage>> work =
        () -> List.of(new PruningRivals.Stage(3, 0.5, ++calls[0], "folder"));
    List<PruningRivals.Stage> first = KeptResults.of(file, new TypeReference<>() {}, work);
    List<PruningRivals.Stage> second = KeptResults.of(file, new TypeReference<>() {}, work);
    assertEquals(List.of(new PruningRivals.Stage(3, 0.5, 1, "folder")), first);
    assertEquals(first, second);
    assertEquals(1, calls[0]);
  }
}
