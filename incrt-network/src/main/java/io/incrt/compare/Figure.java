package io.incrt.compare;

/** What models are compared by. */
public enum Figure {
  /** The share of records answered rightly. */
  ACCURACY("accuracy", "accuracy", true),
  /** The mean F1 over the classes. */
  MACRO_F1("macroF1", "macro F1", true),
  /** The mean −log of the probability given to the true class. */
  LOG_LOSS("logLoss", "log loss", false),
  /** The expected calibration error over ten confidence bins. */
  CALIBRATION_ERROR("calibrationError", "calibration error", false);

  private final String field;
  private final String words;
  private final boolean largerIsBetter;

  Figure(String field, String words, boolean largerIsBetter) {
    this.field = field;
    this.words = words;
    this.largerIsBetter = largerIsBetter;
  }

  /** Its name in JSON. */
  public String field() {
    return field;
  }

  /** Its name for people. */
  public String words() {
    return words;
  }

  /** Whether more of it is better. */
  public boolean largerIsBetter() {
    return largerIsBetter;
  }
}
