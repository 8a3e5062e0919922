package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;

import io.incrt.event.GrowthEvent;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.growth.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What happened to an architecture, and why, in words: for pages and terminals. */
public final class EventWords {

  private EventWords() {}

  /** What happened. */
  public static String what(GrowthEvent event) {
    return event.accept(What.INSTANCE);
  }

  /**
   * What happened, one sentence for each event of a run: that the architecture is settled is said
   * of the last time alone, where it stayed so.
   */
  static List<String> whats(List<GrowthEvent> events) {
    List<String> words = new ArrayList<>();
    long undone = -1;
    for (int i = events.size() - 1; i >= 0; i--) {
      GrowthEvent event = events.get(i);
      boolean settled = event instanceof GrowthEvent.Settled;
      words.add(settled && undone >= 0 ? "nothing more to do, until step " + undone : what(event));
      undone = settled ? undone : event.step();
    }
    Collections.reverse(words);
    return words;
  }

  /** Why; empty where there is nothing to say. */
  public static String why(GrowthEvent event) {
    return event.accept(Why.INSTANCE);
  }

  /** The kind of event, as the style sheet names it. */
  static String kind(GrowthEvent event) {
    return event.getClass().getSimpleName();
  }

  private static final class What implements GrowthEvent.Visitor<String> {

    private static final What INSTANCE = new What();

    @Override
    public String headBorn(GrowthEvent.HeadBorn event) {
      return "head " + event.head() + " born in layer " + event.layer();
    }

    @Override
    public String headPruned(GrowthEvent.HeadPruned event) {
      return "head " + event.head() + " pruned from layer " + event.layer();
    }

    @Override
    public String dimensionAdded(GrowthEvent.DimensionAdded event) {
      return "head " + event.head() + " has " + event.dimensions() + " dimensions";
    }

    @Override
    public String layerAdded(GrowthEvent.LayerAdded event) {
      return "layer " + event.layer() + " added";
    }

    @Override
    public String layerRemoved(GrowthEvent.LayerRemoved event) {
      return "layer " + event.layer() + " removed";
    }

    @Override
    public String partRemoved(GrowthEvent.PartRemoved event) {
      return PartKey.DIMENSIONS.equals(event.kind())
          ? "half of the dimensions of head " + event.id() + " removed"
          : PartWords.kind(event.kind()) + " " + event.id() + " removed";
    }

    @Override
    public String settled(GrowthEvent.Settled event) {
      return "the architecture is settled";
    }

    @Override
    public String taskChanged(GrowthEvent.TaskChanged event) {
      return "the task changed";
    }
  }

  private static final class Why implements GrowthEvent.Visitor<String> {

    private static final Why INSTANCE = new Why();
    private static final String EVIDENCE = "evidence";

    private static boolean byEvidence(Reason reason) {
      return reason != null && reason.rule().equals(EVIDENCE);
    }

    private static String worth(Reason reason) {
      return "worth "
          + number(reason.value())
          + " nats to the judges, less than the "
          + number(reason.threshold())
          + " asked for";
    }

    @Override
    public String headBorn(GrowthEvent.HeadBorn event) {
      String rule = event.reason() == null ? "energy" : event.reason().rule();
      return switch (rule) {
        case EVIDENCE -> "on trial";
        case "energy" ->
            "Γ_res "
                + number(event.measured().residualEnergy())
                + " > θ_w "
                + number(event.measured().threshold());
        case "spectral" ->
            "λ " + number(event.reason().value()) + " > θ_w " + number(event.reason().threshold());
        default ->
            rule
                + ": "
                + number(event.reason().value())
                + " against "
                + number(event.reason().threshold());
      };
    }

    @Override
    public String headPruned(GrowthEvent.HeadPruned event) {
      if (byEvidence(event.reason())) {
        return worth(event.reason());
      }
      return "Γ_h "
          + number(event.energy())
          + " < φ_g "
          + number(event.measured().pruneThreshold());
    }

    @Override
    public String dimensionAdded(GrowthEvent.DimensionAdded event) {
      return percent(event.uncapturedShare()) + " of its operator lies outside";
    }

    @Override
    public String layerAdded(GrowthEvent.LayerAdded event) {
      return event.measured() == null
          ? byEvidence(event.reason()) ? "with one head, on trial" : ""
          : percent(event.measured().unexplained()) + " of the loss is left";
    }

    @Override
    public String layerRemoved(GrowthEvent.LayerRemoved event) {
      return byEvidence(event.reason())
          ? worth(event.reason())
          : "it changed its tokens by " + percent(event.relativeChange());
    }

    @Override
    public String partRemoved(GrowthEvent.PartRemoved event) {
      return worth(event.reason());
    }

    @Override
    public String settled(GrowthEvent.Settled event) {
      return "";
    }

    @Override
    public String taskChanged(GrowthEvent.TaskChanged event) {
      return "";
    }
  }
}
