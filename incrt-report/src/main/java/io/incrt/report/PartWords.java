package io.incrt.report;

import io.incrt.event.Certificate;
import io.incrt.geometry.evidence.PartKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the parts of a model are worth, in words: for pages and terminals. */
public final class PartWords {

  private static final Map<String, String> KINDS =
      Map.of("feedForward", "feed-forward block", PartKey.DIMENSIONS, "key dimensions");

  private PartWords() {}

  /** A kind of part, which has an internal name, in words. */
  static String kind(String name) {
    return KINDS.getOrDefault(name, name);
  }

  /** "head 0 of layer 1", or what the part says of itself. */
  public static String name(Certificate.Part part) {
    return part.layer() == null || isShare(part.kind())
        ? part.description()
        : part.kind() + " " + part.id() + " of layer " + part.layer();
  }

  private static boolean isShare(String kind) {
    return PartKey.DIMENSIONS.equals(kind);
  }

  /** "0.0811 (0.0690 to 0.0932)". */
  public static String worth(Certificate.Part part) {
    return String.format(
        Locale.ROOT,
        "%.4f (%.4f to %.4f)",
        part.worth(),
        part.worthInterval().get(0),
        part.worthInterval().get(1));
  }

  /** "2.1 % (1.0 to 3.2)" of the answers; "–" where answers are no classes. */
  public static String accuracy(Certificate.Part part) {
    return part.accuracy() == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.1f %% (%.1f to %.1f)",
            100 * part.accuracy(),
            100 * part.accuracyInterval().get(0),
            100 * part.accuracyInterval().get(1));
  }

  /** What the interval says. */
  public static String verdict(Certificate.Part part) {
    if (part.worthInterval().get(0) > 0) {
      return "helps";
    }
    return part.worthInterval().get(1) < 0
        ? "these records do better without it"
        : "not shown to help, nor to be worthless";
  }

  /** "head: born at step 0, removed at 300, worth -0.0026; …", one for each kind. */
  public static List<String> tried(List<Certificate.Tried> tried) {
    Map<String, List<Certificate.Tried>> kinds =
        tried.stream()
            .collect(
                Collectors.groupingBy(Certificate.Tried::kind, TreeMap::new, Collectors.toList()));
    return kinds.entrySet().stream()
        .map(
            kind ->
                kind(kind.getKey())
                    + ": "
                    + kind.getValue().stream()
                        .map(PartWords::tried)
                        .collect(Collectors.joining("; ")))
        .toList();
  }

  private static String tried(Certificate.Tried one) {
    return isShare(one.kind())
        ? String.format(
            Locale.ROOT,
            "half of those of head %d removed at step %d, worth %.4f",
            one.id(),
            one.removedAtStep(),
            withoutSign(one.worth()))
        : String.format(
            Locale.ROOT,
            "born at step %d, removed at %d, worth %.4f",
            one.bornAtStep(),
            one.removedAtStep(),
            withoutSign(one.worth()));
  }

  /** A zero that four digits show has no sign. */
  private static double withoutSign(double worth) {
    return Math.abs(worth) < 0.00005 ? 0 : worth;
  }

  /** In one sentence, why the model has the size it has. */
  public static String why(Certificate certificate) {
    if (certificate.parts().isEmpty() && certificate.tried().isEmpty()) {
      return "Its parts have not been judged: that is done when a run ends.";
    }
    List<Certificate.Part> all =
        certificate.parts().stream().filter(part -> part.kind().equals("head")).toList();
    long heads = all.stream().filter(part -> part.worthInterval().get(0) > 0).count();
    long unproven = all.size() - heads;
    long tried = certificate.tried().stream().filter(part -> part.kind().equals("head")).count();
    String attempts =
        tried == 0
            ? ""
            : tried == 1
                ? "; one more was tried and not kept"
                : "; " + tried + " more were tried and not kept";
    if (heads == 0 && unproven > 0) {
      return "It has "
          + unproven
          + (unproven == 1 ? " attention head" : " attention heads")
          + ", none of which these records prove to help"
          + attempts
          + ".";
    }
    return heads == 0
        ? "No attention head is in it, because none was shown to help on records that were not"
            + " trained on"
            + (tried == 0 ? "" : tried == 1 ? " (one was tried)" : " (" + tried + " were tried)")
            + "."
        : "It has "
            + heads
            + (heads == 1 ? " attention head" : " attention heads")
            + ", because without "
            + (heads == 1 ? "it" : "any of them")
            + " records that were not trained on are told apart less well"
            + (unproven == 0 ? "" : "; " + unproven + " more are in it, unproven")
            + attempts
            + ".";
  }
}
