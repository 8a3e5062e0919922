package io.incrt.lab.rivals;

import io.incrt.ModelEvaluation;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.part.LetterPath;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.Instruments;
import io.incrt.train.data.Examples;
import io.incrt.train.update.AdamW;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Gates must cross from open to closed within a phase, weights must not. */
  private static final double GATE_RATE = 0.05;

  /** Of the learning rate the network was trained with. */
  private static final double WEIGHT_RATE = 0.3;

  private final ModelConfig config;
  private final Network network;
  private final Examples training;
  private final AdamW weightSteps;
  private final AdamW gateSteps;
  private Optional<HeadGates> gates = Optional.empty();
  private List<int[]> batches = List.of();
  private int nextBatch;
  private long epoch;
  private long step;

  /** Opens a model's folder, with the data it was trained on. */
  public HeadPruning(Path folder, Corpus corpus) throws IOException {
    ModelFolder.Loaded model = ModelFolder.read(folder, Device.CPU);
    config = model.config();
    network = model.network();
    TokenizedRecords records = TokenizedRecords.of(corpus.train(), config.tokenizer());
    Examples encoded = Examples.of(records, config.objective(), config.shape());
    training =
        config.architecture().has(LetterPath.Type.NAME)
            ? encoded.withLetters(records.letters())
            : encoded;
    TrainingSettings recipe = config.settings().training();
    weightSteps = Instruments.optimizer(recipe.weightDecay(), recipe.clip());
    gateSteps = Instruments.optimizer(0, Double.MAX_VALUE);
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
    List<Importance> importances = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      AttentionLayer layer = network.layers().get(i);
      double norm = Math.sqrt(Arrays.stream(sums.get(i)).map(value -> value * value).sum());
      for (int h = 0; h < sums.get(i).length; h++) {
        double value = norm > 0 ? sums.get(i)[h] / norm : 0;
        importances.add(new Importance(layer.id(), layer.heads().get(h).id(), value));
      }
    }
    return importances;
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
            .cross_entropy_loss(outputs(batch, 0, ones), batch.targets())
            .mul(new Scalar((double) records.length));
    TensorVector inputs = new TensorVector();
    ones.forEach(inputs::push_back);
    TensorVector gradients = torch.grad(new TensorVector(loss), inputs);
    for (int i = 0; i < sums.size(); i++) {
      double[] summed = Libtorch.toDoubles(gradients.get(i).abs().sum(0));
      for (int h = 0; h < summed.length; h++) {
        sums.get(i)[h] += summed[h];
      }
    }
  }

  /** The outputs with every layer's heads turned down by its gates. */
  private Tensor outputs(Batch batch, double dropout, List<Tensor> layerGates) {
    ForwardPass pass = new ForwardPass(batch).dropout(dropout);
    List<AttentionLayer> layers = network.layers();
    for (int i = 0; i < layers.size(); i++) {
      pass.gate(layers.get(i), layerGates.get(i));
    }
    return network.forward(pass);
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
    if (gates.isPresent()) {
      throw new IllegalStateException("heads with gates are taken out by their gates");
    }
    network.remove(network.layer(layer).head(head));
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
    HeadGates trained = gates.orElseGet(() -> new HeadGates(network));
    gates = Optional.of(trained);
    for (long i = 0; i < steps; i++) {
      Libtorch.scoped(
          () -> {
            gatedStep(trained, price);
            return null;
          });
    }
  }

  private void gatedStep(HeadGates trained, double price) {
    TrainingSettings recipe = config.settings().training();
    Random random = new Random(recipe.seed() * 0x9E3779B97F4A7C15L + step++);
    torch.manual_seed(random.nextLong());
    if (nextBatch >= batches.size()) {
      batches = training.epoch(recipe.batchSize(), recipe.seed(), epoch++);
      nextBatch = 0;
    }
    Batch batch = training.batch(batches.get(nextBatch++), recipe.unknownRate(), random);
    List<Tensor> drawn = trained.draw();
    Tensor loss =
        torch
            .cross_entropy_loss(outputs(batch, recipe.dropout(), drawn), batch.targets())
            .add(trained.expectedOpen().mul(new Scalar(price)))
            .sum();
    List<Parameter> weights = network.parameters();
    TensorVector inputs = new TensorVector();
    weights.forEach(weight -> inputs.push_back(weight.value()));
    trained.parameters().forEach(gate -> inputs.push_back(gate.value()));
    TensorVector gradients = torch.grad(new TensorVector(loss), inputs);
    TensorVector ofWeights = new TensorVector();
    TensorVector ofGates = new TensorVector();
    for (int i = 0; i < gradients.size(); i++) {
      (i < weights.size() ? ofWeights : ofGates).push_back(gradients.get(i));
    }
    weightSteps.step(weights, ofWeights, WEIGHT_RATE * recipe.learningRate());
    gateSteps.step(trained.parameters(), ofGates, GATE_RATE);
  }

  /** What each head's output is multiplied by, layer by layer: 1 without gates. */
  private List<double[]> gateValues() {
    List<double[]> values = new ArrayList<>();
    for (int i = 0; i < network.layers().size(); i++) {
      double[] ones = new double[network.layers().get(i).heads().size()];
      Arrays.fill(ones, 1);
      values.add(gates.isPresent() ? gates.get().values(i) : ones);
    }
    return values;
  }

  /** The key dimensions of every head that is left, layer by layer. */
  public List<List<Integer>> heads() {
    return architecture().dimensions();
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
    return new Architecture(layers, network.architecture().blocks());
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
            config.objective(),
            config.tokenizer(),
            config.settings(),
            config.provenance()),
        tensors,
        RunFiles.RunLog.EMPTY,
        ModelEvaluation.NONE);
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
    gates.ifPresent(HeadGates::close);
    network.close();
  }
}
