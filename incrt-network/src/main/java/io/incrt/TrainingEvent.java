package io.incrt;

import io.incrt.event.GrowthEvent;
import io.incrt.folder.Architecture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Something that happened in a training run, told to a {@link TrainingListener}. All events are
 * immutable. A run tells {@link Started} first, whatever remarks there are on its records aside,
 * and one of {@link Finished}, {@link Stopped} and {@link Failed} last.
 *
 * <p>More kinds of events may be added: code that distinguishes them should ignore those it does
 * not know.
 */
public sealed interface TrainingEvent {

  /** The steps made so far. */
  long step();

  /** An event that changed, or settled, the architecture. */
  sealed interface Growth extends TrainingEvent {
    /** The event of the log, with the figures that it was decided on. */
    GrowthEvent event();
  }

  /** There is something to remark about the records, in one sentence. */
  record Remarked(long step, String words) implements TrainingEvent {}

  /**
   * Training begins.
   *
   * @param step the steps made before: more than 0 where a run goes on from a checkpoint
   * @param steps the most steps it will have made in the end
   * @param folder where the model goes
   */
  record Started(long step, long steps, Path folder) implements TrainingEvent {
    /** Whether it goes on from a checkpoint. */
    public boolean isResumed() {
      return step > 0;
    }
  }

  /**
   * A step was made.
   *
   * @param loss on its batch; on a GPU that of the last batch that was fetched
   * @param architecture the layers and heads after it
   */
  record Stepped(long step, double loss, Architecture architecture) implements TrainingEvent {}

  /**
   * A part of the network.
   *
   * @param kind what it is: {@code head}, {@code convolution}, {@code feedForward} …
   * @param layer the layer it belongs to; −1 for none
   * @param id its number among those of its kind
   */
  record Part(String kind, int layer, int id) {}

  /**
   * What a part is worth.
   *
   * @param worth how much the loss on records that were not trained on rises without it, in nats
   * @param error the standard error of that
   */
  record PartWorth(Part part, double worth, double error) {}

  /** The parts were judged: the worth of each that is left. */
  record Judged(long step, List<PartWorth> parts) implements TrainingEvent {
    /** Copies the list. */
    public Judged {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A part was born. Those that a network begins with are in it from the first step on, and have no
   * such event; the first head of a layer comes with {@link LayerAdded}.
   */
  record PartBorn(long step, Part part, GrowthEvent event) implements Growth {}

  /**
   * For the first time a judgement proved a part to be worth its place: its worth is above the
   * bounds that {@code homeostat.evidence.z} and {@code homeostat.evidence.least} set. A resumed
   * run says so again.
   */
  record PartProven(long step, PartWorth part) implements TrainingEvent {}

  /** A part was removed. The last head of a layer goes with it: {@link LayerRemoved}. */
  record PartRemoved(long step, Part part, GrowthEvent event) implements Growth {}

  /** A head got more key dimensions. */
  record HeadWidened(long step, Part head, int dimensions, GrowthEvent event) implements Growth {}

  /** A head lost the weaker half of its key dimensions. */
  record HeadNarrowed(long step, int head, GrowthEvent event) implements Growth {}

  /** A layer was added on top, with one head. */
  record LayerAdded(long step, int layer, Part head, GrowthEvent event) implements Growth {}

  /** A layer was removed, with the heads it had left. */
  record LayerRemoved(long step, int layer, GrowthEvent event) implements Growth {}

  /** Nothing is left to grow or to remove; what changes later, such as drift, may undo it. */
  record Settled(long step, GrowthEvent event) implements Growth {}

  /** The task changed, as that of some built-in ones does. */
  record TaskChanged(long step, GrowthEvent event) implements Growth {}

  /**
   * A validation was made.
   *
   * @param score the figure that the best model is chosen by
   * @param best whether it is the best so far
   * @param figures all figures by name, for classes accuracy, macroF1 and logLoss
   */
  record Validated(long step, double score, boolean best, Map<String, Double> figures)
      implements TrainingEvent {
    /** Copies the figures. */
    public Validated {
      figures = Map.copyOf(figures);
    }
  }

  /**
   * The best model so far and a checkpoint are in the folder: what comes later may be lost, this
   * not.
   */
  record Saved(long step, Path folder) implements TrainingEvent {}

  /** The run made all its steps, or settled where that ends it; the model is in the folder. */
  record Finished(long step, Training.Outcome outcome) implements TrainingEvent {}

  /** The run was stopped, and can be resumed. */
  record Stopped(long step, Training.Outcome outcome) implements TrainingEvent {}

  /**
   * The run failed.
   *
   * @param cause what {@code fit} or {@code run} throws
   */
  record Failed(long step, Throwable cause) implements TrainingEvent {}
}
