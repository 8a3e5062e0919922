package io.incrt.bench.measure;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Where a run would stand that has grown into a given architecture of one layer, without the hours
 * of growing it. Each head but the first owns two coordinates while there are any left.
 */
final class SyntheticRun {

  /** How much the network and the linear model count: one each, as while a network is trained. */
  private static final String MIX = "floor.mix";

  /** Random parameters of any architecture. */
  private static final ParameterSource PARAMETERS =
      (name, decays, fresh, sizes) ->
          new Parameter(
              name, decays, name.equals(MIX) ? torch.ones(sizes) : drawn(decays, fresh, sizes));

  private SyntheticRun() {}

  private static Tensor drawn(boolean decays, Supplier<Tensor> fresh, long... sizes) {
    return decays ? Parameter.normal(0.05, sizes) : fresh.get();
  }

  /** A trainer that stands there. */
  static Trainer trainer(TrainerSetup setup, Architecture architecture) {
    HomeostatState state =
        setup.settings().homeostat().enabled()
            ? state(setup.shape(), architecture, setup.settings())
            : null;
    return Instruments.trainer(
        setup, new Trainer.Position(0, -1, 0, architecture, state, 0), PARAMETERS);
  }

  private static HomeostatState state(
      Shape shape, Architecture architecture, RunSettings settings) {
    int d = shape.width();
    HomeostatState fresh = new Homeostat(d, settings.homeostat()).state();
    HomeostatState.Layer seed = fresh.layers().get(0);
    List<HomeostatState.Column> basis = new ArrayList<>();
    List<HomeostatState.Head> heads = new ArrayList<>();
    for (Architecture.HeadShape head : architecture.layers().get(0).heads()) {
      int own = 2 * head.id();
      List<DoubleArray> directions = new ArrayList<>();
      for (int j = 0; j < Math.min(d, head.dimensions()); j++) {
        directions.add(coordinate(own + j, d));
      }
      heads.add(new HomeostatState.Head(head.id(), 0, 0, directions));
      // Two directions at least stay free, so that the gate has something to follow.
      if (head.id() > 0 && own + 1 < d - 2) {
        basis.add(new HomeostatState.Column(head.id(), coordinate(own, d)));
        basis.add(new HomeostatState.Column(head.id(), coordinate(own + 1, d)));
      }
    }
    HomeostatState.Layer layer =
        new HomeostatState.Layer(
            seed.id(),
            0,
            0,
            seed.residualEnergy(),
            seed.initialEnergy(),
            seed.initialSpectrum(),
            seed.initialMotor(),
            seed.gram(),
            seed.outputGram(),
            seed.depthSignals(),
            basis,
            heads,
            seed.gate());
    return new HomeostatState(
        d, -1, heads.size(), fresh.nextLayer(), -1, fresh.rules(), List.of(layer));
  }

  private static DoubleArray coordinate(int index, int d) {
    double[] direction = new double[d];
    direction[index % d] = 1;
    return new DoubleArray(direction);
  }
}
