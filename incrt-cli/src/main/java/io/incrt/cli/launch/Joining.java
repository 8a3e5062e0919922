package io.incrt.cli.launch;

import io.incrt.data.records.RecordReader;
import io.incrt.train.group.Collective;
import io.incrt.train.group.GlooGroup;
import io.incrt.train.group.Member;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** How a process becomes one of those that train jointly, if its environment says so. */
public final class Joining {

  /** Set where standard input is a pipe to what started the process, and says when that ends. */
  static final String LAUNCHED = "INCRT_LAUNCHED";

  private Joining() {}

  /**
   * The group that the environment names; {@link Collective#ALONE} if it names none.
   *
   * @param several whether several networks are to be trained
   * @param data where the training records are
   * @throws IllegalArgumentException if what is said cannot be
   */
  public static Collective join(Map<String, String> environment, boolean several, String data) {
    Optional<Member> member = Member.of(environment);
    if (member.isPresent() && several) {
      throw new IllegalArgumentException(
          "--seeds and --folds train several networks, but several processes train one jointly;"
              + " start them one by one");
    }
    if (member.isPresent() && data.equals(RecordReader.STANDARD_INPUT)) {
      throw new IllegalArgumentException(
          "standard input can be read by one process only; name a file that all can read");
    }
    if (environment.containsKey(LAUNCHED)) {
      endWithLauncher();
    }
    return member.<Collective>map(GlooGroup::join).orElse(Collective.ALONE);
  }

  /** Nobody would watch over what is left, and it would keep the folder locked. */
  private static void endWithLauncher() {
    Thread watching =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is said.
                }
              } catch (IOException e) {
                // It is gone as well.
              }
              Runtime.getRuntime().halt(1);
            },
            "incrt-launcher");
    watching.setDaemon(true);
    watching.start();
  }
}
