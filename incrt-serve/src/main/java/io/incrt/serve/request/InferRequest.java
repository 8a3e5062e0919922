package io.incrt.serve.request;

import java.util.List;

/**
 * What a model is asked by the Open Inference Protocol.
 *
 * @param id the request's name, given back with the answer; null if it has none
 * @param texts the records
 * @param outputs what is wanted, in its order
 * @param timeoutMicros how long the client waits; 0 if it does not say
 */
public record InferRequest(
    String id, List<String> texts, List<WantedOutput> outputs, long timeoutMicros) {

  /** Copies the lists. */
  public InferRequest {
    texts = List.copyOf(texts);
    outputs = List.copyOf(outputs);
  }

  /** What a model gives out. */
  public enum Output {
    /** The most probable class. */
    LABEL("label", "BYTES"),
    /** The probability of every class. */
    PROBABILITIES("probabilities", "FP32"),
    /** The share of the record's tokens that the model knows. */
    KNOWN("known", "FP32");

    private final String text;
    private final String datatype;

    Output(String text, String datatype) {
      this.text = text;
      this.datatype = datatype;
    }

    /** Its name in requests. */
    public String text() {
      return text;
    }

    /** Its type in the protocol. */
    public String datatype() {
      return datatype;
    }
  }

  /**
   * An output that is wanted.
   *
   * @param binary whether as bytes behind the JSON
   */
  public record WantedOutput(Output output, boolean binary) {}
}
