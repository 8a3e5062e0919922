package io.incrt.fuzz.campaign;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Folders with one file damaged, opened by every command: refused, or the answer of the model as it
 * was. A third has a manifest that was made to fit the damage, and may answer what it likes, but
 * must not crash, hang or answer what is no number.
 */
final class DamagedFolders implements Fault {

  private static final List<String> COMMANDS =
      List.of("predict", "evaluate", "inspect", "report", "export");

  @Override
  public String name() {
    return "damaged model folders, through every command";
  }

  @Override
  public String option() {
    return "folders";
  }

  @Override
  public int goal() {
    return 10_000;
  }

  private static String[] arguments(String command, Path folder, Bench bench) {
    String model = folder.toString();
    return switch (command) {
      case "predict" ->
          new String[] {"predict", "--model", model, "--data", bench.data("asked").toString()};
      case "evaluate" ->
          new String[] {"evaluate", "--model", model, "--data", bench.data("one").toString()};
      case "export" ->
          new String[] {"export", "--model", model, "--out", model + "/../damaged.onnx"};
      default -> new String[] {command, "--model", model};
    };
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path folder = bench.folder("damaged");
    Map<String, byte[]> expected = new HashMap<>();
    Bench.copy(bench.first().folder(), folder);
    for (String command : COMMANDS) {
      expected.put(command, bench.command(arguments(command, folder, bench)).out());
    }
    Mutations mutations = new Mutations(random);
    int answered = 0;
    for (int i = 0; i < cases; i++) {
      tally.count();
      bench.folder("damaged");
      Bench.copy(bench.first().folder(), folder);
      boolean sealed = random.nextInt(3) == 0;
      String what = mutations.damage(folder) + (sealed ? ", sealed anew" : "");
      if (sealed) {
        Mutations.seal(folder);
      }
      String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
      Ending ending = bench.command(arguments(command, folder, bench));
      ending.judge(tally, command + " of a folder with " + what);
      if (ending.code() == 0) {
        answered++;
        String out = new String(ending.out(), StandardCharsets.UTF_8);
        if (!sealed && !ending.printed(expected.get(command))) {
          tally.fail(Tally.Failure.WRONG, command + " of a folder with " + what + ": " + out);
        }
        if (command.equals("predict") && out.contains("NaN")) {
          tally.fail(Tally.Failure.WRONG, what + " gives no numbers: " + out);
        }
      }
    }
    tally.besides((cases - answered) + " refused, " + answered + " answered");
    Files.deleteIfExists(bench.directory().resolve("damaged.onnx"));
  }
}
