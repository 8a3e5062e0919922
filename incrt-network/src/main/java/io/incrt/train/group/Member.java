package io.incrt.train.group;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One of the processes that train a network jointly, as the environment names it: by {@code RANK},
 * {@code WORLD_SIZE}, {@code MASTER_ADDR} and {@code MASTER_PORT}, which {@code torchrun} and
 * Kubernetes' PyTorchJob set, or by Slurm's own names for the first two.
 *
 * @param rank its number, from 0 on
 * @param size how many there are
 * @param address of the machine of rank 0
 * @param port where they meet there
 * @param attempt how often the group was started again by what started it
 * @param served whether the meeting place is there already, kept by what started the group
 * @param patience how long an exchange may take
 */
public record Member(
    int rank, int size, String address, int port, int attempt, boolean served, Duration patience) {

  /** The seconds that an exchange may take. */
  public static final String PATIENCE = "INCRT_RANK_TIMEOUT";

  private static final int DEFAULT_PATIENCE = 300;
  private static final int DEFAULT_PORT = 29500;
  private static final int MOST = 1 << 16;

  /** Refuses what cannot be. */
  public Member {
    if (size < 1 || rank < 0 || rank >= size) {
      throw new IllegalArgumentException(
          "RANK is "
              + rank
              + " and WORLD_SIZE "
              + size
              + "; ranks go from 0 to one less than there are");
    }
    if (port < 1 || port >= MOST) {
      throw new IllegalArgumentException("MASTER_PORT must be from 1 to 65535, not " + port);
    }
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException(PATIENCE + " must be at least one second");
    }
  }

  /** The member that the environment names; empty where a process trains by itself. */
  public static Optional<Member> of(Map<String, String> environment) {
    boolean slurm = !environment.containsKey("RANK") && environment.containsKey("MASTER_ADDR");
    String rank = slurm ? "SLURM_PROCID" : "RANK";
    String size = slurm ? "SLURM_NTASKS" : "WORLD_SIZE";
    if (!environment.containsKey(size) && !environment.containsKey(rank)) {
      return Optional.empty();
    }
    int members = number(environment, size, null);
    if (members == 1) {
      return Optional.empty();
    }
    String address = environment.get("MASTER_ADDR");
    if (address == null || address.isBlank()) {
      throw new IllegalArgumentException(
          size
              + " is "
              + members
              + ", so that several processes train jointly, but MASTER_ADDR does not say where"
              + " rank 0 is; ./incrt launch --ranks N train … starts them on one machine");
    }
    return Optional.of(
        new Member(
            number(environment, rank, null),
            members,
            address,
            number(environment, "MASTER_PORT", DEFAULT_PORT),
            number(environment, "TORCHELASTIC_RESTART_COUNT", 0),
            "True".equalsIgnoreCase(environment.get("TORCHELASTIC_USE_AGENT_STORE")),
            Duration.ofSeconds(number(environment, PATIENCE, DEFAULT_PATIENCE))));
  }

  private static int number(Map<String, String> environment, String name, Integer otherwise) {
    String text = environment.get(name);
    if (text == null && otherwise != null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text == null ? "" : text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the environment variable "
              + name
              + " must be a whole number, "
              + (text == null ? "but it is not set" : "not '" + text + "'"),
          e);
    }
  }

  /** As messages name it. */
  String words() {
    return words(rank);
  }

  String words(int other) {
    return "rank " + other + " of " + size;
  }
}
