package io.incrt.explain;

/**
 * How what a piece means to the network is found. What it means to the linear model needs no
 * method: its weights say it exactly.
 */
public enum Method {
  /** The one that is more faithful on the models it was tried on; docs/explaining.md has them. */
  AUTO,
  /** By how much the logit falls if the network does not know the piece, for each piece alone. */
  ABLATION;

  /** The one that is meant. */
  Method chosen() {
    return this == AUTO ? ABLATION : this;
  }
}
