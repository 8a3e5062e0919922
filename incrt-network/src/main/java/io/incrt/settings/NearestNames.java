package io.incrt.settings;

import java.util.Comparator;
import java.util.List;

/** Finds the names closest to one that does not exist. */
final class NearestNames {

  /** The cost, in letters, of a wrong prefix before a right name. */
  private static final int WRONG_PLACE = 2;

  private NearestNames() {}

  /**
   * The names nearest to a given one, the nearest first.
   *
   * @param forms for each setting all its names; only the nearest of them is returned
   * @param count how many to return
   */
  static List<String> to(String given, List<List<String>> forms, int count) {
    Comparator<Candidate> nearest =
        Comparator.comparingInt(Candidate::cost)
            .thenComparing(Candidate::distance)
            .thenComparing(Candidate::name);
    return forms.stream()
        .map(names -> names.stream().map(name -> candidate(given, name)).min(nearest).orElseThrow())
        .sorted(nearest)
        .limit(count)
        .map(Candidate::name)
        .toList();
  }

  /**
   * A candidate name.
   *
   * @param distance how far the given name is from it as a whole, in letters
   * @param cost the same, or less if the last parts of the two are nearer to each other
   */
  private record Candidate(String name, int distance, int cost) {}

  private static Candidate candidate(String given, String name) {
    int distance = distance(given, name);
    int byLastPart =
        distance(lastPart(given), lastPart(name)) + (given.contains(".") ? WRONG_PLACE : 0);
    return new Candidate(name, distance, Math.min(distance, byLastPart));
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * The letters to insert, drop, change or swap with their neighbour to get from one name to the
   * other (Damerau and Levenshtein's distance as optimal string alignment: no letter is touched
   * twice).
   */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
