package io.incrt.examples;

import io.incrt.Incrt;
import java.io.IOException;
import java.nio.file.Path;

/** Predicts every record of a file with a trained model, however large the file is. */
public final class PredictFile {

  private PredictFile() {}

  /** Takes the model's folder and the file. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: PredictFile MODEL FILE");
      return;
    }
    try (Incrt model = Incrt.load(Path.of(args[0]))) {
      model.predict(
          Path.of(args[1]),
          found ->
              System.out.println(found.id() + " " + found.label() + " " + found.probability()));
    }
  }
}
