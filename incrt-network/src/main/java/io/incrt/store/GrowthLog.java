package io.incrt.store;

import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.LayerMeasurement;
import java.util.LinkedHashMap;
import java.util.Map;

/** A decision as a line of growth.jsonl: what happened, and the figures it was decided on. */
public final class GrowthLog {

  private GrowthLog() {}

  /** The line that says that the task became another. */
  public static Map<String, Object> taskChanged(long step) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", step);
    line.put("event", "TaskChanged");
    return line;
  }

  public static Map<String, Object> line(Decision decision) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", decision.step());
    if (decision instanceof Decision.GiveBirth birth) {
      line.put("event", "HeadBorn");
      line.put("layer", birth.layer());
      line.put("head", birth.head());
      line.put("directionsCaptured", birth.captured().size());
      line.put("balance", birth.balance());
      line.put("exactGate", birth.exactGate());
      measured(line, birth.before());
    } else if (decision instanceof Decision.Prune prune) {
      line.put("event", "HeadPruned");
      line.put("layer", prune.layer());
      line.put("head", prune.head());
      line.put("energy", prune.energy());
      measured(line, prune.before());
    } else if (decision instanceof Decision.AddDimension widened) {
      line.put("event", "DimensionAdded");
      line.put("layer", widened.layer());
      line.put("head", widened.head());
      line.put("dimensions", widened.dimensions());
      line.put("uncapturedShare", widened.uncapturedShare());
    } else if (decision instanceof Decision.AddLayer added) {
      line.put("event", "LayerAdded");
      line.put("layer", added.layer());
      line.put("head", added.head());
      line.put("reason", added.reason());
    } else if (decision instanceof Decision.RemoveLayer removed) {
      line.put("event", "LayerRemoved");
      line.put("layer", removed.layer());
      line.put("relativeChange", removed.relativeChange());
    } else if (decision instanceof Decision.Settled settled) {
      line.put("event", "Settled");
      line.put("lyapunov", settled.certificate().lyapunov());
    }
    return line;
  }

  private static void measured(Map<String, Object> line, LayerMeasurement found) {
    line.put("lambdaMax", found.lambdaMax());
    line.put("lambdaMin", found.lambdaMin());
    line.put("residualEnergy", found.residualEnergy());
    line.put("directedEnergy", found.directedEnergy());
    line.put("threshold", found.threshold());
    line.put("pruneThreshold", found.pruneThreshold());
    line.put("certificate", Math.max(found.certificatePlus(), found.certificateMinus()));
    line.put("drift", found.drift());
    line.put("lyapunov", found.lyapunov());
  }
}
