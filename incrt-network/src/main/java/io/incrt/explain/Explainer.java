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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

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
  private final Optional<Faithfulness> measured;

  /** Explains the answers of a model that tells classes apart. */
  public Explainer(Predictor predictor) {
    this(predictor, Optional.empty());
  }

  /**
   * The same.
   *
   * @param measured what has been found out about methods, for {@link Method#AUTO}
   */
  public Explainer(Predictor predictor, Optional<Faithfulness> measured) {
    if (!predictor.config().objective().type().equals(Classification.Type.NAME)) {
      throw new IllegalStateException(
          "only answers that are classes can be explained, but the model learned '"
              + predictor.config().objective().type()
              + "'");
    }
    this.predictor = predictor;
    this.measured = measured;
    this.tokenizer = predictor.config().tokenizer();
    Optional<FloorMix> mix = predictor.withNetwork(Explainer::mix);
    this.shares = mix.map(FloorMix::shares).orElse(new FloorMix.Shares(1, 0));
    this.floor =
        mix.filter(m -> shares.floor() != 0).flatMap(m -> predictor.stored().companions().floor());
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

  /** The methods that make sense for the model. */
  public List<Method> methods() {
    if (shares.network() == 0) {
      return List.of(Method.LINEAR);
    }
    return floor.isPresent()
        ? List.of(Method.ABLATION, Method.GRADIENTS, Method.LINEAR)
        : List.of(Method.ABLATION, Method.GRADIENTS);
  }

  /** The method that is meant; where nothing was measured, AUTO is the one that is exact. */
  public Method chosen(Method method) {
    if (shares.network() == 0 && method != Method.AUTO) {
      return Method.LINEAR;
    }
    Method chosen =
        method == Method.AUTO
            ? measured.map(Faithfulness::chosen).orElse(methods().get(0))
            : method;
    if (!methods().contains(chosen)) {
      throw new IllegalArgumentException(
          "the model has no linear model on n-grams, whose weights could explain it; choose"
              + " ablation or gradients");
    }
    return chosen;
  }

  /**
   * The number of a label.
   *
   * @throws IllegalArgumentException if the model has none of that name
   */
  public int number(String label) {
    List<String> labels = predictor.config().labels();
    int number = labels.indexOf(label);
    if (number < 0) {
      throw new IllegalArgumentException(
          "the model has no label '" + label + "'; it has " + String.join(", ", labels));
    }
    return number;
  }

  /** What has been found out about methods. */
  public Optional<Faithfulness> measured() {
    return measured;
  }

  /** The same with what has been found out about methods. */
  public Explainer with(Faithfulness found) {
    return new Explainer(predictor, Optional.of(found));
  }

  /**
   * Measures the methods on a sample of some records, which depends on them alone.
   *
   * @param sample what the records are, to follow "measured on"
   * @param most the most records
   * @param tokens about how many tokens may be computed; fewer records are taken if they are long
   */
  public Faithfulness measure(
      List<LabelledSequence> records, String sample, int most, long tokens) {
    return new Measurement(this).of(Measurement.sample(records, most, tokens, this), sample);
  }

  /**
   * Explains the answer to each record.
   *
   * @throws io.incrt.data.records.BadRecordException if one holds no token
   */
  public List<Attribution> explain(List<LabelledSequence> records, Method method) {
    return explain(records, method, OptionalInt.empty());
  }

  /**
   * Explains why each record may have a label.
   *
   * @param label the class; without it the model's answer
   * @throws io.incrt.data.records.BadRecordException if one holds no token
   */
  public List<Attribution> explain(
      List<LabelledSequence> records, Method method, OptionalInt label) {
    Method chosen = chosen(method);
    List<Predictor.Answer> answers = predictor.predict(records);
    List<Attribution> explained = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      float[] answer = answers.get(i).values();
      explained.add(explain(records.get(i), answer, label.orElse(largest(answer)), chosen));
    }
    return explained;
  }

  /** The class that a record gets. */
  int answer(LabelledSequence record) {
    return largest(predictor.predict(List.of(record)).get(0).values());
  }

  /** About how many tokens the network computes to find out how faithful methods are. */
  long cost(LabelledSequence record) {
    int read = tokenizer.encode(record.sequence()).length;
    if (shares.network() == 0) {
      return read;
    }
    long tokens = Math.min(read, predictor.config().shape().maxTokens());
    return tokens * (Measurement.ASKED + Math.min(tokens, Ablation.MOST_UNITS));
  }

  /** What each piece of a record weighs. */
  double[] weights(LabelledSequence record, int label, Method method) {
    Pieces pieces = new Pieces(tokenizer, record.sequence());
    double[] weights = new double[pieces.size()];
    floor.ifPresent(linear -> addLinear(linear.shares(record.sequence(), label), pieces, weights));
    if (method != Method.LINEAR) {
      Batch.Input input = withoutFloor(predictor.inputs(List.of(record)).get(0));
      add(shares.network(), network(method).of(pieces, input, label).weights(), weights);
    }
    return weights;
  }

  /** How the probability of a label depends on the pieces of a record. */
  Curves curves(LabelledSequence record, int label) {
    Pieces pieces = new Pieces(tokenizer, record.sequence());
    Batch.Input input = predictor.inputs(List.of(record)).get(0);
    boolean alone = shares.network() == 0;
    return new Curves(predictor, floor, alone, record, pieces, input, label);
  }

  private NetworkWeights network(Method method) {
    return method == Method.GRADIENTS ? new Gradients(predictor) : new Ablation(predictor);
  }

  private void addLinear(Floor.Shares said, Pieces pieces, double... weights) {
    pieces.addLetters(said.letters(), shares.floor(), weights);
  }

  private static void add(double times, double[] own, double... weights) {
    for (int i = 0; i < own.length; i++) {
      weights[i] += times * own[i];
    }
  }

  private Attribution explain(LabelledSequence record, float[] answer, int label, Method method) {
    Pieces pieces = new Pieces(tokenizer, record.sequence());
    double[] weights = new double[pieces.size()];
    List<PartWeight> partWeights = new ArrayList<>();
    double logit = 0;
    List<String> methods = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (floor.isPresent()) {
      Floor.Shares said = floor.get().shares(record.sequence(), label);
      addLinear(said, pieces, weights);
      logit = shares.floor() * said.logit();
      partWeights.add(new PartWeight("linear model on n-grams", logit));
      methods.add("weights of the linear model");
    }
    int kept = pieces.size();
    if (shares.network() != 0) {
      Batch.Input input = withoutFloor(predictor.inputs(List.of(record)).get(0));
      double whole = shares.network() * addParts(input, label, partWeights);
      logit += whole;
      if (method == Method.LINEAR) {
        notes.add(
            String.format(
                Locale.ROOT, "the network's %.2f of the logit is in the bias alone", whole));
      } else {
        NetworkWeights.Found found = network(method).of(pieces, input, label);
        add(shares.network(), found.weights(), weights);
        found.note().ifPresent(notes::add);
        methods.add(network(method).inWords() + " of the network");
        int read = pieces.within(input.tokens().length);
        if (read < pieces.size()) {
          kept = methods.size() == 1 ? read : kept;
          notes.add(note(record, pieces.end(read - 1), kept > read));
        }
      }
    }
    partWeights.sort(Comparator.comparingDouble((PartWeight part) -> -Math.abs(part.weight())));
    return new Attribution(
        record,
        label,
        answer[label],
        String.join(", and ", methods),
        logit,
        logit - Arrays.stream(weights).sum(),
        Arrays.copyOf(pieces.spans(), 2 * kept),
        Arrays.copyOf(weights, kept),
        partWeights,
        notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes)));
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
