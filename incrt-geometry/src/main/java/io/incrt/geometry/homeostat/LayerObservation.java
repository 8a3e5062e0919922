package io.incrt.geometry.homeostat;

import io.incrt.geometry.Motor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** The observation of one layer on one batch. */
public sealed interface LayerObservation {

  /** The layer's number, assigned by the Homeostat. */
  int layer();

  /**
   * A layer of a network.
   *
   * @param layer the layer's number
   * @param gram XᵀX / (number of tokens) over this batch's real tokens, d×d, symmetric up to
   *     rounding
   * @param meanMotor M̄ over the active heads
   * @param heads the motor of every active head that may get dimensions, in the order of birth, for
   *     level 2; may be empty where level 2 is off
   * @param depth what level 3 needs; may be empty where level 3 is off
   * @param slope −∂L/∂M of a virtual head, for heads that are born where the labels want them; may
   *     be empty
   */
  record Tokens(
      int layer,
      DMatrixRMaj gram,
      Motor meanMotor,
      List<HeadMotor> heads,
      Optional<DepthSignal> depth,
      Optional<DMatrixRMaj> slope)
      implements LayerObservation {

    /** Copies the list. */
    public Tokens {
      heads = List.copyOf(heads);
    }

    /** An observation from the heads alone, which give the mean motor. */
    public static Tokens of(int layer, DMatrixRMaj gram, List<HeadMotor> heads) {
      Motor mean = Motor.mean(heads.stream().map(HeadMotor::motor).toList());
      return new Tokens(layer, gram, mean, heads, Optional.empty(), Optional.empty());
    }

    /** The same with single heads. */
    public Tokens withHeads(List<HeadMotor> motors) {
      return new Tokens(layer, gram, meanMotor, motors, depth, slope);
    }

    /** The same with a depth signal. */
    public Tokens withDepth(DepthSignal signal) {
      return new Tokens(layer, gram, meanMotor, heads, Optional.of(signal), slope);
    }

    /** The same with the slope of the loss. */
    public Tokens withSlope(DMatrixRMaj ofLoss) {
      return new Tokens(layer, gram, meanMotor, heads, depth, Optional.of(ofLoss));
    }
  }

  /**
   * An operator B given directly, without a network, to test the theorems. It is not averaged over
   * batches, and levels 2 and 3 do not apply.
   *
   * @param layer the layer's number
   * @param b any symmetric d×d matrix
   */
  record GivenOperator(int layer, DMatrixRMaj b) implements LayerObservation {}
}
