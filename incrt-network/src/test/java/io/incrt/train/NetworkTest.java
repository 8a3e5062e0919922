package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Motor;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.homeostat.HeadMotor;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenNetwork;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.MemoryLayout;
import io.incrt.tensor.Parameter;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.update.AdamW;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

  private static final Shape SHAPE = Runs.TINY;

  private static final Classification CLASSES = new Classification(List.of("a", "b", "c"));

  private final Random random = new Random(3);

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  /** A seed whose numbers are not next to a kink of the maximum over tokens. */
  @BeforeEach
  void seed() {
    torch.manual_seed(7);
  }

  private Plane plane(int d) {
    double[] plus = Vectors.randomDirection(d, random);
    double[] minus = Vectors.randomDirection(d, random);
    Vectors.addScaled(minus, -Vectors.dot(plus, minus), plus);
    Vectors.normalise(minus);
    return new Plane(new DoubleArray(plus), new DoubleArray(minus));
  }

  /** A network with uneven heads in two layers, none of whose weights is zero. */
  private Network uneven() {
    Network network = new Network(SHAPE, Compute.DEFAULT, plane(16));
    Surgery.apply(birth(0, 1), network);
    Surgery.apply(widening(0, 1), network);
    Surgery.apply(
        new Decision.AddLayer(9, 1, 2, plane(16), new DepthMeasurement(1, 1, 1, 1, 1), null),
        network);
    Surgery.apply(birth(1, 3), network);
    Surgery.apply(widening(1, 2), network);
    Surgery.apply(widening(1, 2), network);
    Libtorch.withoutGradients(
        () -> {
          for (Parameter parameter : network.parameters()) {
            parameter.value().add_(torch.randn_like(parameter.value()).mul(new Scalar(0.1)));
          }
          return null;
        });
    return network;
  }

  private Decision birth(int layer, int head) {
    return new Decision.GiveBirth(7, layer, head, plane(16), List.of(), 0.5, false, null, null);
  }

  private Decision widening(int layer, int head) {
    return new Decision.AddDimension(8, layer, head, plane(16), 4, 0.9, null);
  }

  private Batch batch() {
    return batch(new int[][] {{2, 3, 4, 5, 6, 7}, {8, 9, 2}, {10, 11, 12, 13}}, 0, 1, 2);
  }

  private static Batch batch(int[][] tokens, int... classes) {
    int[] all = IntStream.range(0, classes.length).toArray();
    return Batch.of(tokens, 1, new ClassTargets(classes, 3).batch(all));
  }

  private static Tensor outputs(Network network, Batch batch) {
    return network.forward(new ForwardPass(batch));
  }

  private static float[] logits(Network network, Batch batch) {
    return Libtorch.toFloats(outputs(network, batch));
  }

  @Test
  void whatPredictsComputesWhatWasTrained() {
    int[][] tokens = {{2, 3, 4, 5, 6, 7}, {8, 9, 2}, {10, 11, 12, 13}};
    try (FrozenNetwork frozen = uneven().freeze()) {
      Network network = frozen.network();
      for (int[][] some : List.of(tokens, new int[][] {{3, 1, 4, 1}, {5, 9, 2, 6}})) {
        List<float[]> expected = network.answers(() -> Batch.of(some), CLASSES::decode);
        List<float[]> found = frozen.answers(() -> Batch.of(some), CLASSES::decode);
        for (int i = 0; i < some.length; i++) {
          assertArrayEquals(expected.get(i), found.get(i), 1e-5f);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Readout.class)
  void withoutAHeadOnlyWhatIsReadCanCount(Readout readout) {
    Shape shape = ShapeBuilder.builder(SHAPE).readout(readout).build();
    Network network = Network.fixed(shape, Compute.DEFAULT, 0, 0);
    try (FrozenNetwork frozen = network.freeze()) {
      Supplier<Batch> records = () -> Batch.of(new int[][] {{5, 3, 4}, {5, 8, 9, 7}, {6, 3, 4}});
      List<float[]> found = frozen.answers(records, CLASSES::decode);
      float one = found.get(0)[0];
      assertEquals(readout == Readout.FIRST, Math.abs(one - found.get(1)[0]) < 1e-6);
      assertNotEquals(one, found.get(2)[0], 1e-4f);
      List<float[]> trained = network.answers(records, CLASSES::decode);
      for (int i = 0; i < found.size(); i++) {
        assertArrayEquals(trained.get(i), found.get(i), 1e-5f);
      }
    }
  }

  @Test
  void batchedHeadsEqualHeadByHeadAttention() {
    Network network = uneven();
    Batch batch = batch();
    for (AttentionLayer layer : network.layers()) {
      Tensor tokens = torch.randn(3, 6, 16);
      Tensor sum = torch.zeros(3, 6, 16);
      for (Head head : layer.heads()) {
        TensorVector queries = new TensorVector();
        TensorVector keys = new TensorVector();
        head.queries().forEach(block -> queries.push_back(block.value()));
        head.keys().forEach(block -> keys.push_back(block.value()));
        Tensor q = tokens.matmul(torch.cat(queries, 1));
        Tensor k = tokens.matmul(torch.cat(keys, 1));
        Tensor scores = q.matmul(k.transpose(1, 2)).div(new Scalar(Math.sqrt(8)));
        Tensor padding = batch.mask().logical_not().unsqueeze(1);
        scores = scores.masked_fill(padding, new Scalar(Double.NEGATIVE_INFINITY));
        Tensor attention = torch.softmax(scores, 2);
        Tensor values = tokens.matmul(head.values().value());
        sum = sum.add(attention.matmul(values).matmul(head.output().value()));
      }
      assertArrayEquals(
          Libtorch.toFloats(sum),
          Libtorch.toFloats(layer.attend(tokens, layer.packed(), batch.attentionMask(), null)),
          1e-5f);
    }
    network.close();
  }

  @Test
  void gradientsEqualFiniteDifferences() {
    Network network = uneven();
    Batch batch = batch();
    List<Parameter> parameters = network.parameters();
    TensorVector inputs = new TensorVector();
    parameters.forEach(parameter -> inputs.push_back(parameter.value()));
    TensorVector gradients = torch.grad(new TensorVector(loss(network, batch)), inputs);
    for (int i = 0; i < parameters.size(); i++) {
      Tensor value = parameters.get(i).value();
      // Along the gradient the difference is as large as it can be, which floats need.
      Tensor direction = gradients.get(i).div(gradients.get(i).norm().clamp_min(new Scalar(1e-12)));
      double slope = gradients.get(i).norm().item_double();
      double step = 3e-3;
      double up = shifted(network, batch, value, direction, step);
      double down = shifted(network, batch, value, direction, -step);
      assertEquals(slope, (up - down) / (2 * step), 2e-3 + 0.02 * slope, parameters.get(i).name());
    }
    network.close();
  }

  private static Tensor loss(Network network, Batch batch) {
    return torch.cross_entropy_loss(outputs(network, batch), batch.targets());
  }

  private static double shifted(
      Network network, Batch batch, Tensor value, Tensor direction, double step) {
    return Libtorch.withoutGradients(
        () -> {
          value.add_(direction, new Scalar(step));
          double loss = loss(network, batch).item_double();
          value.add_(direction, new Scalar(-step));
          return loss;
        });
  }

  @Test
  void piecesOfABatchAddUpToIt() {
    Network network = uneven();
    TrainingSettings recipe =
        Settings.with(
                RunSettings.geometry(),
                Map.of(
                    "training.dropout",
                    "0",
                    "training.unknownRate",
                    "0",
                    "training.classWeights",
                    "BALANCED"))
            .training();
    int[][] tokens = new int[9][];
    int[] classes = new int[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = random.ints(3 + i, 2, 20).toArray();
      classes[i] = i < 2 ? i : 2;
    }
    ClassTargets targets = new ClassTargets(classes, 3);
    List<Double> weights = targets.weights(recipe.classWeights());
    assertEquals(3, weights.size());
    Examples data = new Examples(tokens, targets);
    int[] records = {4, 0, 8, 3, 7, 1, 6};
    BatchGradients whole = pieces(network, recipe, data, Long.MAX_VALUE);
    BatchGradients several = pieces(network, recipe, data, 3000);
    assertEquals(1, whole.split(records).size());
    assertEquals(
        List.of(4, 0, 8, 3, 7, 1, 6),
        several.split(records).stream().flatMapToInt(Arrays::stream).boxed().toList());
    assertTrue(several.split(records).size() > 2);
    BatchGradients.Result expected = gradients(whole, records);
    BatchGradients.Result pieces = gradients(several, records);
    assertEquals(expected.loss(), pieces.loss(), 1e-6);
    assertEquals(whole.plainLoss(records), several.plainLoss(records), 1e-6);
    TensorVector direct = new TensorVector();
    network.parameters().forEach(parameter -> direct.push_back(parameter.value()));
    Batch batch = data.batch(records, 0, random);
    Tensor loss =
        torch.cross_entropy_loss(
            outputs(network, batch),
            batch.targets(),
            new TensorOptional(
                Tensor.create(
                    weights.get(0).floatValue(),
                    weights.get(1).floatValue(),
                    weights.get(2).floatValue())),
            1,
            -100,
            recipe.labelSmoothing());
    TensorVector gradients = torch.grad(new TensorVector(loss), direct);
    Map<Parameter, float[]> ofWhole = byParameter(expected.gradients());
    Map<Parameter, float[]> ofPieces = byParameter(pieces.gradients());
    assertEquals(network.parameters().size(), ofWhole.size());
    for (int i = 0; i < network.parameters().size(); i++) {
      Parameter parameter = network.parameters().get(i);
      float[] one = Libtorch.toFloats(gradients.get(i));
      assertArrayEquals(one, ofWhole.get(parameter), 1e-6f, parameter.name());
      assertArrayEquals(one, ofPieces.get(parameter), 1e-6f, parameter.name());
    }
    // One step by the groups moves every parameter as its own gradient says.
    Map<Parameter, double[]> before = new HashMap<>();
    network.parameters().forEach(one -> before.put(one, Libtorch.toDoubles(one.value().clone())));
    new AdamW(0, 1e9).step(pieces.gradients(), 0.01);
    for (int i = 0; i < network.parameters().size(); i++) {
      Parameter parameter = network.parameters().get(i);
      double[] slopes = Libtorch.toDoubles(gradients.get(i));
      double[] after = Libtorch.toDoubles(parameter.value());
      for (int j = 0; j < after.length; j++) {
        if (Math.abs(slopes[j]) > 1e-4) {
          assertEquals(
              -0.01 * Math.signum(slopes[j]),
              after[j] - before.get(parameter)[j],
              1e-4,
              parameter.name());
        }
      }
    }
    assertEquals(expected.tokens().count(), pieces.tokens().count());
    for (int i = 0; i < 2; i++) {
      for (Function<ObservedTokens.Rows, Tensor> side :
          List.<Function<ObservedTokens.Rows, Tensor>>of(
              ObservedTokens.Rows::read, ObservedTokens.Rows::in, ObservedTokens.Rows::out)) {
        assertArrayEquals(
            gram(side.apply(expected.tokens().layers().get(i)), expected.tokens()),
            gram(side.apply(pieces.tokens().layers().get(i)), pieces.tokens()),
            1e-5);
      }
    }
    network.close();
  }

  private static double[] gram(Tensor tokens, ObservedTokens seen) {
    return Libtorch.toDoubles(Observer.gram(tokens, seen, Collective.ALONE));
  }

  private static Map<Parameter, float[]> byParameter(List<GradientGroup> groups) {
    Map<Parameter, float[]> found = new HashMap<>();
    for (GradientGroup group : groups) {
      TensorVector gradients = group.gradients().toTensorVector();
      for (int i = 0; i < group.parameters().size(); i++) {
        Parameter parameter = group.parameters().get(i);
        boolean turned =
            MemoryLayout.rows(parameter.value()).stride(0) != parameter.value().stride(0);
        Tensor gradient = gradients.get(i);
        found.put(parameter, Libtorch.toFloats(turned ? gradient.t() : gradient));
      }
    }
    return found;
  }

  private BatchGradients.Result gradients(BatchGradients pieces, int[] records) {
    return pieces.gradients(records, random, BatchGradients.Keep.ALL, StepTimer.NONE);
  }

  private static BatchGradients pieces(
      Network network, TrainingSettings recipe, Examples data, long numbers) {
    return new BatchGradients(network, CLASSES, recipe, data, Collective.ALONE, numbers);
  }

  @Test
  void theMeanMotorIsThatOfTheHeads() {
    Network many = uneven();
    Network one = new Network(SHAPE, Compute.DEFAULT, plane(16));
    for (AttentionLayer layer : List.of(many.layers().get(0), one.layers().get(0))) {
      Motor expected =
          Motor.mean(Head.motors(layer.heads()).stream().map(HeadMotor::motor).toList());
      Motor found = Motor.of(Head.matrix(layer.meanProduct(layer.packed())));
      assertArrayEquals(expected.matrix().data, found.matrix().data, 1e-6);
    }
    many.close();
    one.close();
  }

  @Test
  void paddingChangesNothing() {
    Network network = uneven();
    float[] alone = logits(network, Batch.of(new int[][] {{8, 9, 2}}));
    float[] padded = logits(network, batch());
    for (int c = 0; c < 3; c++) {
      assertEquals(alone[c], padded[3 + c], 1e-5f);
    }
    Tensor tokens = torch.randn(3, 16);
    Tensor longer = torch.cat(new TensorVector(tokens, torch.randn(2, 16)), 0);
    Tensor real = Tensor.create(new float[] {1, 1, 1, 0, 0}, 5, 1);
    assertArrayEquals(
        gram(tokens, new ObservedTokens(List.of(), null, 3)),
        gram(longer, new ObservedTokens(List.of(), real, 3)),
        1e-6);
    network.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void birthsOfHeadsDimensionsAndLayersLeaveTheOutputUnchanged(boolean silent) {
    Network network = uneven();
    float[] before = logits(network, batch());
    List<Decision> births =
        List.of(
            birth(0, 10),
            widening(0, 1),
            birth(1, 11),
            widening(1, 11),
            new Decision.AddLayer(9, 2, 12, plane(16), new DepthMeasurement(1, 1, 1, 1, 1), null));
    for (Decision decision : births) {
      Surgery.apply(decision, network, silent);
      assertArrayEquals(before, logits(network, batch()), 1e-6f, decision.getClass().getName());
    }
    Surgery.apply(new Decision.Prune(9, 0, 10, 0, null, null), network);
    Surgery.apply(new Decision.RemoveLayer(9, 2, 0, null), network);
    assertArrayEquals(before, logits(network, batch()), 1e-6f, "and so does taking them out again");
    network.close();
  }

  private static Motor motor(Head head) {
    return Head.motors(List.of(head)).get(0).motor();
  }

  @Test
  void aNewbornHeadCarriesTheMotorOfItsPlaneExactly() {
    Plane plane = plane(16);
    Head head = Head.born(4, 0, plane, SHAPE, "x", 0);
    Motor expected = Motor.onPlane(plane.plus().values(), plane.minus().values(), Head.MOTOR_SCALE);
    assertArrayEquals(expected.matrix().data, motor(head).matrix().data, 1e-6);
    head.widen(plane(16));
    assertArrayEquals(expected.matrix().data, motor(head).matrix().data, 1e-6);
    assertEquals(4, head.dimensions());
    Head whole = Head.born(5, 0, plane, SHAPE.withAllDimensions(true), "x", 0);
    assertEquals(8, whole.dimensions(), "the paper's heads have all dimensions from birth");
    assertArrayEquals(expected.matrix().data, motor(whole).matrix().data, 1e-6);
    head.close();
    whole.close();
  }

  @Test
  void theFusedUpdateEqualsAdamWWrittenOut() {
    Parameter decayed = new Parameter("w", true, Tensor.create(1f, -2f));
    Parameter plain = new Parameter("b", false, Tensor.create(0.5f));
    AdamW optimizer = new AdamW(0.1, 1);
    double[] w = {1, -2};
    double[] m = new double[2];
    double[] v = new double[2];
    float[][] gradients = {{0.3f, -0.1f}, {30f, 40f}, {0f, 0.2f}};
    for (int t = 1; t <= gradients.length; t++) {
      float[] g = gradients[t - 1];
      optimizer.step(
          List.of(decayed, plain), new TensorVector(Tensor.create(g), Tensor.create(0f)), 0.01);
      double norm = Math.hypot(g[0], g[1]);
      for (int i = 0; i < 2; i++) {
        double clipped = g[i] / Math.max(1, norm);
        m[i] = 0.9 * m[i] + 0.1 * clipped;
        v[i] = 0.999 * v[i] + 0.001 * clipped * clipped;
        w[i] *= 1 - 0.01 * 0.1;
        double corrected = m[i] / (1 - Math.pow(0.9, t));
        w[i] -= 0.01 * corrected / (Math.sqrt(v[i] / (1 - Math.pow(0.999, t))) + 1e-8);
      }
      assertArrayEquals(w, Libtorch.toDoubles(decayed.value()), 2e-6);
    }
    assertEquals(0.5, plain.value().item_double(), 1e-7, "no decay on norms and biases");
    assertEquals(3, decayed.steps().item_double());
    decayed.close();
    plain.close();
  }

  @Test
  void everyHeadIsUpdatedByItsOwnGradient() {
    // The first step of AdamW moves each number by the learning rate against its gradient's sign.
    for (boolean uneven : new boolean[] {false, true}) {
      Network network = Network.fixed(SHAPE, Compute.DEFAULT, 2, 3);
      if (uneven) {
        AttentionLayer layer = network.layers().get(1);
        layer.add(Head.born(9, 0, plane(16), network.shape(), layer.name(), 0.1));
      }
      Batch batch = batch(new int[][] {{2, 3, 4, 5}, {6, 7, 8, 9}}, 0, 2);
      Tensor loss = torch.cross_entropy_loss(outputs(network, batch), batch.targets());
      TensorVector inputs = new TensorVector();
      List<Parameter> parameters = network.parameters();
      parameters.forEach(parameter -> inputs.push_back(parameter.value()));
      TensorVector gradients = torch.grad(new TensorVector(loss), inputs);
      List<double[]> before = new ArrayList<>();
      parameters.forEach(parameter -> before.add(Libtorch.toDoubles(parameter.value())));
      List<double[]> slopes = new ArrayList<>();
      for (int i = 0; i < parameters.size(); i++) {
        slopes.add(Libtorch.toDoubles(gradients.get(i)));
      }
      new AdamW(0, 1e9).step(parameters, gradients, 0.01);
      for (int i = 0; i < parameters.size(); i++) {
        double[] after = Libtorch.toDoubles(parameters.get(i).value());
        for (int j = 0; j < after.length; j++) {
          double slope = slopes.get(i)[j];
          assertEquals(
              -0.01 * slope / (Math.abs(slope) + 1e-8),
              after[j] - before.get(i)[j],
              1e-4,
              parameters.get(i).name());
        }
      }
      network.close();
    }
  }

  @Test
  void theAttentionKernelUsesTheScaleItIsGiven() {
    Tensor q = torch.randn(1, 2, 4, 8);
    Tensor out =
        torch.scaled_dot_product_attention(
            q, q, q, new TensorOptional(), 0.0, false, new DoubleOptional(0.5), false);
    Tensor scores = torch.softmax(q.matmul(q.transpose(2, 3)).mul(new Scalar(0.5)), 3);
    assertArrayEquals(Libtorch.toFloats(scores.matmul(q)), Libtorch.toFloats(out), 1e-5f);
  }

  @Test
  void impossibleShapesAndEmptySequencesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> SHAPE.withKeyDimensions(7));
    assertThrows(IllegalArgumentException.class, () -> SHAPE.withClasses(1));
    assertEquals(
        "a sequence without tokens cannot be classified",
        assertThrows(IllegalArgumentException.class, () -> Batch.of(new int[][] {{}}))
            .getMessage());
    Network network = new Network(SHAPE, Compute.DEFAULT, plane(16));
    assertThrows(IllegalArgumentException.class, () -> network.layer(3));
    assertThrows(IllegalArgumentException.class, () -> network.layer(0).head(9));
    assertTrue(network.parameters().size() > 8);
    network.close();
  }

  @Test
  void theConeIndexIsOneForOneDirectionAndZeroForOpposites() {
    assertEquals(1, cone(1, 2, 3, 6), 1e-6);
    assertEquals(0, cone(1, 2, -1, -2), 1e-6);
    assertEquals(Math.sqrt(0.5), cone(1, 0, 0, 1), 1e-6);
    assertEquals(0.5, cone(1, 0, 0, 0), 1e-6, "a token of zeros has no direction");
  }

  private static double cone(float... rows) {
    Tensor tokens = Tensor.create(rows, 2, 2);
    return Observer.cone(tokens, new ObservedTokens(List.of(), null, 2), Collective.ALONE);
  }
}
