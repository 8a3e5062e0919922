package io.incrt.report.live;

import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a run has said, line by line. Of one thread at a time. */
public final class LiveRun {

  /** What is remembered of growth events and validations one by one. */
  private static final int MOST_REMEMBERED = 200;

  /** Parts of which worths are remembered over time. */
  private static final int MOST_PARTS = 100;

  private static final int MOST_LAYERS = 20;

  private LiveLine.Begun begun;
  private Instant begunAt;
  private Instant lineAt;
  private long step;
  private double lastLoss = Double.NaN;
  private boolean momentSincePulse;
  private Validation best;
  private double bestScore = Double.NaN;
  private double lastScore = Double.NaN;
  private long validated;
  private long grown;
  private long resumedFrom;
  private LiveLine.Ending ending;
  private final Curve loss = Curve.ofMeans();
  private final Map<String, Curve> figures = new TreeMap<>();
  private final Curve heads = Curve.ofStates();
  private final Curve dimensions = Curve.ofStates();
  private final Curve partCount = Curve.ofStates();
  private final Map<Integer, Curve> energies = new TreeMap<>();
  private final Map<String, Curve> worths = new LinkedHashMap<>();
  private List<LiveLine.Part> parts = List.of();
  private final Deque<GrowthEvent> growth = new ArrayDeque<>();
  private final Deque<Validation> validations = new ArrayDeque<>();
  private final Pace pace = new Pace();

  /** Takes new lines. */
  public void hear(List<LiveLine> lines) {
    lines.forEach(this::hear);
  }

  private void hear(LiveLine line) {
    Instant at = instant(line.at());
    lineAt = at == null ? lineAt : at;
    if (line instanceof LiveLine.Begun first) {
      begun = first;
      begunAt = at;
      step = 0;
      pace.restart();
    } else if (line instanceof LiveLine.Resumed resumed) {
      resumedFrom = resumed.step();
      step = resumed.step();
      pace.restart();
    } else if (line instanceof LiveLine.Pulse pulse) {
      pulse(at, pulse);
    } else if (line instanceof LiveLine.Noted noted) {
      noted(at, noted.moment());
    } else if (line instanceof LiveLine.Grew grew) {
      grown++;
      remember(growth, grew.event());
    } else if (line instanceof LiveLine.Validated one) {
      validated(one);
    } else if (line instanceof LiveLine.Judged judged) {
      judged(judged);
    } else if (line instanceof LiveLine.Saved saved) {
      step = Math.max(step, saved.step());
    } else if (line instanceof LiveLine.Ended ended) {
      step = Math.max(step, ended.step());
      ending = ended.how();
    }
  }

  private static Instant instant(String at) {
    try {
      return at == null ? null : Instant.parse(at);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static <T> void remember(Deque<T> last, T one) {
    last.addLast(one);
    if (last.size() > MOST_REMEMBERED) {
      last.removeFirst();
    }
  }

  /** Pulses fill the time between moments where these are rare. */
  private void pulse(Instant at, LiveLine.Pulse pulse) {
    step = Math.max(step, pulse.step());
    pace.reached(at, pulse.step());
    if (!momentSincePulse) {
      loss.add(pulse.step(), pulse.loss());
    }
    lastLoss = Double.isNaN(pulse.loss()) ? lastLoss : pulse.loss();
    momentSincePulse = false;
  }

  private void noted(Instant at, Moment moment) {
    step = Math.max(step, moment.step());
    pace.reached(at, moment.step());
    momentSincePulse = true;
    loss.add(moment.step(), moment.loss());
    lastLoss = moment.loss();
    heads.add(moment.step(), moment.heads());
    dimensions.add(moment.step(), moment.dimensions());
    for (Moment.LayerMoment layer : moment.layers()) {
      boolean measured = layer.residualEnergy() != null && layer.threshold() != null;
      if (measured && (energies.size() < MOST_LAYERS || energies.containsKey(layer.layer()))) {
        energies
            .computeIfAbsent(layer.layer(), number -> Curve.ofStates())
            .add(moment.step(), layer.residualEnergy() / layer.threshold());
      }
    }
  }

  private void validated(LiveLine.Validated one) {
    Validation validation = one.validation();
    step = Math.max(step, validation.step());
    validated++;
    remember(validations, validation);
    lastScore = one.score();
    if (validation.best()) {
      best = validation;
      bestScore = one.score();
    }
    validation
        .figures()
        .forEach(
            (name, value) ->
                figures
                    .computeIfAbsent(name, figure -> Curve.ofStates())
                    .add(validation.step(), value));
  }

  private void judged(LiveLine.Judged judged) {
    step = Math.max(step, judged.step());
    parts = judged.parts();
    partCount.add(judged.step(), parts.size());
    for (LiveLine.Part part : parts) {
      String name = part.describe();
      if (worths.size() < MOST_PARTS || worths.containsKey(name)) {
        worths.computeIfAbsent(name, any -> Curve.ofStates()).add(judged.step(), part.worth());
      }
    }
  }

  /** Its first line; empty as long as it has said nothing. */
  public Optional<LiveLine.Begun> begun() {
    return Optional.ofNullable(begun);
  }

  /** When it began, or went on for the last time; empty if it does not say. */
  public Optional<Instant> begunAt() {
    return Optional.ofNullable(begunAt);
  }

  /** The time of its last line; empty if none has one. */
  public Optional<Instant> lineAt() {
    return Optional.ofNullable(lineAt);
  }

  /** The steps it has made. */
  public long step() {
    return step;
  }

  /** The steps it makes, or more if it has made more. */
  public long steps() {
    return Math.max(step, begun == null ? 0 : begun.steps());
  }

  /** The step it went on from for the last time; 0 if it did not. */
  public long resumedFrom() {
    return resumedFrom;
  }

  /** How it ended; empty as long as it has not, or if it was killed. */
  public Optional<LiveLine.Ending> ending() {
    return Optional.ofNullable(ending);
  }

  /** The mean loss of the last steps; NaN if there is none. */
  public double lastLoss() {
    return lastLoss;
  }

  /** The score of the last validation; NaN if there is none. */
  public double lastScore() {
    return lastScore;
  }

  /** The best validation so far. */
  public Optional<Validation> best() {
    return Optional.ofNullable(best);
  }

  /** Its score; NaN if there is none. */
  public double bestScore() {
    return bestScore;
  }

  /** Steps a second; empty as long as that cannot be known. */
  public OptionalDouble stepsPerSecond() {
    return pace.stepsPerSecond();
  }

  /** The time it takes to make the steps that are left; empty as long as that cannot be known. */
  public Optional<Duration> left() {
    OptionalDouble speed = stepsPerSecond();
    return speed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Duration.ofSeconds(
                (long) Math.min(1e9, Math.ceil((steps() - step) / speed.getAsDouble()))));
  }

  /** The loss over steps. */
  public Curve loss() {
    return loss;
  }

  /** The figures of validations by name. */
  public Map<String, Curve> figures() {
    return Collections.unmodifiableMap(figures);
  }

  /** The number of heads over steps. */
  public Curve heads() {
    return heads;
  }

  /** The number of key dimensions over steps. */
  public Curve dimensions() {
    return dimensions;
  }

  /** The number of parts that were judged, over steps. */
  public Curve partCount() {
    return partCount;
  }

  /** Γ_res / θ_w of each layer over steps. */
  public Map<Integer, Curve> energies() {
    return Collections.unmodifiableMap(energies);
  }

  /** The worth of a part over steps, by its description. */
  public Map<String, Curve> worths() {
    return Collections.unmodifiableMap(worths);
  }

  /** The parts as they were judged last. */
  public List<LiveLine.Part> parts() {
    return parts;
  }

  /** The last growth events, in their order. */
  public Collection<GrowthEvent> growth() {
    return Collections.unmodifiableCollection(growth);
  }

  /** How many there were in all. */
  public long grown() {
    return grown;
  }

  /** The last validations, in their order. */
  public Collection<Validation> validations() {
    return Collections.unmodifiableCollection(validations);
  }

  /** How many there were in all. */
  public long validated() {
    return validated;
  }
}
