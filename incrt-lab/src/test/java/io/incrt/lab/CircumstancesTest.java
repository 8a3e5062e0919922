package io.incrt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CircumstancesTest {

  @TempDir Path directory;

  @Test
  void aGpuIsNamedAsItsDriverNamesIt() throws Exception {
    assertEquals(Optional.empty(), Circumstances.firstGpu(directory.resolve("none")));
    assertEquals(Optional.empty(), Circumstances.firstGpu(directory));
    Path gpu = Files.createDirectory(directory.resolve("0000:01:00.0"));
    Files.writeString(gpu.resolve("information"), "Model: \t\t NVIDIA H200\nIRQ:   \t\t 41\n");
    assertEquals(Optional.of("NVIDIA H200"), Circumstances.firstGpu(directory));
  }

  @Test
  void theMachineIsSaid() {
    String machine = Circumstances.now("./incrt reproduce gate", false, 7).machine();
    assertTrue(
        machine.contains(" cores, Java ") && !machine.startsWith(",") && !machine.contains("GPU"),
        machine);
  }
}
