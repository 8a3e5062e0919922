package io.incrt.geometry.homeostat;

import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.policy.GatePolicy;
import io.incrt.geometry.policy.WidthPolicy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which probes of a reading a birth would capture, if the gate is ready to tell.
 *
 * <p>A probe that would be captured must have converged; one that would be left out must be surely
 * weaker than what it is compared with, since some eigenvalue lies within its certificate.
 */
final class BirthRule {

  private BirthRule() {}

  /** The probes to capture; empty while the gate is not ready, or where nothing carries energy. */
  static List<Probe> captures(
      GateReading reading, WidthPolicy width, GatePolicy gate, double phiG) {
    return switch (width.deflation()) {
      case PLANE -> plane(reading, gate.tolerance(), phiG);
      case DOMINANT -> dominant(reading, gate.tolerance(), phiG);
      case PRINCIPAL ->
          reading.plus().filter(probe -> ready(probe, reading, gate.tolerance())).stream().toList();
    };
  }

  /** Whether the probes of a reading stand at the ends of the spectrum, to a relative tolerance. */
  static boolean atTheEnds(GateReading reading, Spectrum exact, double tolerance) {
    if (reading.plus().isPresent() && reading.minus().isPresent()) {
      return reading.plus().get().rayleigh() >= exact.max() - tolerance * Math.abs(exact.max())
          && reading.minus().get().rayleigh() <= exact.min() + tolerance * Math.abs(exact.min());
    }
    double strongest = Math.max(Math.abs(exact.max()), Math.abs(exact.min()));
    return reading.dominant().isPresent()
        && reading.dominant().get().strength() >= (1 - tolerance) * strongest;
  }

  private static List<Probe> plane(GateReading reading, double tolerance, double phiG) {
    List<Probe> ends =
        Stream.of(reading.plus(), reading.minus()).flatMap(Optional::stream).toList();
    List<Probe> strong = ends.stream().filter(probe -> probe.strength() >= phiG).toList();
    boolean settled =
        ends.stream()
            .allMatch(
                probe ->
                    strong.contains(probe)
                        ? ready(probe, reading, tolerance)
                        : surelyBelow(probe, reading, phiG));
    return settled ? strong : List.of();
  }

  private static List<Probe> dominant(GateReading reading, double tolerance, double phiG) {
    Optional<Probe> strongest = reading.dominant();
    if (strongest.isEmpty()
        || strongest.get().strength() < phiG
        || !ready(strongest.get(), reading, tolerance)) {
      return List.of();
    }
    boolean settled =
        Stream.of(reading.plus(), reading.minus())
            .flatMap(Optional::stream)
            .allMatch(
                probe ->
                    ready(probe, reading, tolerance)
                        || surelyBelow(probe, reading, strongest.get().strength()));
    return settled ? List.of(strongest.get()) : List.of();
  }

  private static boolean ready(Probe probe, GateReading reading, double tolerance) {
    return reading.exact() || probe.converged(tolerance);
  }

  private static boolean surelyBelow(Probe probe, GateReading reading, double level) {
    return reading.exact() || probe.strength() + probe.certificate() < level;
  }
}
