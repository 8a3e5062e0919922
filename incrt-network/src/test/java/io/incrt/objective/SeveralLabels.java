package io.incrt.objective;

import io.incrt.data.records.LabelledSequence;
import io.incrt.settings.TrainingSettings;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * An objective that is not classification: any number of labels a record, as {@code a+b}; for each
 * label −log of the probability of what is true.
 */
public final class SeveralLabels implements Objective {

  private final List<String> labels;

  /** Over these labels. */
  public SeveralLabels(List<String> labels) {
    this.labels = List.copyOf(labels);
  }

  private static final class Sets implements Targets {
    private final float[][] truth;

    Sets(float[][] truth) {
      this.truth = truth;
    }

    @Override
    public int size() {
      return truth.length;
    }

    @Override
    public Tensor batch(int... records) {
      int width = truth[0].length;
      float[] flat = new float[records.length * width];
      for (int i = 0; i < records.length; i++) {
        System.arraycopy(truth[records[i]], 0, flat, i * width, width);
      }
      return Tensor.create(flat, records.length, width);
    }
  }

  @Override
  public String type() {
    return "several";
  }

  @Override
  public List<String> labels() {
    return labels;
  }

  @Override
  public int outputs() {
    return labels.size();
  }

  @Override
  public Targets targets(List<LabelledSequence> records) {
    float[][] truth = new float[records.size()][labels.size()];
    for (int i = 0; i < truth.length; i++) {
      List<String> own = List.of(records.get(i).label().split("\\+", -1));
      for (int c = 0; c < labels.size(); c++) {
        truth[i][c] = own.contains(labels.get(c)) ? 1 : 0;
      }
    }
    return new Sets(truth);
  }

  @Override
  public Loss loss(Targets training, TrainingSettings recipe) {
    return new Loss() {
      @Override
      public Tensor of(Tensor outputs, Tensor targets) {
        return plainLoss(outputs, targets);
      }

      @Override
      public double weight(int... records) {
        return records.length;
      }
    };
  }

  @Override
  public Tensor plainLoss(Tensor outputs, Tensor targets) {
    // −log σ(±output) is log(1 + exp(∓output)).
    Tensor signed = outputs.mul(targets.mul(new Scalar(-2.0)).add(new Scalar(1.0)));
    return signed.exp().add(new Scalar(1.0)).log().mean();
  }

  @Override
  public double trivialLoss(Targets targets) {
    float[][] truth = ((Sets) targets).truth;
    double loss = 0;
    for (int c = 0; c < labels.size(); c++) {
      double share = 0;
      for (float[] row : truth) {
        share += row[c] / truth.length;
      }
      loss -= (share * Math.log(share) + (1 - share) * Math.log(1 - share)) / labels.size();
    }
    return loss;
  }

  @Override
  public Tensor decode(Tensor outputs) {
    return outputs.sigmoid();
  }

  @Override
  public Scores scores() {
    return new Scores() {
      private int right;
      private int all;

      @Override
      public void add(float[] answer, Targets targets, int record) {
        boolean same = true;
        for (int c = 0; c < answer.length; c++) {
          same &= (answer[c] >= 0.5) == (((Sets) targets).truth[record][c] == 1);
        }
        right += same ? 1 : 0;
        all++;
      }

      @Override
      public int records() {
        return all;
      }

      @Override
      public double of(TrainingSettings.Score chosen) {
        return (double) right / all;
      }

      @Override
      public Map<String, Double> figures() {
        return Map.of("exactMatch", (double) right / all);
      }
    };
  }

  /** Makes it again. */
  public static final class Type implements ObjectiveType {
    @Override
    public String name() {
      return "several";
    }

    @Override
    public Objective of(List<String> labels) {
      return new SeveralLabels(labels);
    }
  }
}
