package io.incrt.spark;

import io.incrt.data.records.BadRecordException;
import io.incrt.lite.LiteModel;
import io.incrt.lite.LitePrediction;
import java.util.List;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;

/** Asks the model for one row, on an executor; its fields are {@link AnswerFields}. */
final class Asking implements UDF1<String, Row> {

  private static final long serialVersionUID = 1;

  private final Broadcast<ModelFiles> sent;
  private final String name;
  private final int top;
  private final boolean strict;

  /** Held while a task runs; each task has this object for itself. */
  private transient LiteModel model;

  /**
   * For the model of these files.
   *
   * @param top how many classes are named
   * @param strict whether a row that cannot be answered ends the job
   */
  Asking(Broadcast<ModelFiles> sent, String name, int top, boolean strict) {
    this.sent = sent;
    this.name = name;
    this.top = top;
    this.strict = strict;
  }

  @Override
  public Row call(String text) {
    if (model == null) {
      model = OpenModels.of(sent.value(), name);
    }
    if (text == null) {
      return without("there is no text: it is null");
    }
    LitePrediction answer;
    try {
      answer = model.predict(text);
    } catch (BadRecordException e) {
      return without("the text (" + text.length() + " characters) is too short to hold a token");
    }
    return answer(answer);
  }

  private Row without(String error) {
    if (strict) {
      throw new IllegalArgumentException(
          error + "; handleInvalid 'keep' gives such rows an error, 'skip' leaves them out");
    }
    return RowFactory.create(null, null, null, null, null, error, null);
  }

  private Row answer(LitePrediction answer) {
    List<String> labels = model.labels();
    double[] probabilities = new double[labels.size()];
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = answer.probabilities().get(labels.get(i));
    }
    List<Row> first =
        answer.probabilities().entrySet().stream().limit(top).map(Asking::share).toList();
    return RowFactory.create(
        (double) labels.indexOf(answer.label()),
        answer.label(),
        Vectors.dense(probabilities),
        answer.known(),
        answer.warning(),
        null,
        first.toArray());
  }

  private static Row share(Map.Entry<String, Double> one) {
    return RowFactory.create(one.getKey(), one.getValue());
  }
}
