package io.incrt.data.motifs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An ungapped alignment by expectation maximisation, at most one site to a window (the model ZOOPS
 * of MEME, Bailey and Elkan 1994). With p_ka the share of letter a in column k, q_a the background,
 * γ the share of windows that have a site and m the places of a window,
 *
 * <pre>   r_ij = Π_k p_k(x_i,j+k) / q(x_i,j+k),   z_ij = (γ/m) r_ij / (1 − γ + (γ/m) Σ_j r_ij)
 * </pre>
 *
 * and p, γ are the means under z, with a letter of background in every column. A letter that is
 * none of the alphabet counts for nothing. Places that score less than {@value #LIKE} of the most
 * are no sites, so that two motifs do not melt into one.
 */
final class SiteModel {

  private static final int MOST_ROUNDS = 40;
  private static final int FIRST_ROUNDS = 3;
  private static final double STILL = 1e-4;

  /** How sure the first letters are of a start. */
  private static final double SURE = 0.7;

  /**
   * The share of the best score that a site needs. Without it two motifs of one class become one
   * that is neither, since more windows then have a site.
   */
  private static final double LIKE = 0.3;

  private static final int SHIFTS = 3;
  private static final int FEW = 400;

  private final List<int[]> windows;
  private final double[] background;
  private final int width;
  private final double[][] logs;
  private double[][] shares;
  private double best;
  private double present = 0.5;
  private double gain;

  private SiteModel(List<int[]> windows, double[] background, double[][] shares) {
    this.windows = windows;
    this.background = background;
    this.width = shares.length;
    this.logs = new double[width][background.length];
    take(shares);
  }

  /**
   * The best alignment of a width; empty if there is no window so wide.
   *
   * @param starts what it may begin with, of that many letters each
   */
  static Optional<SiteModel> fit(List<int[]> windows, double[] background, List<int[]> starts) {
    List<int[]> few = windows.subList(0, Math.min(FEW, windows.size()));
    SiteModel best = null;
    for (int[] start : starts) {
      SiteModel model = new SiteModel(few, background, begun(start, background));
      model.learn(FIRST_ROUNDS);
      best = best == null || model.gain > best.gain ? model : best;
    }
    if (best == null) {
      return Optional.empty();
    }
    SiteModel model = new SiteModel(windows, background, best.shares);
    model.learn(MOST_ROUNDS);
    return Optional.of(model.shifted());
  }

  private static double[][] begun(int[] letters, double... background) {
    double[][] shares = new double[letters.length][];
    for (int k = 0; k < shares.length; k++) {
      shares[k] = background.clone();
      if (letters[k] >= 0) {
        for (int a = 0; a < background.length; a++) {
          shares[k][a] *= 1 - SURE;
        }
        shares[k][letters[k]] += SURE;
      }
    }
    return shares;
  }

  /** The same or, where that explains more, what begins some letters earlier or later. */
  private SiteModel shifted() {
    SiteModel best = this;
    for (int shift = -SHIFTS; shift <= SHIFTS; shift++) {
      if (shift != 0) {
        SiteModel model = new SiteModel(windows, background, columns(shift));
        model.learn(MOST_ROUNDS);
        best = model.gain > best.gain ? model : best;
      }
    }
    return best;
  }

  /** The shares of the letters at the sites, so many places further. */
  private double[][] columns(int shift) {
    double[][] counts = prior();
    int[] sites = sites();
    for (int i = 0; i < sites.length; i++) {
      for (int k = 0; sites[i] >= 0 && k < width; k++) {
        int at = sites[i] + shift + k;
        int[] window = windows.get(i);
        if (at >= 0 && at < window.length && window[at] >= 0) {
          counts[k][window[at]]++;
        }
      }
    }
    return normalised(counts);
  }

  private double[][] prior() {
    double[][] counts = new double[width][];
    Arrays.setAll(counts, k -> background.clone());
    return counts;
  }

  private static double[][] normalised(double[][] counts) {
    for (double[] column : counts) {
      double sum = Arrays.stream(column).sum();
      for (int a = 0; a < column.length; a++) {
        column[a] /= sum;
      }
    }
    return counts;
  }

  private void learn(int rounds) {
    double before = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      double[][] counts = prior();
      double sites = 0;
      double sum = 0;
      for (int[] window : windows) {
        double[] odds = odds(window);
        double[] found = posterior(odds);
        sum += Math.log(1 - present + present * mean(odds));
        for (int j = 0; j < found.length; j++) {
          sites += found[j];
          for (int k = 0; k < width; k++) {
            if (window[j + k] >= 0) {
              counts[k][window[j + k]] += found[j];
            }
          }
        }
      }
      gain = sum;
      take(normalised(counts));
      present = Math.min(0.999, Math.max(0.001, sites / windows.size()));
      if (sum - before < STILL * Math.abs(sum)) {
        break;
      }
      before = sum;
    }
  }

  /** r of a window, for every place; 0 where it is far from what the model would like best. */
  private double[] odds(int... window) {
    double[] odds = new double[Math.max(0, window.length - width + 1)];
    for (int j = 0; j < odds.length; j++) {
      double sum = 0;
      for (int k = 0; k < width; k++) {
        sum += window[j + k] < 0 ? 0 : logs[k][window[j + k]];
      }
      odds[j] = sum < LIKE * best ? 0 : Math.exp(sum);
    }
    return odds;
  }

  /** Takes the shares of the letters in each column. */
  private void take(double[]... columns) {
    shares = columns;
    best = 0;
    for (int k = 0; k < width; k++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int a = 0; a < background.length; a++) {
        logs[k][a] = Math.log(shares[k][a] / background[a]);
        most = Math.max(most, logs[k][a]);
      }
      best += most;
    }
  }

  private double[] posterior(double... odds) {
    double whole = 1 - present + present * mean(odds);
    double[] found = new double[odds.length];
    for (int j = 0; j < odds.length; j++) {
      found[j] = present / odds.length * odds[j] / whole;
    }
    return found;
  }

  private static double mean(double... odds) {
    return odds.length == 0 ? 0 : Arrays.stream(odds).sum() / odds.length;
  }

  /** By how much it explains the windows, less what its columns cost (BIC). */
  double worth() {
    return gain - 0.5 * width * (background.length - 1) * Math.log(windows.size());
  }

  int width() {
    return width;
  }

  /** Where the site of each window begins, −1 where it has none. */
  int[] sites() {
    List<Integer> sites = new ArrayList<>();
    for (int[] window : windows) {
      double[] found = posterior(odds(window));
      int best = Letters.NONE;
      double sum = 0;
      for (int j = 0; j < found.length; j++) {
        sum += found[j];
        best = best < 0 || found[j] > found[best] ? j : best;
      }
      sites.add(sum > 0.5 ? best : Letters.NONE);
    }
    return sites.stream().mapToInt(site -> site).toArray();
  }
}
