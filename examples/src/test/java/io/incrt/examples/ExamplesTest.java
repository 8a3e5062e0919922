package io.incrt.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {

  @Test
  void theExamplesRun(@TempDir Path directory) throws Exception {
    assertTrue(TrainAndPredict.run(directory.resolve("model")).accuracy() > 0.9);
    assertTrue(Files.size(directory.resolve("model").resolve("model.onnx")) > 0);
    Path file = Files.writeString(directory.resolve("r.csv"), "text\nsnow and ice\n");
    PredictFile.main(new String[] {directory.resolve("model").toString(), file.toString()});
  }
}
