package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.tasks.OrderTask;
import io.incrt.geometry.growth.Decision;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.group.Collective;
import io.incrt.train.group.GlooGroup;
import io.incrt.train.group.Member;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes that train one network over loopback do what one process does. */
@Timeout(120)
class TwoRanksTest {

  private static final int STEPS = 100;
  private static final String LINE = "step ";

  /** Dropout is drawn by each rank for its own records, so it is left out of what is compared. */
  private static final Map<String, String> COMPARABLE =
      Map.of("training.dropout", "0", "training.unknownRate", "0", "training.batchSize", "15");

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static TrainerSetup setup(String preset) {
    RunSettings settings =
        preset.equals("geometry")
            ? Runs.quick(STEPS)
            : Settings.with(
                RunSettings.defaults(),
                Map.of(
                    "network.width", "16",
                    "training.steps", String.valueOf(STEPS),
                    "homeostat.evidence.partDropout", "0",
                    "homeostat.evidence.judges", "60"));
    // 301 records: the last batch of an epoch has one, of which the other rank has none.
    return TrainerSetup.of(
        new OrderTask(3, 12, 50, 301, 100).generate(1),
        Settings.with(settings, COMPARABLE),
        Device.CPU);
  }

  /** A rank: what happens at each step is printed, a line a step. */
  public static void main(String[] arguments) {
    Libtorch.useThreads(1);
    try (Collective group = GlooGroup.join(Member.of(System.getenv()).orElseThrow())) {
      steps(setup(arguments[0]).with(group)).forEach(System.out::println);
    }
  }

  private static List<String> steps(TrainerSetup setup) {
    List<String> lines = new ArrayList<>();
    try (Trainer trainer = Trainer.begin(setup)) {
      trainer.judgedBy(setup.data().first(), (worths, entropy) -> {});
      for (int i = 0; i < STEPS; i++) {
        Trainer.Outcome outcome = trainer.advance();
        lines.add(
            LINE
                + outcome.loss()
                + " "
                + outcome.verdict().decisions().stream()
                    .map(TwoRanksTest::words)
                    .collect(Collectors.joining(" ")));
      }
    }
    return lines;
  }

  private static String words(Decision decision) {
    return decision.getClass().getSimpleName() + "@" + decision.step();
  }

  private static List<String> rank(Process process) throws IOException {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      return lines.lines().filter(line -> line.startsWith(LINE)).toList();
    }
  }

  private static Process start(String preset, int rank, int port) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            TwoRanksTest.class.getName(),
            preset);
    Map<String, String> names = new HashMap<>();
    names.put("RANK", String.valueOf(rank));
    names.put("WORLD_SIZE", "2");
    names.put("MASTER_ADDR", "127.0.0.1");
    names.put("MASTER_PORT", String.valueOf(port));
    names.put("OMP_NUM_THREADS", "1");
    names.put(Member.PATIENCE, "30");
    builder.environment().putAll(names);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void followOne(String preset) throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Process second = start(preset, 1, port);
    Process first = start(preset, 0, port);
    List<String> leading = rank(first);
    List<String> following = rank(second);
    assertEquals(0, first.waitFor());
    assertEquals(0, second.waitFor());
    assertEquals(STEPS, leading.size());
    assertEquals(leading, following, "both ranks see and decide the same, to the bit");
    List<String> alone = steps(setup(preset));
    boolean grew = false;
    for (int i = 0; i < STEPS; i++) {
      String[] one = alone.get(i).split(" ", 3);
      String[] two = leading.get(i).split(" ", 3);
      assertEquals(Double.parseDouble(one[1]), Double.parseDouble(two[1]), 1e-5, "step " + i);
      assertEquals(one[2], two[2], "what was decided at step " + i);
      grew |= !one[2].isEmpty();
    }
    assertTrue(grew, "nothing was decided, so nothing was compared");
  }

  @Test
  void twoRanksFollowOneUnderTheGeometry() throws Exception {
    followOne("geometry");
  }

  @Test
  void twoRanksFollowOneUnderEvidence() throws Exception {
    followOne("default");
  }
}
