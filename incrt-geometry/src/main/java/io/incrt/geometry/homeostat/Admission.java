package io.incrt.geometry.homeostat;

import io.incrt.geometry.Shapes;
import java.util.List;

/** Refuses an invalid batch before any state changes. */
final class Admission {

  private Admission() {}

  static void require(
      long step, long lastStep, List<? extends LayerObservation> batch, LayerStack layers) {
    if (step <= lastStep) {
      throw new IllegalArgumentException(
          "steps must grow, but step " + step + " follows step " + lastStep);
    }
    List<Integer> shown = batch.stream().map(LayerObservation::layer).toList();
    List<Integer> expected = layers.layers().stream().map(LayerTrack::id).toList();
    if (!shown.equals(expected)) {
      throw new IllegalArgumentException(
          "step " + step + ": layers " + expected + " were expected but " + shown + " shown");
    }
    for (LayerObservation observation : batch) {
      LayerTrack layer = layers.track(observation.layer());
      if (observation instanceof LayerObservation.Tokens tokens) {
        requireShapes(tokens, layer.dimension());
        requireHeads(step, tokens, layer.headNumbers());
      } else if (observation instanceof LayerObservation.GivenOperator given) {
        Shapes.requireSymmetric(
            given.b(), layer.dimension(), "layer " + layer.id() + ": the operator B");
      }
    }
  }

  private static void requireShapes(LayerObservation.Tokens tokens, int d) {
    String layer = "layer " + tokens.layer() + ": ";
    Shapes.requireSymmetric(tokens.gram(), d, layer + "the Gram matrix G", Shapes.MOST_ASYMMETRY);
    if (tokens.meanMotor().dimension() != d) {
      throw new IllegalArgumentException(
          layer
              + "the mean motor must have dimension "
              + d
              + " but has "
              + tokens.meanMotor().dimension());
    }
    tokens
        .depth()
        .ifPresent(
            signal ->
                Shapes.requireSymmetric(
                    signal.outputGram(),
                    d,
                    layer + "the output Gram matrix",
                    Shapes.MOST_ASYMMETRY));
  }

  private static void requireHeads(
      long step, LayerObservation.Tokens tokens, List<Integer> expected) {
    List<Integer> shown = tokens.heads().stream().map(HeadMotor::head).toList();
    if (!shown.equals(expected.stream().filter(shown::contains).toList())) {
      throw new IllegalArgumentException(
          "step "
              + step
              + ", layer "
              + tokens.layer()
              + ": heads of "
              + expected
              + " were expected, in that order, but "
              + shown
              + " shown");
    }
  }
}
