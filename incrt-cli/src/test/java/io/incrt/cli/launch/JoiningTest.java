package io.incrt.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.train.group.Collective;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is one of several processes, and what they cannot be asked. */
class JoiningTest {

  private static final Map<String, String> TWO =
      Map.of("RANK", "0", "WORLD_SIZE", "2", "MASTER_ADDR", "127.0.0.1", "MASTER_PORT", "29599");

  @Test
  void whoeverIsNotToldSoIsAlone() {
    assertSame(Collective.ALONE, Joining.join(Map.of(), true, "-"));
    assertSame(Collective.ALONE, Joining.join(Map.of("RANK", "0", "WORLD_SIZE", "1"), false, "-"));
  }

  @Test
  void severalProcessesTrainOneNetworkFromWhatAllCanRead() {
    String several =
        assertThrows(IllegalArgumentException.class, () -> Joining.join(TWO, true, "builtin:order"))
            .getMessage();
    assertTrue(several.startsWith("--seeds and --folds train several networks"), several);
    String input =
        assertThrows(IllegalArgumentException.class, () -> Joining.join(TWO, false, "-"))
            .getMessage();
    assertEquals(
        "standard input can be read by one process only; name a file that all can read", input);
  }
}
