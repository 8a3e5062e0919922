package io.incrt.fuzz.campaign;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.CorruptFileException;
import io.incrt.model.Network;
import io.incrt.store.StoredModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Power failures while a model replaces another: writes torn, reordered and lost. */
final class PowerFailures implements Fault {

  @Override
  public String name() {
    return "power failure while a model is replaced: writes torn, reordered, lost";
  }

  @Override
  public String option() {
    return "power";
  }

  @Override
  public int goal() {
    return 5000;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path folder = bench.folder("power");
    save(bench.first().folder(), folder, new FaultyDisk(folder));
    Path before = bench.folder("power-before");
    Bench.copy(folder, before);
    FaultyDisk disk = new FaultyDisk(folder);
    save(bench.second().folder(), folder, disk);
    for (int i = 0; i < cases; i++) {
      tally.count();
      Path left = bench.folder("power-left");
      Bench.copy(before, left);
      int moment = random.nextInt(disk.moments());
      disk.failAt(moment, left, random);
      String what = "power lost after " + moment + " of " + (disk.moments() - 1) + " steps";
      try {
        List<Prediction> answers = bench.answers(left);
        boolean old = answers.equals(bench.first().answers());
        if (!old && !answers.equals(bench.second().answers())) {
          tally.fail(Tally.Failure.WRONG, what);
        }
        // Whoever writes next must be able to.
        save((old ? bench.second() : bench.first()).folder(), left, new FaultyDisk(left));
        if (!bench.answers(left).equals((old ? bench.second() : bench.first()).answers())) {
          tally.fail(Tally.Failure.WRONG, what + ", then written anew");
        }
      } catch (CorruptFileException | IllegalArgumentException e) {
        tally.fail(Tally.Failure.LOST, what + ": " + e.getMessage());
      }
    }
  }

  private static void save(Path from, Path to, FaultyDisk disk) throws Exception {
    try (Incrt model = Incrt.load(from)) {
      StoredModel stored = model.predictor().stored();
      stored.save(to, model.predictor().withNetwork(Network::tensors), disk);
    }
  }
}
