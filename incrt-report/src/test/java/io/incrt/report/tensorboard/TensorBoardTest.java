package io.incrt.report.tensorboard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.store.EventFile;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorBoardTest {

  @TempDir private Path run;

  private static Architecture of(int heads) {
    List<Architecture.HeadShape> all =
        LongStream.range(0, heads)
            .mapToObj(id -> new Architecture.HeadShape((int) id, 3 * id, List.of(4)))
            .toList();
    return new Architecture(
        List.of(new Architecture.Layer(0, all)),
        List.of(new Architecture.BlockShape("convolution", 1, 1, 0, Map.of("width", 3))));
  }

  private static RunListener.Step step(long number) {
    LayerMeasurement check =
        new LayerMeasurement(number, 0, 2.0, 0.5, 0.25, 0, 1.5, -1, 0, 0, Map.of(), 0, 0, 0);
    return new RunListener.Step(
        number, number, List.of(check), of(number < 5 ? 1 : 2), 0.001 * number, 32);
  }

  private static void steps(RunListener listener, long from, long to) {
    for (long number = from; number <= to; number++) {
      if (number == 5) {
        listener.grew(new GrowthEvent.TaskChanged(4));
      }
      listener.stepped(step(number));
    }
  }

  private static Validation validation(long step) {
    return new Validation(step, Validation.VALID, false, List.of(), Map.of("accuracy", 0.5));
  }

  @Test
  void everythingIsReadBack() throws IOException {
    try (TensorBoard board = new TensorBoard(run)) {
      board.started(10);
      steps(board, 1, 6);
      board.judged(
          6,
          List.of(
              new Worth(PartKey.head(0, 1), 0, true, 0.25, 0.1),
              new Worth(new PartKey("convolution", -1, 1), 0, false, -0.25, 0.1)));
      board.validated(validation(6), 0.5);
    }
    EventReader read = EventReader.of(run);
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), read.steps("loss/training"));
    assertEquals(new EventReader.Said(4, 4f), read.values.get("loss/training").get(3));
    assertEquals(new EventReader.Said(4, 0.004f), read.values.get("run/learning_rate").get(3));
    assertEquals(new EventReader.Said(6, 0.5f), read.values.get("valid/accuracy").get(0));
    assertEquals(new EventReader.Said(1, 0.5f), read.values.get("energy/residual_layer_0").get(0));
    assertEquals(new EventReader.Said(1, 1.5f), read.values.get("gate/lambda_max_layer_0").get(0));
    assertEquals(new EventReader.Said(6, 2f), read.values.get("size/heads").get(5));
    assertEquals(new EventReader.Said(6, 0.25f), read.values.get("worth/head_1_of_layer_0").get(0));
    assertEquals(List.of(1L, 5L), read.steps("architecture/text_summary"));
    assertEquals(
        """
        | part | number | born at step | size |
        |---|---|---|---|
        | head of layer 0 | 0 | 0 | 4 key dimensions |
        | convolution | 1 | 0 | width 3 |
        """,
        read.values.get("architecture/text_summary").get(0).value());
    assertEquals(
        List.of(new EventReader.Said(5, "step 4: the task changed")),
        read.values.get("growth/text_summary"));
    assertTrue(read.values.containsKey("run/records_per_second"));
  }

  @Test
  void worthsAreSpreadOverBins() {
    Map<Integer, List<Object>> event =
        EventReader.fields(Events.histogram(3, "worth", -1, 0, 0.9, 2));
    byte[] value = (byte[]) EventReader.fields((byte[]) event.get(5).get(0)).get(1).get(0);
    Map<Integer, List<Object>> histogram =
        EventReader.fields((byte[]) EventReader.fields(value).get(5).get(0));
    assertEquals(-1.0, histogram.get(1).get(0));
    assertEquals(2.0, histogram.get(2).get(0));
    assertEquals(4.0, histogram.get(3).get(0));
    assertEquals(1.9, (double) histogram.get(4).get(0), 1e-12);
    double[] ends = doubles((byte[]) histogram.get(6).get(0));
    double[] counts = doubles((byte[]) histogram.get(7).get(0));
    assertEquals(2.0, ends[29]);
    assertEquals(1.0, counts[0]);
    assertEquals(1.0, counts[10]);
    assertEquals(1.0, counts[19]);
    assertEquals(1.0, counts[29]);
  }

  @Test
  void oneWorthIsOneBin() {
    Map<Integer, List<Object>> event = EventReader.fields(Events.histogram(3, "worth", 0.5));
    byte[] value = (byte[]) EventReader.fields((byte[]) event.get(5).get(0)).get(1).get(0);
    Map<Integer, List<Object>> histogram =
        EventReader.fields((byte[]) EventReader.fields(value).get(5).get(0));
    assertArrayEquals(new double[] {1}, doubles((byte[]) histogram.get(7).get(0)));
  }

  private static double[] doubles(byte[] packed) {
    double[] values = new double[packed.length / Double.BYTES];
    ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
    return values;
  }

  @Test
  void aResumedRunNeitherLosesNorDoublesSteps() throws IOException {
    try (TensorBoard board = new TensorBoard(run)) {
      board.started(10);
      steps(board, 1, 4);
      board.validated(validation(4), 0.5);
      steps(board, 5, 7);
    }
    try (TensorBoard board = new TensorBoard(run)) {
      board.started(10);
      board.resumed(4);
      steps(board, 5, 10);
      board.validated(validation(8), 0.5);
    }
    EventReader read = EventReader.of(run);
    assertEquals(1, read.restarts());
    assertEquals(LongStream.rangeClosed(1, 10).boxed().toList(), read.steps("loss/training"));
    assertEquals(List.of(4L, 8L), read.steps("valid/accuracy"));
    assertEquals(List.of(5L), read.steps("growth/text_summary"));
  }

  @Test
  void aRunThatBeginsAnewTakesThePlaceOfTheOneBefore() throws IOException {
    for (int times = 0; times < 2; times++) {
      try (TensorBoard board = new TensorBoard(run)) {
        board.started(10);
        steps(board, 1, 3);
      }
    }
    EventReader read = EventReader.of(run);
    assertEquals(0, read.restarts());
    assertEquals(List.of(1L, 2L, 3L), read.steps("loss/training"));
  }

  @Test
  void longRunsHaveAThousandPoints() throws IOException {
    try (TensorBoard board = new TensorBoard(run)) {
      board.started(20_000);
      for (long number = 1; number <= 20_000; number++) {
        board.stepped(new RunListener.Step(number, number, List.of(), Architecture.EMPTY, 0.1, 32));
        board.judged(number, List.of(new Worth(PartKey.head(0, 1), 0, true, 0.25, 0.1)));
        board.validated(validation(number), 0.5);
      }
    }
    EventReader read = EventReader.of(run);
    assertEquals(1001, read.steps("loss/training").size());
    assertEquals(1000, read.steps("worth/all_parts").size(), 1);
    assertEquals(1000, read.steps("valid/accuracy").size(), 1);
    // The mean of what lies between two points.
    assertEquals(new EventReader.Said(40, 30.5f), read.values.get("loss/training").get(2));
  }

  @Test
  void whatCannotBeWrittenEndsTheRun() throws IOException {
    Files.writeString(run.resolve(EventFile.FOLDER), "in the way");
    try (TensorBoard board = new TensorBoard(run)) {
      board.started(10);
      String message = assertThrows(RuntimeException.class, () -> steps(board, 1, 1)).getMessage();
      assertTrue(message.contains("must be a directory"), message);
    }
  }

  @Test
  void hostileNamesAreNoMarkup() {
    assertEquals("a\\|b \\<img\\> \\\\u000a\\`c\\`", ArchitectureText.escaped("a|b <img> \n`c`"));
  }
}
