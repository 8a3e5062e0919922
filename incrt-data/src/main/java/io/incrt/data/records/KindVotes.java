package io.incrt.data.records;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Counts what records look like, and keeps the first few of each look. */
final class KindVotes {

  private static final int NAMED = 3;
  private static final int SHORTEST_BARCODE = 6;
  private static final int SHORTEST_CODON = 3;
  private static final int SHORTEST_PEPTIDE = 5;
  // A ratio of 20 to 1: what is commonly taken as strong evidence.
  private static final double STRONG = 3;

  /** A record of a look, to be named if it turns out to be odd. */
  private record Example(int index, LabelledSequence sequence, Look look) {}

  /** The records of a look. */
  private static final class Tally {
    private long count;
    private final List<Example> first = new ArrayList<>();
  }

  private final Map<Look, Tally> longs = new EnumMap<>(Look.class);
  private final Map<Look, Tally> shorts = new EnumMap<>(Look.class);
  private int records;
  private int barcodes;
  private int codons;
  private long baseLetters;
  private long upperBases;
  private long excessOfT;
  private long shortLetters;
  private double shortEvidence;

  KindVotes(List<LabelledSequence> all) {
    for (Look look : Look.values()) {
      longs.put(look, new Tally());
      shorts.put(look, new Tally());
    }
    Letters letters = new Letters();
    for (LabelledSequence sequence : all) {
      add(sequence, letters.read(sequence.sequence()), letters);
    }
  }

  private void add(LabelledSequence sequence, Look look, Letters letters) {
    Tally tally = (letters.isShort() ? shorts : longs).get(look);
    tally.count++;
    if (tally.first.size() < NAMED) {
      tally.first.add(new Example(records, sequence, look));
    }
    records++;
    if (look.isBases()) {
      barcodes += letters.total() >= SHORTEST_BARCODE ? 1 : 0;
      codons += letters.total() >= SHORTEST_CODON ? 1 : 0;
      baseLetters += letters.total();
      upperBases += letters.upper();
      excessOfT += letters.count('T') - letters.count('U');
    }
    if (letters.isShort() && (look.isBases() || look == Look.SHORT)) {
      shortLetters += letters.total();
      shortEvidence += letters.proteinOverEnglish();
    }
  }

  Kind.Finding finding() {
    long voters = records - number(Look.NOTHING);
    long bases = number(Look.BASES) + number(Look.DNA) + number(Look.RNA);
    long longBases = longs(Look.BASES) + longs(Look.DNA) + longs(Look.RNA);
    long residues = longs(Look.RESIDUES) + longBases;
    long brief = number(Look.SHORT) + bases - longBases;
    if (voters > 0 && isBulk(bases, voters)) {
      return basesOrWords(bases);
    }
    if (voters > 0 && isBulk(residues + brief, voters)) {
      if (isBulk(residues, voters) || (residues >= brief && shortEvidence > -STRONG)) {
        return found(
            Kind.PROTEIN,
            of(residues) + " one piece of " + Look.LONGER_THAN_WORDS + " letters or more",
            (look, isLong) -> !isLong || look != Look.RESIDUES);
      }
      if (shortLetters >= SHORTEST_PEPTIDE * brief && shortEvidence > STRONG) {
        return found(
            Kind.PROTEIN,
            of(residues + brief)
                + " one piece of letters, as frequent as in peptides rather than in words",
            (look, isLong) -> look == Look.WORDS || look == Look.NOTHING);
      }
      return words(of(residues + brief) + " one piece of letters, but as short as words");
    }
    return words(
        voters == 0
            ? "no record holds letters that tell"
            : isBulk(number(Look.WORDS), voters)
                ? of(number(Look.WORDS)) + " made of words, digits or marks"
                : "fewer than three quarters of the records look alike");
  }

  private Kind.Finding basesOrWords(long bases) {
    boolean tellable =
        2L * barcodes >= bases || (2L * codons >= bases && 2 * upperBases > baseLetters);
    if (!tellable) {
      return words(of(bases) + " made of letters that bases have, but as short as words");
    }
    Kind kind = excessOfT < 0 ? Kind.RNA : Kind.DNA;
    Look other = kind == Kind.RNA ? Look.DNA : Look.RNA;
    return found(
        kind,
        of(bases)
            + " made of A, C, G, "
            + (kind == Kind.RNA ? "U" : "T")
            + " and IUPAC's ambiguity letters",
        (look, isLong) -> !look.isBases() || look == other);
  }

  private Kind.Finding words(String reason) {
    return found(Kind.TEXT, reason, (look, isLong) -> isLong && look.isBases());
  }

  private static boolean isBulk(long part, long all) {
    return 4 * part >= 3 * all;
  }

  private long number(Look look) {
    return longs(look) + shorts.get(look).count;
  }

  private long longs(Look look) {
    return longs.get(look).count;
  }

  private String of(long part) {
    return part == records
        ? "every record is"
        : part + " of " + records + (part == 1 ? " records is" : " records are");
  }

  private Kind.Finding found(Kind kind, String reason, BiPredicate<Look, Boolean> isOdd) {
    List<Tally> odd = new ArrayList<>();
    longs.forEach((look, tally) -> odd.addAll(isOdd.test(look, true) ? List.of(tally) : List.of()));
    shorts.forEach(
        (look, tally) -> odd.addAll(isOdd.test(look, false) ? List.of(tally) : List.of()));
    long count = odd.stream().mapToLong(tally -> tally.count).sum();
    List<Example> first = new ArrayList<>();
    odd.forEach(tally -> first.addAll(tally.first));
    first.sort(Comparator.comparingInt(Example::index));
    List<String> named =
        first.stream()
            .limit(NAMED)
            .map(one -> one.sequence().where() + " (" + one.look().words() + ")")
            .toList();
    return new Kind.Finding(kind, reason, new Kind.Odd((int) count, records, named));
  }
}
