package io.incrt.explain;

import java.util.Arrays;

/** The quantity that is explained: z_c − mean of z over the other classes, z the outputs. */
final class Logits {

  private Logits() {}

  /** Of the outputs for one record. */
  static double above(float[] outputs, int label) {
    return above(outputs, 0, outputs.length, label);
  }

  /** Of outputs from one place on. */
  static double above(float[] outputs, int from, int classes, int label) {
    double others = 0;
    for (int c = 0; c < classes; c++) {
      others += c == label ? 0 : outputs[from + c];
    }
    return outputs[from + label] - others / (classes - 1);
  }

  /** What each output is multiplied by to be it. */
  static float[] times(int classes, int label) {
    float[] times = new float[classes];
    Arrays.fill(times, -1f / (classes - 1));
    times[label] = 1;
    return times;
  }
}
