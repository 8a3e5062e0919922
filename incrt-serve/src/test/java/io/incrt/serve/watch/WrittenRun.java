package io.incrt.serve.watch;

import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.store.LiveLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes what a run would say. */
final class WrittenRun implements AutoCloseable {

  private final LiveLog log;

  private WrittenRun(LiveLog log) {
    this.log = log;
  }

  static WrittenRun begin(Path folder, String id) throws IOException {
    return begin(folder, id, Instant.now());
  }

  static WrittenRun begin(Path folder, String id, Instant at) throws IOException {
    return new WrittenRun(
        LiveLog.begin(
            folder,
            new LiveLine.Begun(
                at.toString(),
                1,
                id,
                0,
                200,
                "accuracy",
                32,
                640,
                "./incrt train --data '<b>odd</b>'")));
  }

  private static String now() {
    return LiveLog.now();
  }

  WrittenRun say(LiveLine line) {
    try {
      log.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Ten steps with all there is to say of them. */
  WrittenRun tenSteps(int from) {
    int step = from + 10;
    Moment.LayerMoment layer =
        new Moment.LayerMoment(0, 1 + from / 40, 8, 1.0, 50.0 / step, 1.0, 1.0, -1.0);
    say(new LiveLine.Noted(now(), new Moment(step, 10.0 / step, 0.0, List.of(layer))));
    say(new LiveLine.Grew(now(), new GrowthEvent.TaskChanged(step)));
    say(
        new LiveLine.Judged(
            now(),
            step,
            List.of(
                new LiveLine.Part("head", 1, 0, 3, 0.01 * from, 0.01),
                new LiveLine.Part("<img src=x onerror=alert(1)>", 0, null, 0, 0.1, 0.01))));
    say(
        new LiveLine.Validated(
            now(),
            new Validation(
                step,
                Validation.VALID,
                true,
                List.of(),
                Map.of("accuracy", 0.004 * step, "logLoss", 10.0 / step)),
            0.004 * step));
    return say(new LiveLine.Saved(now(), step));
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
