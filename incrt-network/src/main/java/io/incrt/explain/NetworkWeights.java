package io.incrt.explain;

import io.incrt.model.Batch;
import java.util.Optional;

/** Finds what each piece of a record means to the network. */
interface NetworkWeights {

  /** The method in words. */
  String inWords();

  /**
   * What each piece adds to the network's logit of a class above the mean of the others'.
   *
   * @param input what the network is asked, without the linear model
   */
  Found of(Pieces pieces, Batch.Input input, int label);

  /**
   * What was found.
   *
   * @param weights one for each piece
   * @param note why they may not be trusted, in one sentence
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Found(double[] weights, Optional<String> note) {}
}
