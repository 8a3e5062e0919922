package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.incrt.geometry.evidence.Worth;
import java.util.List;
import java.util.Objects;

/**
 * Something that a run says while it goes on: a line of live.jsonl. Every line has the time it was
 * written at.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "live")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LiveLine.Begun.class, name = "begun"),
  @JsonSubTypes.Type(value = LiveLine.Resumed.class, name = "resumed"),
  @JsonSubTypes.Type(value = LiveLine.Pulse.class, name = "pulse"),
  @JsonSubTypes.Type(value = LiveLine.Grew.class, name = "grew"),
  @JsonSubTypes.Type(value = LiveLine.Validated.class, name = "validated"),
  @JsonSubTypes.Type(value = LiveLine.Noted.class, name = "moment"),
  @JsonSubTypes.Type(value = LiveLine.Judged.class, name = "judged"),
  @JsonSubTypes.Type(value = LiveLine.Saved.class, name = "saved"),
  @JsonSubTypes.Type(value = LiveLine.Ended.class, name = "ended")
})
public sealed interface LiveLine {

  /** When it was written, as ISO 8601 writes it. */
  String at();

  /**
   * The first line: what runs, from where on.
   *
   * @param format the version of the format
   * @param id drawn anew whenever the file is, so that who follows it notices
   * @param from the steps made before, in earlier parts of the run
   * @param steps the most steps it makes
   * @param score the figure that the best model is chosen by
   * @param batchSize records per step
   * @param records how many it learns from
   * @param command the command that makes it; null if unknown
   */
  record Begun(
      String at,
      int format,
      String id,
      long from,
      long steps,
      String score,
      int batchSize,
      int records,
      @JsonInclude(JsonInclude.Include.NON_NULL) String command)
      implements LiveLine {

    /** The version of the format that this program writes. */
    public static final int FORMAT = 1;
  }

  /** The run went on from a checkpoint of that step. */
  record Resumed(String at, long step) implements LiveLine {}

  /**
   * That it goes on, every few seconds.
   *
   * @param loss the mean since the last pulse
   */
  record Pulse(String at, long step, double loss) implements LiveLine {}

  /** The architecture changed. */
  record Grew(String at, GrowthEvent event) implements LiveLine {
    /** Requires the event. */
    public Grew {
      Objects.requireNonNull(event, "event");
    }
  }

  /**
   * A validation.
   *
   * @param score the figure that the best model is chosen by
   */
  record Validated(String at, Validation validation, double score) implements LiveLine {
    /** Requires the validation. */
    public Validated {
      Objects.requireNonNull(validation, "validation");
    }
  }

  /** A moment, as it will be in history.jsonl. */
  record Noted(String at, Moment moment) implements LiveLine {
    /** Requires the moment. */
    public Noted {
      Objects.requireNonNull(moment, "moment");
    }
  }

  /** The parts were judged; those that left are among the growth events of that step. */
  record Judged(String at, long step, List<Part> parts) implements LiveLine {
    /** Copies the list. */
    public Judged {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A part and its worth.
   *
   * @param kind what it is
   * @param id its number among those of its kind
   * @param layer the layer of a head; null for others
   * @param bornAtStep the step it was born at
   * @param worth how much the judges' loss rises without it, in nats
   * @param error the standard error of that
   */
  record Part(
      String kind,
      int id,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer layer,
      long bornAtStep,
      double worth,
      double error) {

    /** What a judgement said. */
    public static Part of(Worth worth) {
      int layer = worth.part().layer();
      return new Part(
          worth.part().kind(),
          worth.part().id(),
          layer < 0 ? null : layer,
          worth.bornAt(),
          worth.mean(),
          worth.error());
    }

    /** "head 3 of layer 0", "convolution 1". */
    public String describe() {
      return kind + " " + id + (layer == null ? "" : " of layer " + layer);
    }
  }

  /** A checkpoint of that step is about to be written: a resumed run may begin here. */
  record Saved(String at, long step) implements LiveLine {}

  /** The last line, unless the process was killed. */
  record Ended(String at, long step, Ending how) implements LiveLine {}

  /** How a run ended. */
  enum Ending {
    /** It made all its steps. */
    FINISHED,
    /** It was stopped, and can be resumed. */
    STOPPED,
    /** It failed. */
    FAILED
  }
}
