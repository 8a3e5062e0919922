package io.incrt.bench.scale;

import java.util.List;

/**
 * What a training step of a network is made of, as measured.
 *
 * @param name of the network
 * @param batch the records of a step as they are by default
 * @param ahead from the beginning to the backward pass
 * @param backward the backward pass
 * @param after from there to the end, waiting for others not counted
 * @param check what a check adds to that
 * @param buckets the gradients, in the order in which they are sent
 * @param exchanges the bytes of each sum between backward pass and update, in their order
 * @param checkExchanges those of a check besides
 * @param checkEvery the steps between two checks
 * @param extras what is done from time to time, and shared
 * @param ratios of the times of single steps to their mean
 */
record Profile(
    String name,
    int batch,
    Cost ahead,
    Cost backward,
    Cost after,
    Cost check,
    List<Bucket> buckets,
    List<Double> exchanges,
    List<Double> checkExchanges,
    int checkEvery,
    List<Extra> extras,
    List<Double> ratios) {

  /**
   * Gradients that are sent together.
   *
   * @param bytes of them
   * @param at the share of the backward pass after which they are
   */
  record Bucket(double bytes, double at) {}

  /**
   * What is done every so many steps: validation, judging.
   *
   * @param every so many steps
   * @param seconds of one process alone; each of N takes an N-th
   * @param bytes that are exchanged for it
   */
  record Extra(String name, int every, double seconds, double bytes) {}

  /** The same where nothing grows with the records of the others. */
  Profile withoutTheOthersRecords() {
    return new Profile(
        name,
        batch,
        ahead.own(),
        backward.own(),
        after.own(),
        check.own(),
        buckets,
        exchanges,
        checkExchanges,
        checkEvery,
        extras,
        ratios);
  }

  /** The same of steps alone: nothing is validated or judged. */
  Profile withoutExtras() {
    return new Profile(
        name,
        batch,
        ahead,
        backward,
        after,
        check,
        buckets,
        exchanges,
        checkExchanges,
        checkEvery,
        List.of(),
        ratios);
  }

  /** The same on a machine where a step with such a batch takes so many seconds, and no other. */
  Profile taking(double seconds, int records) {
    double faster = seconds / alone(batch, batch);
    return new Profile(
        name,
        records,
        ahead.fixedAt(batch, faster),
        backward.fixedAt(batch, faster),
        after.fixedAt(batch, faster),
        check.fixedAt(batch, faster),
        buckets,
        exchanges,
        checkExchanges,
        checkEvery,
        List.of(),
        List.of());
  }

  double gradientBytes() {
    return buckets.stream().mapToDouble(Bucket::bytes).sum();
  }

  /** The seconds of a step of one process without the others. */
  double alone(double share, double wholeBatch) {
    return ahead.seconds(share, wholeBatch)
        + backward.seconds(share, wholeBatch)
        + after.seconds(share, wholeBatch);
  }
}
