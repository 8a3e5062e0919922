package io.incrt;

import io.incrt.data.cache.CacheProgress;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.train.RunListener;
import java.nio.file.Path;
import java.util.List;

/** Turns what a run says into events for listeners, after its own listener has heard it. */
final class Announcer implements RunListener {

  private final Path folder;
  private final RunListener usual;
  private final List<TrainingListener> listeners;
  private long step;
  private long steps;
  private boolean begun;
  private Throwable thrown;

  Announcer(Path folder, RunListener usual, List<TrainingListener> listeners) {
    this.folder = folder;
    this.usual = usual;
    this.listeners = List.copyOf(listeners);
  }

  private void tell(TrainingEvent event) {
    try {
      listeners.forEach(listener -> listener.on(event));
    } catch (RuntimeException | Error e) {
      thrown = e;
      throw e;
    }
  }

  /** Says that it begins, once it is known from where on. */
  private void begin() {
    if (!begun && steps > 0) {
      begun = true;
      tell(new TrainingEvent.Started(step, steps, folder));
    }
  }

  /** Says that all up to here is in the folder. */
  void saved() {
    begin();
    tell(new TrainingEvent.Saved(step, folder));
  }

  /** Says how the run ended. */
  void ended(Training.Outcome outcome) {
    begin();
    tell(
        outcome.finished()
            ? new TrainingEvent.Finished(step, outcome)
            : new TrainingEvent.Stopped(step, outcome));
  }

  /** Says that the run failed, unless that is a listener's doing. */
  void failed(Throwable cause) {
    if (thrown != null) {
      return;
    }
    try {
      tell(new TrainingEvent.Failed(step, cause));
    } catch (RuntimeException | Error e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void reading(CacheProgress.At at) {
    usual.reading(at);
  }

  @Override
  public void started(long total) {
    usual.started(total);
    steps = total;
  }

  @Override
  public void resumed(long from) {
    usual.resumed(from);
    step = from;
    begin();
  }

  @Override
  public void stepped(Step made) {
    usual.stepped(made);
    step = made.number();
    begin();
    tell(new TrainingEvent.Stepped(step, made.loss(), made.architecture()));
  }

  @Override
  public void judged(long at, List<Worth> worths) {
    usual.judged(at, worths);
    begin();
    tell(new TrainingEvent.Judged(at, worths.stream().map(Announcer::worth).toList()));
  }

  @Override
  public void proved(long at, Worth worth) {
    usual.proved(at, worth);
    begin();
    tell(new TrainingEvent.PartProven(at, worth(worth)));
  }

  @Override
  public void grew(GrowthEvent event) {
    usual.grew(event);
    begin();
    tell(event.accept(Growths.INSTANCE));
  }

  @Override
  public void validated(Validation validation, double score) {
    usual.validated(validation, score);
    begin();
    tell(
        new TrainingEvent.Validated(
            validation.step(), score, validation.best(), validation.figures()));
  }

  @Override
  public void stoodBeside(Certificate.Floor floor) {
    usual.stoodBeside(floor);
  }

  @Override
  public void remarked(String remark) {
    usual.remarked(remark);
    tell(new TrainingEvent.Remarked(step, remark));
  }

  private static TrainingEvent.PartWorth worth(Worth worth) {
    PartKey part = worth.part();
    return new TrainingEvent.PartWorth(
        new TrainingEvent.Part(part.kind(), part.layer(), part.id()), worth.mean(), worth.error());
  }

  /** The event of each kind of growth. */
  private static final class Growths implements GrowthEvent.Visitor<TrainingEvent> {

    private static final Growths INSTANCE = new Growths();

    private static TrainingEvent.Part head(int layer, int head) {
      return new TrainingEvent.Part(PartKey.HEAD, layer, head);
    }

    @Override
    public TrainingEvent headBorn(GrowthEvent.HeadBorn event) {
      return new TrainingEvent.PartBorn(event.step(), head(event.layer(), event.head()), event);
    }

    @Override
    public TrainingEvent headPruned(GrowthEvent.HeadPruned event) {
      return new TrainingEvent.PartRemoved(event.step(), head(event.layer(), event.head()), event);
    }

    @Override
    public TrainingEvent dimensionAdded(GrowthEvent.DimensionAdded event) {
      return new TrainingEvent.HeadWidened(
          event.step(), head(event.layer(), event.head()), event.dimensions(), event);
    }

    @Override
    public TrainingEvent layerAdded(GrowthEvent.LayerAdded event) {
      return new TrainingEvent.LayerAdded(
          event.step(), event.layer(), head(event.layer(), event.head()), event);
    }

    @Override
    public TrainingEvent layerRemoved(GrowthEvent.LayerRemoved event) {
      return new TrainingEvent.LayerRemoved(event.step(), event.layer(), event);
    }

    @Override
    public TrainingEvent partRemoved(GrowthEvent.PartRemoved event) {
      return event.kind().equals(PartKey.DIMENSIONS)
          ? new TrainingEvent.HeadNarrowed(event.step(), event.id(), event)
          : new TrainingEvent.PartRemoved(
              event.step(), new TrainingEvent.Part(event.kind(), -1, event.id()), event);
    }

    @Override
    public TrainingEvent settled(GrowthEvent.Settled event) {
      return new TrainingEvent.Settled(event.step(), event);
    }

    @Override
    public TrainingEvent taskChanged(GrowthEvent.TaskChanged event) {
      return new TrainingEvent.TaskChanged(event.step(), event);
    }
  }
}
