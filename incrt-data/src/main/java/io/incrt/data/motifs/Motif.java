package io.incrt.data.motifs;

import java.util.List;
import java.util.Map;

/**
 * What stretches of sequences have in common, as a sequence logo shows it. With f_a the share of
 * letter a in a column, q_a that in all records, n the sites and s the letters of the alphabet, the
 * information of the column in bits is
 *
 * <pre>   R = max(0, Σ_a f_a log₂(f_a / q_a) − (s − 1) / (2 n ln 2)),   </pre>
 *
 * relative entropy less the correction for small samples of Schneider et al. (1986).
 *
 * @param label the class that it speaks for
 * @param consensus the letters of each column: IUPAC's for bases, {@code x} where none prevails
 *     among residues
 * @param sites how many stretches were aligned, at most one of a window
 * @param records how many records they are of
 * @param of how many records the class has
 * @param weight the mean over the sites of what their letters add to the logit
 * @param start the median place of the sites' first letters, counted from 0
 * @param bits R summed over the columns
 * @param columns the columns
 * @param background q, by letter
 */
public record Motif(
    String label,
    String consensus,
    int sites,
    int records,
    int of,
    double weight,
    int start,
    double bits,
    List<Column> columns,
    Map<String, Double> background) {

  /** Copies the list. */
  public Motif {
    columns = List.copyOf(columns);
  }

  /**
   * A column.
   *
   * @param bits R
   * @param letters f, by letter, without those that never stand there
   */
  public record Column(double bits, Map<String, Double> letters) {}
}
