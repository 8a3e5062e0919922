package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.data.records.LabelledSequence;
import io.incrt.folder.Readout;
import io.incrt.model.Batch;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnnxExportTest {

  /** Two layers; heads of 2, 6 (in three blocks), 2, 8 and 4 key dimensions. */
  private static final List<List<List<Integer>>> UNEVEN =
      List.of(
          List.of(List.of(2), List.of(2, 2, 2), List.of(2), List.of(8)), List.of(List.of(2, 2)));

  @TempDir private Path directory;

  private Incrt model(List<List<List<Integer>>> layers) throws IOException {
    return model(layers, Readout.ALL);
  }

  private Incrt model(List<List<List<Integer>>> layers, Readout readout) throws IOException {
    HandmadeModel.write(directory.resolve("model"), layers, readout);
    return Incrt.load(directory.resolve("model"));
  }

  private static float[][] run(OrtSession session, List<int[]> tokens) throws OrtException {
    return OnnxExport.run(
        session, tokens.stream().map(own -> new Batch.Input(own, null, null, null)).toList(), 1);
  }

  @ParameterizedTest
  @EnumSource(Readout.class)
  void unevenHeadsInTwoLayersComputeTheSame(Readout readout) throws Exception {
    try (Incrt model = model(UNEVEN, readout)) {
      Path file = directory.resolve("m.onnx");
      List<LabelledSequence> records =
          List.of(
              new LabelledSequence("1", "a b c d e unheard of", ""),
              new LabelledSequence("2", "e", ""),
              new LabelledSequence("3", "a b ".repeat(30), ""));
      OnnxExport.Result written = OnnxExport.write(model, records, file);
      assertTrue(written.difference() < 1e-5, "far below the tolerance: " + written.difference());
      assertEquals(17, written.opset());
      assertEquals(Files.size(file), written.bytes());
      assertEquals(131, written.sequences());
    }
  }

  @Test
  void paddingChangesNothingAndBatchesAndLengthsMayDiffer() throws Exception {
    try (Incrt model = model(UNEVEN)) {
      List<int[]> tokens =
          List.of(new int[] {2, 3, 4}, new int[] {5}, new int[] {1, 1, 2, 2, 3, 3, 4, 4});
      List<float[]> expected = model.predictor().answersToTokens(tokens);
      try (OrtSession session =
          OnnxEnvironment.get().createSession(OnnxModel.of(model.predictor()))) {
        float[][] together = run(session, tokens);
        for (int i = 0; i < tokens.size(); i++) {
          float[] alone = run(session, List.of(tokens.get(i)))[0];
          for (int c = 0; c < 3; c++) {
            assertEquals(expected.get(i)[c], together[i][c], 1e-5);
            assertEquals(expected.get(i)[c], alone[c], 1e-5);
          }
        }
      }
    }
  }

  @Test
  void theFileHasTheGrownSizeAndSaysWhatItIs() throws Exception {
    try (Incrt model = model(UNEVEN)) {
      ModelProto proto = ModelProto.parseFrom(OnnxModel.of(model.predictor()));
      long numbers = 0;
      for (TensorProto tensor : proto.getGraph().getInitializerList()) {
        if (tensor.getDataType() == TensorProto.DataType.FLOAT.getNumber()) {
          numbers += tensor.getRawData().size() / 4;
        }
      }
      long constants = 4;
      assertTrue(
          numbers >= model.parameters().total()
              && numbers <= model.parameters().total() + constants,
          "every number once: " + numbers + " for " + model.parameters().total());
      try (OrtSession session =
          OnnxEnvironment.get().createSession(OnnxModel.of(model.predictor()))) {
        Map<String, String> metadata = session.getMetadata().getCustomMetadata();
        assertEquals("[\"x\",\"y\",\"z\"]", metadata.get("labels"));
        assertTrue(metadata.get("tokenizer.json").contains("WordLevel"));
        assertTrue(metadata.get("tokens").contains("\"maxLength\":20"));
        assertTrue(metadata.get("provenance").contains("made by hand"));
        assertThrows(
            OrtException.class,
            () -> run(session, List.of(new int[21])),
            "longer than the model's positions");
      }
    }
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothingBehind() throws Exception {
    try (Incrt model = model(List.of(List.of(List.of(2))))) {
      Path blocked = Files.writeString(directory.resolve("file"), "in the way");
      assertThrows(
          IOException.class, () -> OnnxExport.write(model, List.of(), blocked.resolve("m.onnx")));
      Path folder = Files.createDirectories(directory.resolve("m.onnx"));
      assertThrows(IOException.class, () -> OnnxExport.write(model, List.of(), folder));
      try (Stream<Path> left = Files.list(directory)) {
        assertEquals(
            List.of("file", "m.onnx", "model"),
            left.map(one -> one.getFileName().toString()).sorted().toList());
      }
    }
  }

  @Test
  void theRuntimeLeavesNoFolderBehind() throws Exception {
    OnnxEnvironment.get();
    // As at the end of the process.
    OnnxEnvironment.clear();
    Field folder = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("tempDirectory");
    folder.setAccessible(true);
    Path unpacked = (Path) folder.get(null);
    // Where a library's file cannot be deleted while it is in use, it stays until the end.
    assertTrue(unpacked == null || !Files.exists(unpacked) || File.separatorChar == '\\');
  }
}
