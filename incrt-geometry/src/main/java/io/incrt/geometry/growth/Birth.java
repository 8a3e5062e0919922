package io.incrt.geometry.growth;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.policy.GatePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The birth of a head in a layer that a criterion finds insufficient: after T_conv steps without
 * another birth, and on a gate that has converged.
 *
 * <p>A probe that would be captured must have converged; one that would be left out must be surely
 * weaker than what it is compared with, since some eigenvalue lies within its certificate. Past the
 * gate's patience an eigensolve replaces it.
 */
public final class Birth {

  private final WidthPolicy width;
  private final GatePolicy gate;

  public Birth(HomeostatSettings settings) {
    this.width = settings.width();
    this.gate = settings.gate();
  }

  /** The birth, if it is due; at most one per check. */
  List<Decision> in(LayerView layer, long step, Reason reason) {
    if (step - layer.lastGrowth() < width.dwell()) {
      return List.of();
    }
    double phiG = layer.measurement().pruneThreshold();
    GateReading reading = layer.reading();
    List<Probe> captures = captures(reading, phiG);
    if (captures.isEmpty() && layer.gateUpdates() < gate.patience()) {
      return List.of();
    }
    // A certificate vouches for an eigenvector, not for the outermost one: after a jump a probe may
    // rest on another. Births are rare, so each is audited.
    Spectrum audit = layer.spectrum();
    if (captures.isEmpty() || !atTheEnds(reading, audit)) {
      reading = layer.exactReading();
      captures = captures(reading, phiG);
    }
    return captures.isEmpty()
        ? List.of()
        : List.of(layer.giveBirth(step, reading, captures, audit.balance(), reason));
  }

  /** The probes to capture; empty while the gate is not ready, or where nothing carries energy. */
  private List<Probe> captures(GateReading reading, double phiG) {
    return switch (width.deflation()) {
      case PLANE -> plane(reading, phiG);
      case DOMINANT -> dominant(reading, phiG);
      case PRINCIPAL -> reading.plus().filter(probe -> ready(probe, reading)).stream().toList();
    };
  }

  /** Whether the probes of a reading stand at the ends of the spectrum, to the gate's tolerance. */
  private boolean atTheEnds(GateReading reading, Spectrum exact) {
    double tolerance = gate.tolerance();
    if (reading.plus().isPresent() && reading.minus().isPresent()) {
      return reading.plus().get().rayleigh() >= exact.max() - tolerance * Math.abs(exact.max())
          && reading.minus().get().rayleigh() <= exact.min() + tolerance * Math.abs(exact.min());
    }
    double strongest = Math.max(Math.abs(exact.max()), Math.abs(exact.min()));
    return reading.dominant().isPresent()
        && reading.dominant().get().strength() >= (1 - tolerance) * strongest;
  }

  private List<Probe> plane(GateReading reading, double phiG) {
    List<Probe> ends = ends(reading);
    List<Probe> strong = ends.stream().filter(probe -> probe.strength() >= phiG).toList();
    boolean certain =
        ends.stream()
            .allMatch(
                probe ->
                    strong.contains(probe)
                        ? ready(probe, reading)
                        : surelyBelow(probe, reading, phiG));
    return certain ? strong : List.of();
  }

  private List<Probe> dominant(GateReading reading, double phiG) {
    Optional<Probe> strongest = reading.dominant();
    if (strongest.isEmpty()
        || strongest.get().strength() < phiG
        || !ready(strongest.get(), reading)) {
      return List.of();
    }
    boolean certain =
        ends(reading).stream()
            .allMatch(
                probe ->
                    ready(probe, reading)
                        || surelyBelow(probe, reading, strongest.get().strength()));
    return certain ? List.of(strongest.get()) : List.of();
  }

  private static List<Probe> ends(GateReading reading) {
    return Stream.of(reading.plus(), reading.minus()).flatMap(Optional::stream).toList();
  }

  private boolean ready(Probe probe, GateReading reading) {
    return reading.exact() || probe.converged(gate.tolerance());
  }

  private static boolean surelyBelow(Probe probe, GateReading reading, double level) {
    return reading.exact() || probe.strength() + probe.certificate() < level;
  }
}
