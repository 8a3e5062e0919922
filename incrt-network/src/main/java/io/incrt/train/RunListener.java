package io.incrt.train;

import io.incrt.data.cache.CacheProgress;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.LayerMeasurement;
import java.util.List;

/** Listens to a run. By default every method does nothing. */
public interface RunListener {

  /** Ignores everything. */
  RunListener NONE = new RunListener() {};

  /**
   * A completed step.
   *
   * @param number steps made so far
   * @param loss on its batch; on a GPU that of the last batch that was fetched
   * @param check what a check measured, one per layer; empty between checks
   * @param architecture the network's
   * @param learningRate what it was made with
   * @param records how many were in its batch
   */
  record Step(
      long number,
      double loss,
      List<LayerMeasurement> check,
      Architecture architecture,
      double learningRate,
      int records) {}

  /** Tells all of them, in this order. */
  static RunListener all(RunListener... listeners) {
    return new Chorus(List.of(listeners));
  }

  /** While records are read into a cache, some times a second. */
  default void reading(CacheProgress.At at) {}

  /** When training begins or resumes, with the total number of steps. */
  default void started(long steps) {}

  /** When a run goes on from a checkpoint of that step, before its first step. */
  default void resumed(long step) {}

  /** After every step. */
  default void stepped(Step step) {}

  /** When the parts were judged: the worth of each that is left. */
  default void judged(long step, List<Worth> worths) {}

  /**
   * When a judgement proves for the first time that a part is worth its place. A resumed run says
   * it again of the parts that its next judgement proves.
   */
  default void proved(long step, Worth worth) {}

  /** When the architecture changes. */
  default void grew(GrowthEvent event) {}

  /**
   * After every validation.
   *
   * @param score the figure that the best model is selected by
   */
  default void validated(Validation validation, double score) {}

  /** At the end: how the linear model on n-grams does on the records the model is judged by. */
  default void stoodBeside(Certificate.Floor floor) {}

  /** When there is something to remark about the records. */
  default void remarked(String remark) {}

  /** Several listeners as one. */
  record Chorus(List<RunListener> listeners) implements RunListener {
    /** Copies the list. */
    public Chorus {
      listeners = List.copyOf(listeners);
    }

    @Override
    public void reading(CacheProgress.At at) {
      listeners.forEach(one -> one.reading(at));
    }

    @Override
    public void started(long steps) {
      listeners.forEach(one -> one.started(steps));
    }

    @Override
    public void resumed(long step) {
      listeners.forEach(one -> one.resumed(step));
    }

    @Override
    public void stepped(Step step) {
      listeners.forEach(one -> one.stepped(step));
    }

    @Override
    public void judged(long step, List<Worth> worths) {
      listeners.forEach(one -> one.judged(step, worths));
    }

    @Override
    public void proved(long step, Worth worth) {
      listeners.forEach(one -> one.proved(step, worth));
    }

    @Override
    public void grew(GrowthEvent event) {
      listeners.forEach(one -> one.grew(event));
    }

    @Override
    public void validated(Validation validation, double score) {
      listeners.forEach(one -> one.validated(validation, score));
    }

    @Override
    public void stoodBeside(Certificate.Floor floor) {
      listeners.forEach(one -> one.stoodBeside(floor));
    }

    @Override
    public void remarked(String remark) {
      listeners.forEach(one -> one.remarked(remark));
    }
  }
}
