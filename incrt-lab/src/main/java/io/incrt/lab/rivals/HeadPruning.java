package io.incrt.lab.rivals;

import io.incrt.data.corpus.Corpus;
import io.incrt.model.Architecture;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.AdamW;
import io.incrt.train.Encoded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A trained model whose heads are taken out again, in the two ways INCRT is compared with: by the
 * gradient of the loss with respect to a head's output (Michel, Levy and Neubig, 2019), and by
 * gates that are trained to close (Voita et al., 2019). Close it when done.
 */
public final class HeadPruning implements AutoCloseable {

  /** A hard concrete gate (Louizos, Welling and Kingma, 2018): temperature and ends. */
  private static final double TEMPERATURE = 2.0 / 3;

  private static final double LOW = -0.1;
  private static final double HIGH = 1.1;

  /** Where a gate's logit starts: open, at .957. */
  private static final double OPEN = 2;

  /** Gates must cross from open to closed within a phase, weights must not. */
  private static final double GATE_RATE = 0.05;

  /** Of the learning rate the network was trained with. */
  private static final double WEIGHT_RATE = 0.3;

  private final ModelConfig config;
  private final Network network;
  private final Encoded training;
  private final List<Parameter> gates = new ArrayList<>();
  private final AdamW weightSteps;
  private final AdamW gateSteps;
  private List<int[]> batches = List.of();
  private int nextBatch;
  private long epoch;
  private long step;

  /** Opens a model's folder, with the data it was trained on. */
  public HeadPruning(Path folder, Corpus corpus) throws IOException {
    ModelFolder.Loaded model = ModelFolder.read(folder, Device.CPU);
    config = model.config();
    network = model.network();
    training =
        Encoded.of(corpus.train(), config.tokenizer(), config.labels(), config.shape().maxLength());
    TrainingSettings recipe = config.settings().training();
    weightSteps = new AdamW(recipe.weightDecay(), recipe.clip());
    gateSteps = new AdamW(0, Double.MAX_VALUE);
  }

  /**
   * How much the loss depends on a head.
   *
   * @param layer the layer's number
   * @param head the head's number
   * @param value the mean over records of |∂L/∂ξ_h|, ξ_h what the head's output is multiplied by;
   *     divided by the norm over the layer's heads
   */
  public record Importance(int layer, int head, double value) {}

  /** The importance of every head, estimated on so many training records. */
  public List<Importance> importances(int records) {
    List<double[]> sums = new ArrayList<>();
    network.layers().forEach(layer -> sums.add(new double[layer.heads().size()]));
    int batchSize = config.settings().training().batchSize();
    for (int from = 0; from < Math.min(records, training.size()); from += batchSize) {
      int[] chosen = range(from, Math.min(from + batchSize, Math.min(records, training.size())));
      Libtorch.scoped(
          () -> {
            addGradients(chosen, sums);
            return null;
          });
    }
    List<Importance> found = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      AttentionLayer layer = network.layers().get(i);
      double norm = Math.sqrt(Arrays.stream(sums.get(i)).map(value -> value * value).sum());
      for (int h = 0; h < sums.get(i).length; h++) {
        double value = norm > 0 ? sums.get(i)[h] / norm : 0;
        found.add(new Importance(layer.id(), layer.heads().get(h).id(), value));
      }
    }
    return found;
  }

  /**
   * A gate of its own for every record, so that one backward pass gives every record's gradient.
   */
  private void addGradients(int[] records, List<double[]> sums) {
    Batch batch = training.batch(records, 0, new Random(0));
    List<Tensor> ones = new ArrayList<>();
    for (AttentionLayer layer : network.layers()) {
      ones.add(torch.ones(records.length, 1, layer.heads().size(), 1).requires_grad_(true));
    }
    Tensor loss =
        torch
            .cross_entropy_loss(network.forward(batch, 0, ones).logits(), batch.labels())
            .mul(new Scalar((double) records.length));
    TensorVector inputs = new TensorVector();
    ones.forEach(inputs::push_back);
    TensorVector gradients = torch.grad(new TensorVector(loss), inputs);
    for (int i = 0; i < sums.size(); i++) {
      double[] found = Libtorch.toDoubles(gradients.get(i).abs().sum(0));
      for (int h = 0; h < found.length; h++) {
        sums.get(i)[h] += found[h];
      }
    }
  }

  private static int[] range(int from, int to) {
    int[] numbers = new int[to - from];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = from + i;
    }
    return numbers;
  }

  /** Takes a head out. */
  public void remove(int layer, int head) {
    if (!gates.isEmpty()) {
      throw new IllegalStateException("heads with gates are taken out by their gates");
    }
    network.layer(layer).remove(head);
  }

  /**
   * Takes the least important heads out, one after the other, the rest judged anew each time. The
   * last head of a layer stays.
   *
   * @param count the heads to keep
   * @param records how many training records to estimate the importance on
   */
  public void keepMostImportant(int count, int records) {
    while (heads().stream().mapToInt(List::size).sum() > count) {
      Importance least =
          importances(records).stream()
              .filter(one -> network.layer(one.layer()).heads().size() > 1)
              .min((a, b) -> Double.compare(a.value(), b.value()))
              .orElseThrow(
                  () -> new IllegalArgumentException("a layer cannot have less than one head"));
      remove(least.layer(), least.head());
    }
  }

  /**
   * Trains on with a gate on every head and a price on every open gate. Called again, it goes on
   * with the same gates.
   *
   * @param price λ: what an open gate adds to the loss
   * @param steps training steps
   */
  public void trainGates(double price, long steps) {
    if (gates.isEmpty()) {
      Libtorch.scoped(
          () -> {
            for (AttentionLayer layer : network.layers()) {
              Tensor open = torch.ones(1, 1, layer.heads().size(), 1).mul(new Scalar(OPEN));
              gates.add(new Parameter(layer.name() + ".gates", false, open));
            }
            return null;
          });
    }
    for (long i = 0; i < steps; i++) {
      Libtorch.scoped(
          () -> {
            gatedStep(price);
            return null;
          });
    }
  }

  private void gatedStep(double price) {
    TrainingSettings recipe = config.settings().training();
    Random random = new Random(recipe.seed() * 0x9E3779B97F4A7C15L + step++);
    torch.manual_seed(random.nextLong());
    if (nextBatch >= batches.size()) {
      batches = training.epoch(recipe.batchSize(), recipe.seed(), epoch++);
      nextBatch = 0;
    }
    Batch batch = training.batch(batches.get(nextBatch++), recipe.unknownRate(), random);
    List<Tensor> drawn = new ArrayList<>();
    Tensor open = torch.zeros(1);
    for (Parameter gate : gates) {
      drawn.add(draw(gate.value()));
      open = open.add(openProbability(gate.value()).sum());
    }
    Tensor loss =
        torch
            .cross_entropy_loss(
                network.forward(batch, recipe.dropout(), drawn).logits(), batch.labels())
            .add(open.mul(new Scalar(price)))
            .sum();
    List<Parameter> weights = network.parameters();
    TensorVector inputs = new TensorVector();
    weights.forEach(weight -> inputs.push_back(weight.value()));
    gates.forEach(gate -> inputs.push_back(gate.value()));
    TensorVector gradients = torch.grad(new TensorVector(loss), inputs);
    TensorVector ofWeights = new TensorVector();
    TensorVector ofGates = new TensorVector();
    for (int i = 0; i < gradients.size(); i++) {
      (i < weights.size() ? ofWeights : ofGates).push_back(gradients.get(i));
    }
    weightSteps.step(weights, ofWeights, WEIGHT_RATE * recipe.learningRate());
    gateSteps.step(gates, ofGates, GATE_RATE);
  }

  /** A gate drawn from its hard concrete distribution. */
  private static Tensor draw(Tensor logits) {
    Tensor uniform =
        torch.rand_like(logits).clamp_min(new Scalar(1e-6)).clamp_max(new Scalar(1 - 1e-6));
    Tensor noise = uniform.log().sub(uniform.neg().add(new Scalar(1.0)).log());
    return stretched(noise.add(logits).div(new Scalar(TEMPERATURE)).sigmoid());
  }

  private static Tensor stretched(Tensor share) {
    return share
        .mul(new Scalar(HIGH - LOW))
        .add(new Scalar(LOW))
        .clamp_min(new Scalar(0.0))
        .clamp_max(new Scalar(1.0));
  }

  /** The probability that a gate is not closed. */
  private static Tensor openProbability(Tensor logits) {
    return logits.sub(new Scalar(TEMPERATURE * Math.log(-LOW / HIGH))).sigmoid();
  }

  /** What each head's output is multiplied by, layer by layer: 1 without gates. */
  private List<double[]> gateValues() {
    List<double[]> values = new ArrayList<>();
    for (int i = 0; i < network.layers().size(); i++) {
      double[] ones = new double[network.layers().get(i).heads().size()];
      Arrays.fill(ones, 1);
      Tensor logits = gates.isEmpty() ? null : gates.get(i).value();
      values.add(
          logits == null
              ? ones
              : Libtorch.scoped(() -> Libtorch.toDoubles(stretched(logits.detach().sigmoid()))));
    }
    // A layer whose gates have all closed keeps the head whose gate is the last to close.
    for (int i = 0; i < values.size(); i++) {
      double[] layer = values.get(i);
      if (Arrays.stream(layer).noneMatch(value -> value > 0)) {
        int position = i;
        double[] logits =
            Libtorch.scoped(() -> Libtorch.toDoubles(gates.get(position).value().detach()));
        int last = 0;
        for (int h = 1; h < logits.length; h++) {
          last = logits[h] > logits[last] ? h : last;
        }
        layer[last] = 1e-3;
      }
    }
    return values;
  }

  /** The key dimensions of every head that is left, layer by layer. */
  public List<List<Integer>> heads() {
    return architecture().layers().stream()
        .map(layer -> layer.heads().stream().map(Architecture.HeadShape::dimensions).toList())
        .toList();
  }

  private Architecture architecture() {
    List<double[]> values = gateValues();
    List<Architecture.Layer> layers = new ArrayList<>();
    for (int i = 0; i < network.layers().size(); i++) {
      List<Architecture.HeadShape> open = new ArrayList<>();
      List<Head> all = network.layers().get(i).heads();
      for (int h = 0; h < all.size(); h++) {
        if (values.get(i)[h] > 0) {
          open.add(all.get(h).shape());
        }
      }
      layers.add(new Architecture.Layer(network.layers().get(i).id(), open));
    }
    return new Architecture(layers);
  }

  /** Writes what is left as a model's folder: closed heads are gone, gates are in W_O. */
  public void save(Path folder) throws IOException {
    List<double[]> values = gateValues();
    Map<String, HostTensor> tensors = new LinkedHashMap<>(network.tensors());
    for (int i = 0; i < network.layers().size(); i++) {
      List<Head> heads = network.layers().get(i).heads();
      for (int h = 0; h < heads.size(); h++) {
        double gate = values.get(i)[h];
        for (Parameter parameter : heads.get(h).parameters()) {
          if (gate == 0) {
            tensors.remove(parameter.name());
          }
        }
        if (gate > 0) {
          tensors.computeIfPresent(
              heads.get(h).output().name(), (name, tensor) -> scaled(tensor, gate));
        }
      }
    }
    ModelFolder.write(
        folder,
        new ModelConfig(
            config.shape(),
            architecture(),
            config.labels(),
            config.tokenizer(),
            config.settings(),
            config.provenance()),
        tensors,
        ModelFolder.Logs.NONE);
  }

  private static HostTensor scaled(HostTensor tensor, double by) {
    float[] values = tensor.values().clone();
    for (int i = 0; i < values.length; i++) {
      values[i] *= (float) by;
    }
    return new HostTensor(tensor.shape(), values);
  }

  @Override
  public void close() {
    weightSteps.close();
    gateSteps.close();
    gates.forEach(Parameter::close);
    network.close();
  }
}
