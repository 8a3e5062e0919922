package io.incrt.train;

import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.model.Architecture;
import java.nio.file.Path;
import java.util.List;

/** A run in a process of its own, for tests that kill it: prints a line at every step. */
final class KilledRun {

  private KilledRun() {}

  public static void main(String[] arguments) throws Exception {
    TrainingRun.Listener announce =
        new TrainingRun.Listener() {
          @Override
          public void stepped(
              long step, double loss, List<LayerMeasurement> found, Architecture architecture) {
            System.out.println(step);
          }

          @Override
          public void decided(Decision decision) {}

          @Override
          public void validated(long step, double score, boolean best) {}
        };
    TrainingRun run =
        new TrainingRun(Runs.order(3), Runs.quick(150), Path.of(arguments[0]), announce);
    run.train(true, false, () -> false);
  }
}
