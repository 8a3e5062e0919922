package io.incrt.data.corpus;

import io.incrt.data.records.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Looks over a corpus before training and says what is odd about it: a handful of tokens, records
 * of one token, classes of one record, validation or test records unlike the training records.
 */
public final class Guards {

  private static final int FEW_TOKENS = 10;
  private static final int TOO_FEW_TOKENS = 2;
  private static final double MOST = 0.5;
  private static final double NEARLY_ALL = 0.95;
  private static final int ENOUGH_TO_JUDGE = 5;
  private static final int ENOUGH_FOR_A_KIND = 10;
  private static final int MANY_LABELS = 10;
  private static final double OTHER_LABELS = 0.3;
  private static final int NAMED = 3;

  private final Corpus corpus;
  private final TokenCounts train;
  private final List<Concern> concerns = new ArrayList<>();

  /**
   * Something odd.
   *
   * @param hopeless whether the outcome of training can only be nonsense
   * @param words what it is, with the numbers and what changes it
   */
  public record Concern(boolean hopeless, String words) {}

  private Guards(Corpus corpus) {
    this.corpus = corpus;
    this.train = new TokenCounts(corpus.train(), corpus.tokenizer().size());
  }

  /** All that is odd about a corpus. */
  public static List<Concern> of(Corpus corpus) {
    Guards guards = new Guards(corpus);
    guards.lookAtTokens();
    guards.lookAtLabels();
    guards.compare("validation", "--valid", corpus.valid());
    guards.compare("test", "--test", corpus.test());
    return List.copyOf(guards.concerns);
  }

  /**
   * Remarks on what is odd about a corpus, and refuses it where a concern is hopeless.
   *
   * @param anyway whether hopeless concerns are remarks, too
   * @throws HopelessDataException if there is one, and it is no remark
   */
  public static void check(Corpus corpus, boolean anyway, Consumer<String> remarks) {
    Optional<Concern> worst = Optional.empty();
    for (Concern concern : of(corpus)) {
      // One is enough to refuse; a message of all would be too long to read.
      if (concern.hopeless() && !anyway && worst.isEmpty()) {
        worst = Optional.of(concern);
      } else {
        remarks.accept(concern.words());
      }
    }
    if (worst.isPresent()) {
      throw new HopelessDataException(worst.get());
    }
  }

  private void lookAtTokens() {
    int known = train.known();
    // Four bases as letters are all there is; nobody can ask for more.
    boolean letters = Integer.valueOf(1).equals(corpus.tokenizer().parameters().get("k"));
    if (known <= TOO_FEW_TOKENS || (known < FEW_TOKENS && !letters)) {
      add(
          known <= TOO_FEW_TOKENS,
          "the training records have "
              + (known == 0 ? "no" : "only " + known)
              + (known < 2 ? " known token" : " different known tokens")
              + "; tokens are "
              + corpus.tokenizer().describe()
              + "; see whether --kind and --text-column are right"
              + " (data.wordsSeen=1 keeps words that occur once)");
    }
    double same = (double) train.sameToken() / train.records();
    if (same >= NEARLY_ALL) {
      add(
          true,
          train.sameToken()
              + " of "
              + train.records()
              + " training records consist of one and the same token; see whether --kind and"
              + " --text-column are right");
    } else if ((double) train.single() / train.records() >= MOST) {
      add(
          false,
          train.single()
              + " of "
              + train.records()
              + " training records have one token only, so that there is no order to learn from; if"
              + " they are sequences, name their --kind");
    }
    double rare = train.expectedUnknownShare();
    if (rare > MOST) {
      add(
          false,
          percent(rare)
              + " of the tokens of the training records are in no second record, so most of a new"
              + " record is unknown; see whether --kind is right, or learn pieces of words"
              + " (data.wordPieces=2000)");
    }
  }

  private void lookAtLabels() {
    int labels = train.labels().size();
    if (labels == 1) {
      add(
          true,
          "all training records that can be used have the label '"
              + train.labels().keySet().iterator().next()
              + "', so there is nothing to tell apart; see whether --label-column is right");
    }
    List<String> lone = labels(train, label -> label.records() == 1);
    if (!lone.isEmpty()) {
      add(
          labels >= MANY_LABELS && lone.size() >= 0.9 * labels,
          lone.size()
              + " of "
              + labels
              + " labels have a single training record ("
              + named(lone)
              + "), too few to learn them; add records, leave the labels out, or see whether"
              + " --label-column is right");
    }
    List<String> blind = labels(train, label -> label.unknownShare() == 1);
    if (!blind.isEmpty()) {
      add(
          blind.size() > 1 && 2 * blind.size() >= labels,
          "the training records of "
              + blind.size()
              + " of "
              + labels
              + " labels have no known token ("
              + named(blind)
              + "); see whether --kind is right (data.wordsSeen=1 keeps words that occur once)");
    }
  }

  private void compare(String name, String option, TokenizedRecords records) {
    if (records.isEmpty()) {
      return;
    }
    TokenCounts part = new TokenCounts(records, corpus.tokenizer().size());
    double unknown = part.unknownShare();
    double expected = train.expectedUnknownShare();
    boolean judged = part.records() >= ENOUGH_TO_JUDGE || expected >= MOST;
    if (unknown >= NEARLY_ALL && judged) {
      add(
          true,
          percent(unknown)
              + " of the tokens of the "
              + name
              + " records are in no training record; see whether --kind and "
              + option
              + " are right");
    } else if (unknown > 2 * expected + 0.1 && judged) {
      add(
          false,
          "the "
              + name
              + " records are unlike the training records: "
              + percent(unknown)
              + " of their tokens are unknown, where "
              + percent(expected)
              + " were to be expected; see whether "
              + option
              + " is the right file");
    }
    List<String> unseen = labels(part, label -> label.records() > 1 && label.unknownShare() > MOST);
    if (unknown <= MOST && !unseen.isEmpty()) {
      add(
          false,
          "most tokens of the "
              + name
              + " records with the label "
              + named(unseen)
              + " are unknown; training records more like them would help");
    }
    compareLabels(name, option, part);
    compareKinds(name, option, records);
  }

  /** By half the sum of differences, where that is more than chance. */
  private void compareLabels(String name, String option, TokenCounts part) {
    Set<String> labels = new TreeSet<>(train.labels().keySet());
    labels.addAll(part.labels().keySet());
    double distance = 0;
    double chance = 0;
    double largest = -1;
    String example = "";
    for (String label : labels) {
      double here = share(part, label);
      double there = share(train, label);
      distance += Math.abs(here - there) / 2;
      chance += Math.sqrt(there * (1 - there) / part.records()) / 2;
      if (Math.abs(here - there) > largest) {
        largest = Math.abs(here - there);
        example = label;
      }
    }
    if (distance > OTHER_LABELS && distance > 3 * chance) {
      add(
          false,
          "the "
              + name
              + " records have other labels than the training records: '"
              + example
              + "' is "
              + percent(share(part, example))
              + " of them and "
              + percent(share(train, example))
              + " of the training records; see whether "
              + option
              + " is a fair sample");
    }
  }

  private void compareKinds(String name, String option, TokenizedRecords records) {
    if (Math.min(records.size(), corpus.train().size()) < ENOUGH_FOR_A_KIND) {
      return;
    }
    Kind here = Kind.of(records).kind();
    Kind there = Kind.of(corpus.train()).kind();
    if (here != there) {
      add(
          false,
          "the "
              + name
              + " records look like "
              + here.words()
              + ", the training records like "
              + there.words()
              + "; see whether "
              + option
              + " is the right file");
    }
  }

  private void add(boolean hopeless, String words) {
    concerns.add(new Concern(hopeless, words));
  }

  private static List<String> labels(TokenCounts part, Predicate<TokenCounts.OfLabel> chosen) {
    return part.labels().entrySet().stream()
        .filter(entry -> chosen.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static double share(TokenCounts part, String label) {
    TokenCounts.OfLabel own = part.labels().get(label);
    return own == null ? 0 : (double) own.records() / part.records();
  }

  private static String named(List<String> labels) {
    String first =
        "'" + String.join("', '", labels.subList(0, Math.min(NAMED, labels.size()))) + "'";
    return labels.size() > NAMED ? first + " …" : first;
  }

  private static String percent(double share) {
    return Math.round(100 * share) + " %";
  }
}
