package io.incrt.explain;

import io.incrt.model.Batch;

/** Finds what each piece of a record means to the network. */
interface NetworkWeights {

  /** The method in words. */
  String inWords();

  /**
   * What each piece adds to the network's logit of a class above the mean of the others'.
   *
   * @param input what the network is asked, without the linear model
   */
  double[] of(Pieces pieces, Batch.Input input, int label);
}
