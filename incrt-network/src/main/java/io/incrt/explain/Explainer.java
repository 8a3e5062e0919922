package io.incrt.explain;

import io.incrt.data.ngrams.Floor;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.explain.Attribution.PartWeight;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.part.FloorMix;
import io.incrt.objective.Classification;
import io.incrt.predict.Predictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Explains answers. With a the share of the network in an answer and b that of the linear model
 * ({@link FloorMix}), the logit of a class above the mean of the others' is
 *
 * <pre>   a · (network's) + b · (linear model's)   </pre>
 *
 * and so is the weight of each piece. The linear model's weights are exact; the network's are found
 * by a {@link Method}. Safe for many threads.
 */
public final class Explainer {

  private final Predictor predictor;
  private final Tokenizer tokenizer;
  private final Optional<Floor> floor;
  private final FloorMix.Shares shares;
  private final List<Part> parts;

  /** Explains the answers of a model that tells classes apart. */
  public Explainer(Predictor predictor) {
    if (!predictor.config().objective().type().equals(Classification.Type.NAME)) {
      throw new IllegalStateException(
          "only answers that are classes can be explained, but the model learned '"
              + predictor.config().objective().type()
              + "'");
    }
    this.predictor = predictor;
    this.tokenizer = predictor.config().tokenizer();
    Optional<FloorMix> mix = predictor.withNetwork(Explainer::mix);
    this.floor = mix.flatMap(m -> predictor.stored().companions().floor());
    this.shares = mix.map(FloorMix::shares).orElse(new FloorMix.Shares(1, 0));
    this.parts = shares.network() == 0 ? List.of() : predictor.withNetwork(Explainer::parts);
  }

  private static Optional<FloorMix> mix(Network network) {
    return network.blocks().stream()
        .filter(FloorMix.class::isInstance)
        .map(FloorMix.class::cast)
        .findFirst();
  }

  /** What can be left out: heads, and all other blocks but the mix. */
  private static List<Part> parts(Network network) {
    List<Part> parts = new ArrayList<>();
    for (Block block : network.blocks()) {
      if (block instanceof AttentionLayer layer) {
        parts.addAll(layer.heads());
      } else if (!(block instanceof FloorMix)) {
        parts.add(block);
      }
    }
    return parts;
  }

  /**
   * Explains the answer to each record.
   *
   * @throws io.incrt.data.records.BadRecordException if one holds no token
   */
  public List<Attribution> explain(List<LabelledSequence> records, Method method) {
    List<Predictor.Answer> answers = predictor.predict(records);
    NetworkWeights weights = weights(method.chosen());
    List<Attribution> explained = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      explained.add(explain(records.get(i), answers.get(i).values(), weights));
    }
    return explained;
  }

  private NetworkWeights weights(Method method) {
    return switch (method) {
      case AUTO, ABLATION -> new Ablation(predictor);
    };
  }

  private Attribution explain(LabelledSequence record, float[] answer, NetworkWeights found) {
    int label = largest(answer);
    Pieces pieces = new Pieces(tokenizer, record.sequence());
    double[] weights = new double[pieces.size()];
    List<PartWeight> partWeights = new ArrayList<>();
    double logit = 0;
    double bias = 0;
    List<String> methods = new ArrayList<>();
    if (floor.isPresent() && shares.floor() != 0) {
      Floor.Shares said = floor.get().shares(record.sequence(), label);
      pieces.addLetters(said.letters(), shares.floor(), weights);
      bias = shares.floor() * said.bias();
      logit = shares.floor() * said.logit();
      partWeights.add(new PartWeight("linear model on n-grams", logit));
      methods.add("weights of the linear model");
    }
    int read = pieces.size();
    if (shares.network() != 0) {
      Batch.Input input = withoutFloor(predictor.inputs(List.of(record)).get(0));
      double[] own = found.of(pieces, input, label);
      double sum = 0;
      for (int i = 0; i < own.length; i++) {
        weights[i] += shares.network() * own[i];
        sum += own[i];
      }
      double whole = addParts(input, label, partWeights);
      logit += shares.network() * whole;
      bias += shares.network() * (whole - sum);
      methods.add(found.inWords() + " of the network");
      read = pieces.within(input.tokens().length);
    }
    partWeights.sort(Comparator.comparingDouble((PartWeight part) -> -Math.abs(part.weight())));
    boolean cut = read < pieces.size();
    int kept = cut && methods.size() == 1 ? read : pieces.size();
    return new Attribution(
        record,
        label,
        answer[label],
        String.join(", and ", methods),
        logit,
        bias,
        Arrays.copyOf(pieces.spans(), 2 * kept),
        Arrays.copyOf(weights, kept),
        partWeights,
        cut ? Optional.of(note(record, pieces.end(read - 1), kept > read)) : Optional.empty());
  }

  private static String note(LabelledSequence record, int end, boolean beyond) {
    return "the network reads the first "
        + end
        + " of "
        + record.sequence().length()
        + " characters; "
        + (beyond
            ? "what comes after them has the linear model's weights alone"
            : "what comes after them has no weights");
  }

  /**
   * Adds what the logit loses without each part.
   *
   * @return the network's logit with all of them
   */
  private double addParts(Batch.Input input, int label, List<PartWeight> weights) {
    int pooling = predictor.config().shape().pooling();
    float[] outputs =
        predictor
            .withNetwork(
                network ->
                    network.ablations(() -> Batch.of(List.of(input), pooling), List.of(), parts))
            .get(0);
    int classes = predictor.config().objective().outputs();
    double whole = Logits.above(outputs, 0, classes, label);
    for (int i = 0; i < parts.size(); i++) {
      double without = Logits.above(outputs, (i + 1) * classes, classes, label);
      weights.add(new PartWeight(parts.get(i).describe(), shares.network() * (whole - without)));
    }
    return whole;
  }

  private static Batch.Input withoutFloor(Batch.Input input) {
    return new Batch.Input(input.tokens(), input.other(), null, input.letters());
  }

  private static int largest(float... answer) {
    int best = 0;
    for (int c = 1; c < answer.length; c++) {
      best = answer[c] > answer[best] ? c : best;
    }
    return best;
  }
}
