package io.incrt.data.corpus;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.split.HoldOut;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Holds out records to validate on, and detects records that occur in several parts. */
public final class Splits {

  private static final int SHARE = 10;

  private Splits() {}

  /**
   * Holds out about a tenth of the training records of each class.
   *
   * @param remark told what was done
   */
  static Corpora.Parts holdOut(
      Corpora.Parts parts,
      Kind kind,
      DataSettings.Split split,
      long seed,
      Consumer<String> remark) {
    if (split == DataSettings.Split.RANDOM) {
      return random(parts, seed);
    }
    HoldOut holdOut = HoldOut.of(parts.train(), kind, seed);
    if (!holdOut.worked()) {
      Corpora.Parts drawn = random(parts, seed);
      remark.accept(
          "the records are too much alike to hold out whole clusters of them, so "
              + (holdOut.grouped() ? "only groups are kept together" : "some are drawn at random")
              + "; validation records may have near-copies among the training records");
      return drawn;
    }
    remark.accept(holdOut.words());
    BitSet held = holdOut.held();
    List<LabelledSequence> learning = new ArrayList<>();
    List<LabelledSequence> judging = new ArrayList<>();
    for (int i = 0; i < parts.train().size(); i++) {
      (held.get(i) ? judging : learning).add(parts.train().get(i));
    }
    return new Corpora.Parts(learning, judging, parts.test());
  }

  /**
   * A tenth of the training records of each class, drawn by the seed; where records have groups,
   * whole groups that come as close to that as they can.
   */
  static Corpora.Parts random(Corpora.Parts parts, long seed) {
    List<LabelledSequence> learning = new ArrayList<>();
    List<LabelledSequence> judging = new ArrayList<>();
    if (parts.train().stream().allMatch(record -> record.group().isEmpty())) {
      byClass(parts.train(), learning, judging, seed);
    } else {
      byGroup(parts.train(), learning, judging, seed);
    }
    return new Corpora.Parts(learning, judging, parts.test());
  }

  private static void byClass(
      List<LabelledSequence> records,
      List<LabelledSequence> learning,
      List<LabelledSequence> judging,
      long seed) {
    Map<String, List<LabelledSequence>> classes = new TreeMap<>();
    records.forEach(
        record -> classes.computeIfAbsent(record.label(), label -> new ArrayList<>()).add(record));
    Random random = new Random(seed);
    for (List<LabelledSequence> members : classes.values()) {
      Collections.shuffle(members, random);
      int held = members.size() < 2 ? 0 : Math.max(1, members.size() / SHARE);
      judging.addAll(members.subList(0, held));
      learning.addAll(members.subList(held, members.size()));
    }
  }

  /** Groups in random order; one is held out where that brings the classes closer to a tenth. */
  private static void byGroup(
      List<LabelledSequence> records,
      List<LabelledSequence> learning,
      List<LabelledSequence> judging,
      long seed) {
    Map<String, List<LabelledSequence>> groups = new TreeMap<>();
    Map<String, Double> wanted = new HashMap<>();
    for (int i = 0; i < records.size(); i++) {
      LabelledSequence sequence = records.get(i);
      // A record without a group forms its own; no group's name starts with a blank.
      String group = sequence.group().isEmpty() ? " " + i : sequence.group();
      groups.computeIfAbsent(group, name -> new ArrayList<>()).add(sequence);
      wanted.merge(sequence.label(), 1.0 / SHARE, Double::sum);
    }
    if (groups.size() == 1) {
      throw new BadRecordException(
          records.get(0).where(),
          Flaw.FILE,
          "every record is of the group '"
              + records.get(0).group()
              + "', so none can be held out to validate on; give validation records of their own");
    }
    Map<String, Long> left =
        records.stream()
            .collect(Collectors.groupingBy(LabelledSequence::label, Collectors.counting()));
    List<String> order = new ArrayList<>(groups.keySet());
    Collections.shuffle(order, new Random(seed));
    int unseen = order.size();
    for (String group : order) {
      Map<String, Long> counts =
          groups.get(group).stream()
              .collect(Collectors.groupingBy(LabelledSequence::label, Collectors.counting()));
      double before = 0;
      double after = 0;
      for (Map.Entry<String, Long> entry : counts.entrySet()) {
        double missing = wanted.get(entry.getKey());
        before += Math.abs(missing);
        after += Math.abs(missing - entry.getValue());
      }
      boolean last = unseen == 1 && judging.isEmpty();
      // Some records of every label must stay in training.
      boolean spare = counts.entrySet().stream().allMatch(e -> left.get(e.getKey()) > e.getValue());
      if ((after < before || last) && spare && unseen > (learning.isEmpty() ? 1 : 0)) {
        judging.addAll(groups.get(group));
        counts.forEach((label, count) -> wanted.merge(label, (double) -count, Double::sum));
        counts.forEach((label, count) -> left.merge(label, -count, Long::sum));
      } else {
        learning.addAll(groups.get(group));
      }
      unseen--;
    }
    if (judging.isEmpty()) {
      throw new BadRecordException(
          records.get(0).where(),
          Flaw.FILE,
          "no group can be held out to validate on without taking all records of a label; give"
              + " validation records of their own");
    }
  }

  /**
   * Records of one part that also occur in another.
   *
   * @param count how many of {@code judged}'s records have a sequence that {@code seen} has
   * @param disagreeing how many of them have another label there
   * @param example the first of them
   */
  public record Overlap(
      String judged, String seen, int count, int disagreeing, LabelledSequence example) {}

  /** The validation or test records that occur in earlier parts. */
  public static List<Overlap> overlaps(Corpus corpus) {
    List<Overlap> overlaps = new ArrayList<>();
    overlap("validation", corpus.valid(), "training", corpus.train(), overlaps);
    overlap("test", corpus.test(), "training", corpus.train(), overlaps);
    overlap("test", corpus.test(), "validation", corpus.valid(), overlaps);
    return overlaps;
  }

  private static void overlap(
      String judgedName,
      List<LabelledSequence> judged,
      String seenName,
      List<LabelledSequence> seen,
      List<Overlap> overlaps) {
    if (judged.isEmpty()) {
      return;
    }
    Map<String, Set<String>> labels = new HashMap<>();
    Set<String> sequences =
        judged.stream().map(LabelledSequence::sequence).collect(Collectors.toSet());
    for (LabelledSequence sequence : seen) {
      if (sequences.contains(sequence.sequence())) {
        labels.computeIfAbsent(sequence.sequence(), key -> new HashSet<>()).add(sequence.label());
      }
    }
    int count = 0;
    int disagreeing = 0;
    LabelledSequence example = null;
    for (LabelledSequence sequence : judged) {
      Set<String> known = labels.get(sequence.sequence());
      if (known != null) {
        example = example == null ? sequence : example;
        count++;
        disagreeing += known.contains(sequence.label()) ? 0 : 1;
      }
    }
    if (count > 0) {
      overlaps.add(new Overlap(judgedName, seenName, count, disagreeing, example));
    }
  }
}
