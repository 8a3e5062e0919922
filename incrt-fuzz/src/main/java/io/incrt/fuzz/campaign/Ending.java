package io.incrt.fuzz.campaign;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a command ended.
 *
 * @param code its exit code
 * @param out what it printed as its result
 * @param err what it said besides
 * @param hung whether it had to be killed because it did not end
 */
@SuppressWarnings("ArrayRecordComponent") // compared with Arrays.equals
record Ending(int code, byte[] out, String err, boolean hung) {

  private static final Pattern TRACE =
      Pattern.compile("(?m)^\\s+at [\\w.$/]+\\(|^Exception in thread|\\bhs_err_pid");
  private static final int SIGNAL = 128;

  /** Counts what must not happen, whatever the fault was. */
  void judge(Tally tally, String what) {
    if (hung) {
      tally.fail(Tally.Failure.HANG, what);
    } else if (code >= SIGNAL) {
      tally.fail(Tally.Failure.CRASH, what + ": exit code " + code + ": " + err);
    } else if (TRACE.matcher(err).find()) {
      tally.fail(Tally.Failure.TRACE, what + ": " + err);
    } else if (code != 0 && complaints().size() != 1) {
      tally.fail(
          Tally.Failure.MESSAGE,
          what + ": exit code " + code + " with " + complaints() + " " + err);
    }
  }

  /** The lines that say what is wrong. */
  List<String> complaints() {
    return err.lines()
        .filter(line -> line.startsWith("incrt: ") && !line.contains("passed over"))
        .filter(line -> !line.contains("holds the model of an earlier run"))
        .toList();
  }

  boolean printed(byte[] expected) {
    return Arrays.equals(expected, out);
  }
}
