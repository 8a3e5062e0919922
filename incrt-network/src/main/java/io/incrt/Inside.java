package io.incrt;

import io.incrt.model.Part;
import io.incrt.predict.Predictor;
import io.incrt.tensor.Parameter;
import java.util.List;

/** What is said of the network inside a model. */
final class Inside {

  private Inside() {}

  static Incrt.ParameterCount parameters(Predictor predictor) {
    int tokens = predictor.config().shape().maxTokens();
    return predictor.withNetwork(
        network -> {
          long total = 0;
          for (Parameter parameter : network.parameters()) {
            total += parameter.value().numel();
          }
          long attention =
              network.layers().stream()
                  .flatMap(layer -> layer.heads().stream())
                  .mapToLong(head -> head.cost(tokens).parameters())
                  .sum();
          return new Incrt.ParameterCount(total, attention);
        });
  }

  /** The parts besides attention, in words. */
  static List<String> otherParts(Predictor predictor) {
    return predictor.withNetwork(
        network ->
            network.blocks().stream()
                .filter(block -> block.stored().isPresent())
                .map(Part::describe)
                .toList());
  }
}
