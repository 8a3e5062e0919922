package io.incrt.train.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the environment says of a process. */
class MemberTest {

  private static String refusal(Map<String, String> environment) {
    return assertThrows(IllegalArgumentException.class, () -> Member.of(environment)).getMessage();
  }

  @Test
  void theNamesOfTorchrunAndOfSlurmAreUnderstood() {
    Map<String, String> names = new HashMap<>();
    names.put("RANK", "1");
    names.put("WORLD_SIZE", "4");
    names.put("MASTER_ADDR", "node0");
    names.put("MASTER_PORT", "1234");
    names.put("TORCHELASTIC_RESTART_COUNT", "2");
    names.put("TORCHELASTIC_USE_AGENT_STORE", "True");
    names.put(Member.PATIENCE, "7");
    assertEquals(
        Optional.of(new Member(1, 4, "node0", 1234, 2, true, Duration.ofSeconds(7))),
        Member.of(names));
    Map<String, String> slurm =
        Map.of("SLURM_PROCID", "3", "SLURM_NTASKS", "8", "MASTER_ADDR", "node0");
    assertEquals(
        Optional.of(new Member(3, 8, "node0", 29500, 0, false, Duration.ofMinutes(5))),
        Member.of(slurm));
    assertEquals(
        Optional.empty(),
        Member.of(Map.of("SLURM_PROCID", "3", "SLURM_NTASKS", "8")),
        "a job of Slurm's that nobody asked to train jointly");
  }

  @Test
  void whatCannotBeIsSaidByName() {
    assertEquals(
        "the environment variable WORLD_SIZE must be a whole number, but it is not set",
        refusal(Map.of("RANK", "0")));
    assertEquals(
        "the environment variable RANK must be a whole number, not 'one'",
        refusal(Map.of("RANK", "one", "WORLD_SIZE", "2", "MASTER_ADDR", "a")));
    assertEquals(
        "RANK is 2 and WORLD_SIZE 2; ranks go from 0 to one less than there are",
        refusal(Map.of("RANK", "2", "WORLD_SIZE", "2", "MASTER_ADDR", "a")));
    String place = refusal(Map.of("RANK", "0", "WORLD_SIZE", "2"));
    assertTrue(place.contains("MASTER_ADDR does not say where rank 0 is"), place);
    assertEquals(
        "MASTER_PORT must be from 1 to 65535, not 70000",
        refusal(
            Map.of("RANK", "0", "WORLD_SIZE", "2", "MASTER_ADDR", "a", "MASTER_PORT", "70000")));
    assertEquals(
        "INCRT_RANK_TIMEOUT must be at least one second",
        refusal(Map.of("RANK", "0", "WORLD_SIZE", "2", "MASTER_ADDR", "a", Member.PATIENCE, "0")));
  }

  @Test
  void ranksThatDifferAreNamed() {
    Collective three =
        new Collective() {
          @Override
          public int rank() {
            return 0;
          }

          @Override
          public int size() {
            return 3;
          }

          @Override
          public Summing beginSum(org.bytedeco.pytorch.TensorVector tensors) {
            return () -> {};
          }

          @Override
          public double sum(double value) {
            return value;
          }

          @Override
          public boolean any(boolean wish) {
            return wish;
          }

          @Override
          public byte[][] all(byte... own) {
            return new byte[][] {own, own, new byte[own.length]};
          }

          @Override
          public byte[] ofFirst(byte... own) {
            return own;
          }

          @Override
          public void close() {}
        };
    String message =
        assertThrows(
                IllegalStateException.class,
                () -> Agreement.require(three, "the data or the settings", "a"))
            .getMessage();
    assertTrue(
        message.startsWith("the data or the settings of rank 2 differ from rank 0's"), message);
  }
}
