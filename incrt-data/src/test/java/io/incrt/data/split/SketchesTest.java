package io.incrt.data.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SketchesTest {

  private static final Shingles BASES = Shingles.of(Kind.DNA, List.of());

  private static String genome(long seed, int length) {
    Random random = new Random(seed);
    return IntStream.range(0, length)
        .mapToObj(i -> String.valueOf("ACGT".charAt(random.nextInt(4))))
        .collect(Collectors.joining());
  }

  private static LabelledSequence record(String sequence) {
    return new LabelledSequence("r", sequence, "x");
  }

  private static Set<Long> hashes(Shingles shingles, String sequence) {
    Set<Long> hashes = new HashSet<>();
    shingles.each(sequence, hashes::add);
    return hashes;
  }

  @Test
  void aShingleHasOneHashWhereverItStands() {
    String gene = genome(1, 40);
    Set<Long> within = hashes(BASES, "TTGACA" + gene + "CCC");
    assertTrue(within.containsAll(hashes(BASES, gene.toLowerCase(Locale.ROOT))));
    assertEquals(27, hashes(BASES, gene).size());
  }

  @Test
  void noShingleSpansAnAmbiguousLetter() {
    String gene = genome(1, 20);
    assertEquals(hashes(BASES, gene), hashes(BASES, gene + "N" + gene.substring(0, 14)));
  }

  @Test
  void wordsAreToldApartWhateverTheirCaseAndBlanks() {
    Shingles words = Shingles.of(Kind.TEXT, List.of(record("a text of words")));
    assertEquals(hashes(words, "Not bad, at all"), hashes(words, " not  BAD , at all "));
    assertEquals(3, hashes(words, "not bad, at all").size());
  }

  @Test
  void textsWithoutBlanksAreComparedByLetters() {
    List<LabelledSequence> records = List.of(record("Kowalczyk"), record("Kowalski"));
    assertEquals("5-mers", Shingles.of(Kind.TEXT, records).name());
  }

  @Test
  void whatIsSharedIsEstimatedInBoundedMemory() {
    List<LabelledSequence> records = new ArrayList<>();
    String whole = genome(2, 40_000);
    records.add(record(whole));
    records.add(record(whole.substring(0, 20_000) + genome(3, 20_000)));
    records.add(record(whole.substring(5000, 9000)));
    for (int seed = 10; seed < 30; seed++) {
      records.add(record(genome(seed, 5000)));
    }
    Sketches sketches = new Sketches(records, BASES, 6000);
    assertTrue(sketches.size() <= 6000);
    Sketches.Shared half = sketches.shared(0, 1);
    assertEquals(0.5, half.shared() / (double) half.of(), 0.1);
    Sketches.Shared part = sketches.shared(2, 0);
    assertTrue(part.of() > 0);
    assertEquals(part.of(), part.shared());
    assertEquals(0, sketches.shared(5, 6).shared());
  }
}
