package io.incrt.examples;

import io.incrt.Incrt;
import io.incrt.Records;
import io.incrt.data.records.LabelledSequence;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Takes records from a stream, a reader, and memory: wherever a file can stand, they can, too. */
public final class TrainFromAnywhere {

  private TrainFromAnywhere() {}

  /** Takes a file of records, and the folder the model goes to. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: TrainFromAnywhere FILE MODEL");
      return;
    }
    System.out.println("accuracy " + run(Path.of(args[0]), Path.of(args[1])));
  }

  static double run(Path file, Path folder) throws IOException {
    InputStream download = Files.newInputStream(file); // plain or gzip, from wherever
    Reader upload = Files.newBufferedReader(file);
    Stream<LabelledSequence> made =
        IntStream.range(0, 20)
            .mapToObj(i -> new LabelledSequence("made " + i, "more snow and ice", "cold"));
    List<String> sequences = List.of("a day on the beach", "a day on the ice");
    List<String> labels = List.of("warm", "cold");
    try (Incrt model =
        Incrt.training()
            .data(Records.of(download).called("the download"))
            .valid(Records.of(upload))
            .test(Records.of(sequences, labels))
            .set("network.width", "16")
            .set("training.steps", "60")
            .fit(folder)) {
      return model.evaluate(Records.of(made)).accuracy();
    }
  }
}
