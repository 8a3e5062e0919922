package io.incrt;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.predict.Encoder;
import io.incrt.predict.PredictionStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Hands the answers of a stream to who asked for predictions.
 *
 * @param labels the classes, in the order of the outputs
 */
record PassedOn(List<String> labels, Incrt.Receiver receiver) implements PredictionStream.Receiver {

  @Override
  public void accept(LabelledSequence sequence, Encoder.Known known, float[] answer)
      throws IOException {
    accept(sequence, Map.of(), known, answer);
  }

  @Override
  public void accept(
      LabelledSequence sequence, Map<String, Object> others, Encoder.Known known, float[] answer)
      throws IOException {
    receiver.accept(Prediction.of(sequence.id(), labels, answer, known), others);
  }

  @Override
  public void refused(BadRecordException bad, Map<String, Object> others) throws IOException {
    receiver.refused(bad, others);
  }

  @Override
  public void caughtUp() throws IOException {
    receiver.caughtUp();
  }
}
