package io.incrt.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.onnx.OnnxEnvironment;
import io.incrt.onnx.OnnxExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** onnxruntime on a model's exported file. */
final class OnnxRival implements AutoCloseable {

  private final OrtSession session;

  OnnxRival(Incrt model, int threads) throws IOException {
    Path file = Files.createTempFile("incrt", ".onnx");
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      OnnxExport.write(model, List.of(), file);
      options.setIntraOpNumThreads(threads);
      session = OnnxEnvironment.get().createSession(file.toString(), options);
    } catch (OrtException e) {
      throw new IOException("onnxruntime does not take the model: " + e.getMessage(), e);
    } finally {
      Files.delete(file);
    }
  }

  /** Computes the probabilities of sequences of the same length. */
  void run(List<int[]> batch) throws IOException {
    long[][] tokens = new long[batch.size()][batch.get(0).length];
    for (int i = 0; i < tokens.length; i++) {
      for (int j = 0; j < tokens[i].length; j++) {
        tokens[i][j] = batch.get(i)[j];
      }
    }
    try (OnnxTensor input = OnnxTensor.createTensor(OnnxEnvironment.get(), tokens);
        OrtSession.Result result = session.run(Map.of("tokens", input))) {
      result.get("probabilities").orElseThrow().getValue();
    } catch (OrtException e) {
      throw new IOException("onnxruntime failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IOException("onnxruntime cannot be closed: " + e.getMessage(), e);
    }
  }
}
