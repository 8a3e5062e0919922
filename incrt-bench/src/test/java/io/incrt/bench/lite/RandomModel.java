package io.incrt.bench.lite;

import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.model.part.Convolution;
import io.incrt.model.part.FeedForward;
import io.incrt.model.part.LetterPath;
import io.incrt.model.part.NgramPath;
import io.incrt.model.part.VectorPath;
import io.incrt.objective.Classification;
import io.incrt.settings.RunSettings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.ParameterSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** A model of any parts with any weights: training seldom grows all of them. */
final class RandomModel {

  private static final double DEVIATION = 0.2;
  private static final int RECORDS = 60;
  private static final String BASES = "ACGTN";
  private static final List<String> TEXTS =
      List.of("Nebel", "liegt", "auf", "dem", "See", ",", "sagt", "man", "!", "Übermut", "x1");

  private final Random random;
  private final boolean dna;

  RandomModel(Random random) {
    this.random = random;
    this.dna = random.nextBoolean();
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** Records as the model is made for, of any length, and some others. */
  List<String> asked() {
    List<String> asked = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      asked.add(sequence(between(1, 40)));
    }
    asked.add(sequence(300));
    return asked;
  }

  private String sequence(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (dna) {
        text.append(BASES.charAt(random.nextInt(BASES.length())));
      } else {
        String word = TEXTS.get(random.nextInt(TEXTS.size()));
        text.append(random.nextInt(6) == 0 ? word + "lich" : word).append(' ');
      }
    }
    return dna ? "ACG" + text : text.toString();
  }

  private Tokenizer tokenizer() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      records.add(new LabelledSequence("r" + i, sequence(between(5, 20)), "a"));
    }
    if (!dna) {
      return Words.learn(records, between(1, 60), random.nextBoolean() ? 20 : 0);
    }
    int k = between(1, 3);
    return KmerTokenizer.learn(k, between(1, k), "N", records).withOtherStrand();
  }

  /** Writes one. */
  void write(Path folder) throws IOException {
    Tokenizer tokenizer = tokenizer();
    int pooling = random.nextBoolean() ? 1 : between(2, 4);
    Shape shape =
        ShapeBuilder.builder()
            .vocabulary(tokenizer.size())
            .embedded(random.nextBoolean() ? 0 : Math.max(2, tokenizer.size() / 2))
            .maxLength(120 / pooling)
            .pooling(pooling)
            .bothEnds(random.nextBoolean())
            .readout(random.nextInt(3) == 0 ? Readout.FIRST : Readout.ALL)
            .classes(between(2, 5))
            .width(4 * between(1, 5))
            .keyDimensions(8)
            .allDimensions(false)
            .valueVariance(1)
            .build();
    List<String> labels = IntStream.range(0, shape.classes()).mapToObj(c -> "class " + c).toList();
    RunSettings settings = RunSettings.defaults();
    settings =
        settings.withData(
            settings.data().withStrand(random.nextBoolean() ? Strand.BOTH : Strand.GIVEN));
    try (Network network =
        new Network(shape, Compute.DEFAULT, attention(), ParameterSource.FRESH)) {
      addParts(network, tokenizer);
      ModelFolder.write(
          folder,
          new ModelConfig(
              shape,
              network.architecture(),
              new Classification(labels),
              tokenizer,
              settings,
              ModelConfig.Provenance.unknown(1, 0, 0)),
          weights(network),
          RunFiles.RunLog.EMPTY,
          Map.of());
    }
  }

  /** No layer, or some with heads of several widths. */
  private Architecture attention() {
    List<Architecture.Layer> layers = new ArrayList<>();
    int head = 0;
    for (int layer = random.nextInt(3); layer > 0; layer--) {
      List<Architecture.HeadShape> heads = new ArrayList<>();
      for (int i = between(1, 3); i > 0; i--) {
        List<Integer> blocks = List.of(List.of(2), List.of(2, 2), List.of(2, 6)).get(i - 1);
        heads.add(new Architecture.HeadShape(head++, 0, blocks));
      }
      layers.add(new Architecture.Layer(layer + 3, heads));
    }
    return new Architecture(layers);
  }

  private void addParts(Network network, Tokenizer tokenizer) {
    Shape shape = network.shape();
    for (int i = random.nextInt(4); i > 0; i--) {
      network.add(
          random.nextInt(network.blocks().size() + 1),
          Convolution.born(i, 0, between(1, 8), shape));
    }
    if (random.nextBoolean()) {
      network.add(FeedForward.born(0, 0, between(1, 30), shape));
    }
    if (!dna && random.nextBoolean()) {
      network.add(LetterPath.born(0, between(1, 50), shape));
    }
    if (random.nextBoolean()) {
      float[] vectors = new float[shape.vocabulary() * 3];
      network.add(VectorPath.born(0, 3, shape, vectors));
    }
    if (random.nextBoolean()) {
      int gap = between(1, 3);
      network.add(
          NgramPath.born(0, 0, new NgramPath.Sizes(between(1, 99), between(2, 6), gap, 5), shape));
    }
    if (random.nextBoolean()) {
      Map<String, int[]> runs = new LinkedHashMap<>();
      for (int i = 0; i < 200; i++) {
        int[] run = new int[between(2, 3)];
        for (int j = 0; j < run.length; j++) {
          run[j] = between(1, Math.min(9, tokenizer.size() - 1));
        }
        runs.put(Arrays.toString(run), run);
      }
      NgramPath.Sizes sizes = new NgramPath.Sizes(500, 3, between(1, 2), 4);
      network.add(NgramPath.born(1, 0, sizes, List.copyOf(runs.values()), shape));
    }
  }

  /** Any numbers for all tensors, but for those that say where the rows of a table are. */
  private Map<String, HostTensor> weights(Network network) {
    Map<String, HostTensor> weights = new LinkedHashMap<>();
    network
        .tensors()
        .forEach(
            (name, tensor) -> {
              float[] values = tensor.values();
              boolean given = name.endsWith(".keys") || name.endsWith(".shifts");
              float mean = name.endsWith(".gain") ? 1 : 0;
              for (int i = 0; !given && i < values.length; i++) {
                values[i] = mean + (float) (DEVIATION * random.nextGaussian());
              }
              weights.put(name, tensor);
            });
    return weights;
  }
}
