package io.incrt.explain;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * How what a piece means to the network is found. What it means to the linear model needs no
 * method: its weights say it exactly.
 */
public enum Method {
  /** The most faithful one on records that the model was not trained on ({@link Faithfulness}). */
  AUTO,
  /** By how much the logit falls if the network does not know the piece, for each piece alone. */
  ABLATION,
  /** By integrated gradients, from a record of which the network knows nothing to this one. */
  GRADIENTS,
  /** Not at all: pieces have the weights of the linear model alone. */
  LINEAR;

  /** Its name as options and files have it. */
  @JsonValue
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The method in words. */
  public String words() {
    return switch (this) {
      case AUTO -> "the most faithful method";
      case ABLATION -> "ablation";
      case GRADIENTS -> "integrated gradients";
      case LINEAR -> "the linear model's weights alone";
    };
  }

  /** The method of that name. */
  public static Method named(String option) {
    for (Method method : values()) {
      if (method.option().equals(option)) {
        return method;
      }
    }
    throw new IllegalArgumentException(
        "choose the method auto, gradients, ablation or linear, not '" + option + "'");
  }
}
