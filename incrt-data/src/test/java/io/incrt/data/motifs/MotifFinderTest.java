package io.incrt.data.motifs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MotifFinderTest {

  private static final String BASES = "ACGT";
  private static final String RESIDUES = "ACDEFGHIKLMNPQRSTVWY";

  private static StringBuilder drawn(String letters, int length, Random random) {
    StringBuilder drawn = new StringBuilder();
    random.ints(length, 0, letters.length()).forEach(i -> drawn.append(letters.charAt(i)));
    return drawn;
  }

  /** Weights as of an explanation: large on the site, small and of any sign elsewhere. */
  private static double[] weights(int length, int from, int to, Random random) {
    double[] weights = random.doubles(length, -0.2, 0.2).toArray();
    Arrays.fill(weights, from, to, 1);
    return weights;
  }

  /** Adds records with a site somewhere, of which a share of the letters is another one. */
  private static void add(
      MotifFinder finder, String label, String site, String letters, double mutated, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 80; i++) {
      StringBuilder record = drawn(letters, 50, random);
      int place = random.nextInt(50 - site.length() + 1);
      for (int k = 0; k < site.length(); k++) {
        if (random.nextDouble() >= mutated) {
          record.setCharAt(place + k, site.charAt(k));
        }
      }
      finder.add(label, record.toString(), weights(50, place, place + site.length(), random));
    }
  }

  @Test
  void theSitesOfEachClassAreAligned() {
    MotifFinder finder = new MotifFinder(Kind.DNA);
    add(finder, "one", "TGAGTCAG", BASES, 0.1, 1);
    add(finder, "two", "CCACGTGG", BASES, 0, 2);
    List<Motif> motifs = finder.motifs();
    assertEquals(List.of("one", "two"), motifs.stream().map(Motif::label).toList());
    assertEquals("TGAGTCAG", motifs.get(0).consensus());
    assertEquals("CCACGTGG", motifs.get(1).consensus());
    assertTrue(motifs.get(0).records() >= 64, "" + motifs.get(0));
    assertEquals(80, motifs.get(0).of());
    assertEquals(8, motifs.get(1).weight(), 1e-9);
    assertTrue(motifs.get(1).bits() > 15 && motifs.get(0).bits() < 14);
  }

  @Test
  void twoMotifsOfAClassAreToldApart() {
    MotifFinder finder = new MotifFinder(Kind.DNA);
    add(finder, "both", "TGAGTCAG", BASES, 0, 3);
    add(finder, "both", "AATTACGCAA", BASES, 0, 4);
    List<String> found = finder.motifs().stream().map(Motif::consensus).toList();
    assertTrue(found.contains("TGAGTCAG") && found.contains("AATTACGCAA"), "" + found);
  }

  @Test
  void residuesHaveMotifsToo() {
    MotifFinder finder = new MotifFinder(Kind.PROTEIN);
    add(finder, "p", "HWKRDE", RESIDUES, 0.1, 5);
    assertEquals("HWKRDE", finder.motifs().get(0).consensus());
  }

  @Test
  void amongRandomLettersThereIsNone() {
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      MotifFinder finder = new MotifFinder(Kind.DNA);
      for (int i = 0; i < 100; i++) {
        int place = random.nextInt(40);
        String record = drawn(BASES, 50, random).toString();
        finder.add("none", record, weights(50, place, place + 8, random));
      }
      assertEquals(List.of(), finder.motifs());
    }
  }

  @Test
  void theInformationIsCorrectedForFewSites() {
    MotifFinder finder = new MotifFinder(Kind.DNA);
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      // Every letter as often as any other, so that the background is a quarter each.
      String site = "GACCTTGA";
      String others = "ACGTTGCAGTCAACGTCATG".repeat(2) + "ACGT" + "GTACACTG".substring(i % 2);
      finder.add(
          "x",
          others + site,
          weights(others.length() + 8, others.length(), others.length() + 8, random));
    }
    Motif motif = finder.motifs().get(0);
    Motif.Column column = motif.columns().get(motif.columns().size() - 1);
    double share = motif.background().get("A");
    double correction = 3 / (2 * motif.sites() * Math.log(2));
    assertEquals(-Math.log(share) / Math.log(2) - correction, column.bits(), 1e-9);
    assertEquals(1, motif.background().values().stream().mapToDouble(q -> q).sum(), 1e-9);
    assertEquals(
        motif.bits(), motif.columns().stream().mapToDouble(Motif.Column::bits).sum(), 1e-9);
  }

  @Test
  void lettersOfAnyCaseAndUnknownOnesAreRead() {
    MotifFinder finder = new MotifFinder(Kind.RNA);
    add(finder, "r", "ugagTCag", "acguNn-*", 0, 8);
    assertEquals("UGAGUCAG", finder.motifs().get(0).consensus());
    finder.add("short", "AC", 1, 1);
    finder.add("empty", "");
    assertEquals(1, finder.motifs().size());
  }

  @Test
  void whatCannotBeAlignedIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new MotifFinder(Kind.TEXT));
    MotifFinder finder = new MotifFinder(Kind.DNA);
    assertThrows(IllegalArgumentException.class, () -> finder.add("x", "ACGT", 1, 2));
  }

  @Test
  void aColumnIsNamedByTheBasesThatMakeItUp() {
    Letters bases = Letters.of(Kind.DNA);
    assertEquals('A', bases.consensus(0.6, 0.2, 0.1, 0.1));
    assertEquals('R', bases.consensus(0.45, 0.05, 0.45, 0.05));
    assertEquals('B', bases.consensus(0.1, 0.3, 0.3, 0.3));
    assertEquals('N', bases.consensus(0.25, 0.25, 0.25, 0.25));
    assertEquals('x', Letters.of(Kind.PROTEIN).consensus(new double[20]));
  }
}
