package io.incrt.data.records;

/**
 * How files are read: how much of one is believed (whatever goes beyond is refused with an error
 * that names the setting), and what becomes a token of a text.
 *
 * @param maxRecordLength the most characters of a record
 * @param maxHeaderLength the most characters of a table's or a FASTA record's header
 * @param maxGzipRatio the most bytes a byte of gzip may unpack to, from the first megabyte on
 * @param maxLabels the most different labels of training records
 * @param wordsSeen how often a word must occur in the training records to be a token
 * @param wordPieces the pieces other words are put together from; with 0 they are unknown
 */
public record DataSettings(
    int maxRecordLength,
    int maxHeaderLength,
    int maxGzipRatio,
    int maxLabels,
    int wordsSeen,
    int wordPieces) {

  /** Checks the numbers. */
  public DataSettings {
    requirePositive("data.maxRecordLength", maxRecordLength);
    requirePositive("data.maxHeaderLength", maxHeaderLength);
    requirePositive("data.maxGzipRatio", maxGzipRatio);
    requirePositive("data.maxLabels", maxLabels);
    requirePositive("data.wordsSeen", wordsSeen);
    if (wordPieces < 0) {
      throw new IllegalArgumentException(
          "data.wordPieces must not be negative but is " + wordPieces);
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 but is " + value);
    }
  }

  /** Limits no honest file of sequences exceeds. */
  public static DataSettings defaults() {
    return new DataSettings(16_000_000, 60_000, 500, 1000, 2, 0);
  }
}
