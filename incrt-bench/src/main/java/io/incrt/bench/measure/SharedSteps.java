package io.incrt.bench.measure;

import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Device;
import io.incrt.train.StepTimer;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
import java.util.List;

/**
 * Training steps of one member of a group: how long each of their parts takes, and what is
 * exchanged when. The Homeostat watches every step.
 */
public final class SharedSteps implements AutoCloseable {

  private final Trainer trainer;
  private List<Exchange> exchanges = new ArrayList<>();
  private double ahead;
  private double backward;
  private double after;
  private long last;

  /**
   * What was exchanged.
   *
   * @param bytes of it
   * @param waited whether nothing was computed meanwhile
   * @param backward the seconds of the backward pass until then
   */
  public record Exchange(double bytes, boolean waited, double backward) {}

  /**
   * A step.
   *
   * @param ahead the seconds to the backward pass: data, network, loss
   * @param backward those of the backward pass, with what is waited for in the end
   * @param after those from there on: the Homeostat, the update
   * @param check whether it was a check
   * @param exchanges in their order
   */
  public record Step(
      double ahead, double backward, double after, boolean check, List<Exchange> exchanges) {

    /** All of it. */
    public double seconds() {
      return ahead + backward + after;
    }
  }

  /**
   * Of a member.
   *
   * @param size of the network; its batch is that of all members together
   * @param checkEvery the steps between two checks
   */
  public SharedSteps(Size size, Collective group, int checkEvery) {
    RunSettings settings = MeasuredSteps.settings(size, true, checkEvery);
    Collective heard = new HeardGroup(group, this::exchanged);
    TrainerSetup setup =
        SyntheticSetup.of(size, settings, 1, Device.CPU, group.size() == 1 ? group : heard);
    this.trainer =
        SyntheticRun.trainer(setup, SyntheticSetup.architecture(size, Heads.EVEN, setup));
    trainer.timeWith(this::ended);
  }

  /** One of so many members, of which the others are not there: the sums are wrong. */
  public static SharedSteps pretended(Size size, int members, int checkEvery) {
    return new SharedSteps(size, HeardGroup.pretended(members), checkEvery);
  }

  private void exchanged(double bytes, boolean waited) {
    double since = (System.nanoTime() - last) / 1e9;
    exchanges.add(new Exchange(bytes, waited, backward + (waited ? 0 : since)));
  }

  private void ended(StepTimer.Phase phase) {
    long now = System.nanoTime();
    double seconds = (now - last) / 1e9;
    last = now;
    switch (phase) {
      case DATA, FORWARD -> ahead += seconds;
      case BACKWARD -> backward += seconds;
      case WATCH, UPDATE, SURGERY -> after += seconds;
    }
  }

  /** Makes the next one. */
  public Step step() {
    exchanges = new ArrayList<>();
    ahead = 0;
    backward = 0;
    after = 0;
    last = System.nanoTime();
    Trainer.Outcome outcome = trainer.advance();
    ended(StepTimer.Phase.SURGERY);
    return new Step(ahead, backward, after, outcome.isCheck(), List.copyOf(exchanges));
  }

  @Override
  public void close() {
    trainer.close();
  }
}
