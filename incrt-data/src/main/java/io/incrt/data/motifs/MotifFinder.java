package io.incrt.data.motifs;

import io.incrt.data.records.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds motifs among the stretches of sequences that spoke most for their class. Of every record
 * the windows around its heaviest stretches are kept, and those of each class are aligned ({@link
 * SiteModel}), at widths of which the one whose columns pay for themselves is taken. What a motif
 * has aligned is taken out, and the rest gives the next one.
 */
public final class MotifFinder {

  /** The fewest sites of a motif. */
  private static final int FEWEST = 5;

  /** The least bits of a motif; a stretch as good is met by chance every thirty places. */
  private static final double LEAST_BITS = 5;

  /**
   * Columns of fewer bits, and of twice the correction more, are no part of a motif at its ends.
   */
  private static final double EMPTY = 0.1;

  private static final int MOST_MOTIFS = 3;
  private static final int MOST_RECORDS = 4000;
  private static final int WINDOWS = 2;
  private static final int STARTS = 12;

  /** How far a window reaches to either side of the stretch that it was chosen for. */
  private static final int BESIDE = 8;

  private static final int STRETCH = 6;

  /** Another stretch of a record counts if it weighs at least this share of the heaviest. */
  private static final double HEAVY = 0.5;

  private final Letters letters;
  private final int[] widths;
  private final long[] counts;
  private final Map<String, List<Window>> windows = new TreeMap<>();
  private final Map<String, Integer> records = new HashMap<>();

  /**
   * For sequences of one kind.
   *
   * @throws IllegalArgumentException if that is text
   */
  public MotifFinder(Kind kind) {
    this.letters = Letters.of(kind);
    this.widths = kind == Kind.PROTEIN ? new int[] {4, 6, 8, 10} : new int[] {6, 8, 10, 12, 15};
    this.counts = new long[letters.count()];
  }

  /** A window: its letters and weights, the record and where it begins there. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Window(int[] letters, double[] weights, int record, int start) {}

  /**
   * Takes a record.
   *
   * @param label the class that the weights speak for
   * @param sequence its letters
   * @param weights one for each
   */
  public void add(String label, String sequence, double... weights) {
    int[] numbers = letters.numbers(sequence);
    if (numbers.length != weights.length) {
      throw new IllegalArgumentException(
          "there must be a weight for each of the "
              + numbers.length
              + " letters, not "
              + weights.length);
    }
    for (int number : numbers) {
      if (number >= 0) {
        counts[number]++;
      }
    }
    int record = records.merge(label, 1, Integer::sum);
    if (record <= MOST_RECORDS) {
      windows
          .computeIfAbsent(label, key -> new ArrayList<>())
          .addAll(heaviest(numbers, weights, record));
    }
  }

  private static List<Window> heaviest(int[] numbers, double[] weights, int record) {
    List<Window> found = new ArrayList<>();
    double[] left = weights.clone();
    double first = 0;
    while (found.size() < WINDOWS) {
      int best = heaviest(left);
      double weight = best < 0 ? 0 : sum(left, best);
      if (weight <= 0 || weight < HEAVY * first) {
        break;
      }
      first = Math.max(first, weight);
      int from = Math.max(0, best - BESIDE);
      int to = Math.min(numbers.length, best + STRETCH + BESIDE);
      found.add(
          new Window(
              Arrays.copyOfRange(numbers, from, to),
              Arrays.copyOfRange(weights, from, to),
              record,
              from));
      Arrays.fill(left, from, to, Double.NEGATIVE_INFINITY);
    }
    return found;
  }

  private static int heaviest(double... weights) {
    int best = Letters.NONE;
    for (int i = 0; i + STRETCH <= weights.length; i++) {
      best = best < 0 || sum(weights, i) > sum(weights, best) ? i : best;
    }
    return best;
  }

  private static double sum(double[] weights, int from) {
    double sum = 0;
    for (int i = from; i < from + STRETCH; i++) {
      sum += weights[i];
    }
    return sum;
  }

  /** The motifs of every class, the one with the most sites first. */
  public List<Motif> motifs() {
    List<Motif> motifs = new ArrayList<>();
    for (Map.Entry<String, List<Window>> own : windows.entrySet()) {
      List<Window> left = new ArrayList<>(own.getValue());
      List<Motif> found = new ArrayList<>();
      for (int i = 0; i < MOST_MOTIFS; i++) {
        Optional<Motif> next = next(own.getKey(), left);
        if (next.isEmpty()) {
          break;
        }
        found.add(next.get());
      }
      found.sort(Comparator.comparingInt((Motif motif) -> -motif.sites()));
      motifs.addAll(found);
    }
    return motifs;
  }

  /** The next motif, whose windows are taken out; empty if there is none. */
  private Optional<Motif> next(String label, List<Window> left) {
    List<int[]> numbers = left.stream().map(Window::letters).toList();
    SiteModel best = null;
    for (int width : widths) {
      List<int[]> starts = starts(left, width);
      if (numbers.size() >= FEWEST && !starts.isEmpty()) {
        SiteModel model = SiteModel.fit(numbers, background(), starts).orElse(null);
        best = best == null || model.worth() > best.worth() ? model : best;
      }
    }
    if (best == null || best.worth() <= 0) {
      return Optional.empty();
    }
    int[] sites = best.sites();
    Motif motif = motif(label, best.width(), left, sites);
    List<Window> rest = new ArrayList<>();
    for (int i = 0; i < sites.length; i++) {
      if (sites[i] < 0) {
        rest.add(left.get(i));
      }
    }
    left.clear();
    left.addAll(rest);
    return motif.sites() >= FEWEST && motif.bits() >= LEAST_BITS
        ? Optional.of(motif)
        : Optional.empty();
  }

  /** The stretches that weigh most, each word once. */
  private static List<int[]> starts(List<Window> windows, int width) {
    Map<List<Integer>, Double> weights = new LinkedHashMap<>();
    for (Window window : windows) {
      for (int j = 0; j + width <= window.letters.length; j++) {
        double weight = 0;
        for (int k = j; k < j + width; k++) {
          weight += window.weights[k];
        }
        List<Integer> word = Arrays.stream(window.letters, j, j + width).boxed().toList();
        weights.merge(word, Math.max(0, weight), Double::sum);
      }
    }
    return weights.entrySet().stream()
        .sorted(Map.Entry.<List<Integer>, Double>comparingByValue().reversed())
        .limit(STARTS)
        .map(entry -> entry.getKey().stream().mapToInt(letter -> letter).toArray())
        .toList();
  }

  /** The shares of the letters in all records; none is zero. */
  private double[] background() {
    double all = Arrays.stream(counts).sum() + counts.length;
    return Arrays.stream(counts).mapToDouble(count -> (count + 1) / all).toArray();
  }

  /** What was aligned, without columns at the ends that say nothing. */
  private Motif motif(String label, int width, List<Window> windows, int... sites) {
    int from = 0;
    int to = width;
    while (to - from > 1 && isEmpty(windows, sites, from)) {
      from++;
    }
    while (to - from > 1 && isEmpty(windows, sites, to - 1)) {
      to--;
    }
    List<Motif.Column> columns = new ArrayList<>();
    StringBuilder consensus = new StringBuilder();
    for (int k = from; k < to; k++) {
      columns.add(column(windows, sites, k));
      consensus.append(letters.consensus(shares(windows, sites, k)));
    }
    List<Integer> starts = new ArrayList<>();
    Set<Integer> own = new HashSet<>();
    double weight = 0;
    for (int i = 0; i < sites.length; i++) {
      if (sites[i] >= 0) {
        Window window = windows.get(i);
        starts.add(window.start + sites[i] + from);
        own.add(window.record);
        weight += Arrays.stream(window.weights, sites[i] + from, sites[i] + to).sum();
      }
    }
    return new Motif(
        label,
        consensus.toString(),
        starts.size(),
        own.size(),
        Math.min(MOST_RECORDS, records.get(label)),
        weight / Math.max(1, starts.size()),
        starts.isEmpty() ? 0 : starts.stream().sorted().toList().get(starts.size() / 2),
        columns.stream().mapToDouble(Motif.Column::bits).sum(),
        columns,
        named(background()));
  }

  private boolean isEmpty(List<Window> windows, int[] sites, int k) {
    double count = Math.max(1, Arrays.stream(counts(windows, sites, k)).sum());
    return column(windows, sites, k).bits() < EMPTY + 2 * correction(count);
  }

  /** What so many sites show by chance, on average. */
  private double correction(double sites) {
    return (letters.count() - 1) / (2 * sites * Math.log(2));
  }

  private Motif.Column column(List<Window> windows, int[] sites, int k) {
    double[] shares = shares(windows, sites, k);
    double count = Arrays.stream(counts(windows, sites, k)).sum();
    return new Motif.Column(bits(Math.max(1, count), shares), named(shares));
  }

  private double[] shares(List<Window> windows, int[] sites, int k) {
    double[] found = counts(windows, sites, k);
    double sum = Math.max(1, Arrays.stream(found).sum());
    return Arrays.stream(found).map(count -> count / sum).toArray();
  }

  /** How often each letter stands in a column. */
  private double[] counts(List<Window> windows, int[] sites, int k) {
    double[] found = new double[letters.count()];
    for (int i = 0; i < sites.length; i++) {
      int letter = sites[i] < 0 ? Letters.NONE : windows.get(i).letters[sites[i] + k];
      if (letter >= 0) {
        found[letter]++;
      }
    }
    return found;
  }

  private double bits(double sites, double... shares) {
    double[] background = background();
    double bits = -correction(sites);
    for (int a = 0; a < shares.length; a++) {
      bits += shares[a] == 0 ? 0 : shares[a] * Math.log(shares[a] / background[a]) / Math.log(2);
    }
    return Math.max(0, bits);
  }

  private Map<String, Double> named(double... shares) {
    Map<String, Double> named = new LinkedHashMap<>();
    for (int a = 0; a < shares.length; a++) {
      if (shares[a] > 0) {
        named.put(letters.name(a), shares[a]);
      }
    }
    return named;
  }
}
