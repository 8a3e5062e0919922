package io.incrt.train.group;

import io.incrt.base.file.Digests;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.global.torch;

/** Makes sure that all members of a group have found the same: what differs cannot be summed. */
public final class Agreement {

  private Agreement() {}

  /** All must have decided the same at a check, for the same reasons, on the same architecture. */
  public static void onStep(
      Collective collective, long step, Object architecture, Object verdict, double loss) {
    require(
        collective,
        "at step " + step + " the architecture or the decisions",
        architecture + "\n" + verdict + "\n" + Double.doubleToRawLongBits(loss));
  }

  /** From now on all draw the same of libtorch's generator: what is born must be the same. */
  public static void drawAlike(long seed) {
    torch.manual_seed(seed);
  }

  /**
   * Compares what the members found.
   *
   * @param what it is, as a message names it
   * @param found whose words are compared
   * @throws IllegalStateException if they differ, which names the ranks that differ from rank 0
   */
  public static void require(Collective collective, String what, String found) {
    if (collective.size() == 1) {
      return;
    }
    byte[][] all = collective.all(Digests.sha256().add(found).bytes());
    String others =
        IntStream.range(1, all.length)
            .filter(rank -> !Arrays.equals(all[rank], all[0]))
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      throw new IllegalStateException(
          what
              + " of rank "
              + others
              + " differ from rank 0's, so the ranks cannot train one network; all must have the"
              + " same data, options and version, on machines of the same kind");
    }
  }
}
