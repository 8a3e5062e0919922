package io.incrt.examples;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.data.records.LabelledSequence;
import io.incrt.onnx.OnnxExport;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Trains on records made in memory, judges, saves, exports. */
public final class TrainAndPredict {

  private static final List<String> WARM = List.of("sun", "beach", "summer", "desert");
  private static final List<String> COLD = List.of("snow", "ice", "winter", "glacier");

  private TrainAndPredict() {}

  /** Takes the folder the model goes to. */
  public static void main(String[] args) throws IOException {
    run(Path.of(args.length > 0 ? args[0] : "example-model"));
  }

  static Evaluation run(Path folder) throws IOException {
    List<LabelledSequence> records = records(600, 1);
    try (Incrt model =
        Incrt.training()
            .records(records)
            .set("network.width", "32")
            .set("training.steps", "200")
            .seed(1)
            .listener(new Remarks())
            .fit(folder)) {
      System.out.println(model.predict("a long winter on the glacier"));
      System.out.println("grew into " + model.architecture());
      Evaluation found = model.evaluate(records(200, 2));
      System.out.println("accuracy " + found.accuracy() + " in " + found.accuracyInterval());
      OnnxExport.write(model, records, folder.resolve("model.onnx"));
      return found;
    }
  }

  /** Prints what was decided and noticed about the data. */
  private static final class Remarks implements RunListener {
    @Override
    public void remarked(String remark) {
      System.out.println(remark);
    }
  }

  private static List<LabelledSequence> records(int count, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> words = i % 2 == 0 ? WARM : COLD;
      String text =
          "a day of "
              + words.get(random.nextInt(words.size()))
              + " and "
              + words.get(random.nextInt(words.size()));
      records.add(new LabelledSequence("r" + i, text, i % 2 == 0 ? "warm" : "cold"));
    }
    return records;
  }
}
