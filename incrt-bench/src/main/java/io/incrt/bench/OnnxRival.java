package io.incrt.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.model.Batch;
import io.incrt.onnx.OnnxEnvironment;
import io.incrt.onnx.OnnxExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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

  /** Computes the probabilities of records of the same length. */
  void run(List<Batch.Input> batch) throws IOException {
    long[][] tokens = new long[batch.size()][batch.get(0).tokens().length];
    float[][] floors = new float[batch.size()][];
    for (int i = 0; i < tokens.length; i++) {
      for (int j = 0; j < tokens[i].length; j++) {
        tokens[i][j] = batch.get(i).tokens()[j];
      }
      floors[i] = batch.get(i).floor();
    }
    Map<String, OnnxTensor> inputs = new HashMap<>();
    OrtEnvironment environment = OnnxEnvironment.get();
    try {
      inputs.put("tokens", OnnxTensor.createTensor(environment, tokens));
      if (floors[0] != null) {
        inputs.put("floor", OnnxTensor.createTensor(environment, floors));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        result.get("probabilities").orElseThrow().getValue();
      }
    } catch (OrtException e) {
      throw new IOException("onnxruntime failed: " + e.getMessage(), e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
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
