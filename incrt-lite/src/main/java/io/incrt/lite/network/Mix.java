package io.incrt.lite.network;

/**
 * What the linear model says, added to the outputs: a·x + b·f.
 *
 * @param shares a and b
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Mix(float[] shares) implements OutputPart {

  Mix(Weights weights) {
    this(weights.take("floor.mix", 2));
  }

  @Override
  public void add(double[] outputs, Asked asked) {
    float[] floor = asked.floor();
    for (int c = 0; floor != null && c < outputs.length; c++) {
      outputs[c] = outputs[c] * shares[0] + floor[c] * shares[1];
    }
  }
}
