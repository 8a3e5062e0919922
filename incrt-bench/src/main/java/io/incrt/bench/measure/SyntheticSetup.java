package io.incrt.bench.measure;

import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Moves;
import io.incrt.train.data.TrainingData;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Random records of a size, and what a network is made with that fits them. */
final class SyntheticSetup {

  private static final List<String> CLASS_NAMES = List.of("a", "b", "c", "d");

  private SyntheticSetup() {}

  /** A preset's settings at a size, for as many steps as anyone asks for. */
  static RunSettings sized(Size size) {
    return Settings.with(
        size.preset().settings(),
        Map.of(
            "network.width", String.valueOf(size.width()),
            "network.keyDimensions", String.valueOf(size.keyDimensions()),
            "training.batchSize", String.valueOf(size.batch()),
            // The heads of a size are given; nothing is to judge them.
            "homeostat.evidence.enabled", "false",
            "training.steps", "1000000"));
  }

  /** Random records, and a network that fits them. */
  static TrainerSetup of(Size size, RunSettings settings, int batches, Device device) {
    return of(size, settings, batches, device, Collective.ALONE);
  }

  /** The same for a member of a group. */
  static TrainerSetup of(
      Size size, RunSettings settings, int batches, Device device, Collective group) {
    return new TrainerSetup(
        shape(size, settings),
        new Classification(CLASS_NAMES),
        TrainingData.of(records(size, settings, batches)),
        Optional.empty(),
        1,
        settings,
        device,
        group);
  }

  private static Shape shape(Size size, RunSettings settings) {
    return ShapeBuilder.builder()
        .vocabulary(MeasuredSteps.VOCABULARY)
        .embedded(0)
        .maxLength(size.longest())
        .pooling(size.pooling())
        .bothEnds(settings.network().bothEnds())
        .readout(settings.network().readout())
        .classes(MeasuredSteps.CLASSES)
        .width(size.width())
        .keyDimensions(size.keyDimensions())
        .allDimensions(false)
        .valueVariance(1)
        .build();
  }

  /** Random tokens, no padding; where the linear model counts, what it might say of them. */
  private static Examples records(Size size, RunSettings settings, int batches) {
    Random random = new Random(1);
    int count = batches * size.batch();
    int[][] tokens = new int[count][size.length() * size.pooling()];
    int[] classes = new int[count];
    float[][] floors = new float[count][MeasuredSteps.CLASSES];
    for (int i = 0; i < count; i++) {
      Arrays.setAll(tokens[i], j -> 2 + random.nextInt(MeasuredSteps.VOCABULARY - 2));
      classes[i] = i % MeasuredSteps.CLASSES;
      for (int c = 0; c < floors[i].length; c++) {
        floors[i][c] = -4 * random.nextFloat();
      }
    }
    return new Examples(
            tokens, new ClassTargets(classes, MeasuredSteps.CLASSES), Moves.NONE, size.pooling())
        .with(settings.parts().floor().isMixed() ? floors : null);
  }

  /** One layer of such heads, and around it the parts that the settings name. */
  static Architecture architecture(Size size, Heads kind, TrainerSetup setup) {
    List<Architecture.HeadShape> heads = new ArrayList<>();
    int planes = size.keyDimensions() / 2;
    for (int h = 0; h < size.heads(); h++) {
      List<Integer> blocks =
          switch (kind) {
            case EVEN -> List.of(size.keyDimensions());
            case GROWN -> Collections.nCopies(planes, 2);
            case UNEVEN -> Collections.nCopies(1 + h % planes, 2);
          };
      heads.add(new Architecture.HeadShape(h, 0, blocks));
    }
    return new Architecture(List.of(new Architecture.Layer(0, heads)), parts(setup));
  }

  /** The parts of the network that a run with these settings begins with. */
  private static List<Architecture.BlockShape> parts(TrainerSetup setup) {
    try (Trainer first = Instruments.trainer(setup)) {
      return first.position().architecture().blocks();
    }
  }
}
