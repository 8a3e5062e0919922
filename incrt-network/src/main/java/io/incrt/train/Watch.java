package io.incrt.train;

import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Network;
import io.incrt.tensor.Libtorch;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.bytedeco.pytorch.Tensor;
import org.ejml.data.DMatrixRMaj;

/**
 * Feeds the batches of training to the Homeostat. On a GPU those between two checks are fetched and
 * observed in a background thread, so that the thread that submits work never waits; a check waits
 * for all of them. They are observed in order, each with its step, so decisions do not depend on
 * timing.
 */
final class Watch implements AutoCloseable {

  /**
   * The most batches that may wait to be observed. A fetch from a GPU waits for all work submitted
   * before it, so little may be submitted ahead.
   */
  private static final int AHEAD = 2;

  private final Network network;
  private final Homeostat homeostat;
  private final Collective collective;
  private final ExecutorService background;
  private final Semaphore slots = new Semaphore(AHEAD);
  private CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);

  /**
   * Of one network, for one Homeostat.
   *
   * @param inBackground whether batches between checks are observed in a background thread
   */
  Watch(Network network, Homeostat homeostat, Collective collective, boolean inBackground) {
    this.network = network;
    this.collective = collective;
    this.homeostat = homeostat;
    this.background = inBackground ? Executors.newSingleThreadExecutor(Watch::thread) : null;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "incrt-watch");
    thread.setDaemon(true);
    return thread;
  }

  /** Observes a batch between checks; nothing is decided on it. */
  void see(long step, BatchGradients.Result result) {
    Tensor matrices = Observer.matrices(network, result, collective);
    if (background == null) {
      homeostat.see(step, Observer.observations(network, matrices));
      return;
    }
    Tensor copy = Libtorch.keep(network.device().fetch(matrices));
    slots.acquireUninterruptibly();
    pending =
        pending
            .thenRunAsync(
                () -> {
                  network.device().await();
                  homeostat.see(step, Libtorch.scoped(() -> Observer.observations(network, copy)));
                },
                background)
            .whenComplete(
                (done, problem) -> {
                  copy.close();
                  slots.release();
                });
  }

  /**
   * Observes a batch and checks the architecture.
   *
   * @param single whether level 2 needs the motors of single heads
   * @param unexplained the share of the loss that is left, for level 3; NaN where it does not look
   * @param slope that of the loss by the motor of a virtual head of the top layer, where heads are
   *     born by it
   * @param jury who can judge the parts
   */
  Verdict check(
      long step,
      BatchGradients.Result result,
      boolean single,
      double unexplained,
      Optional<DMatrixRMaj> slope,
      Optional<Jury> jury) {
    List<Tokens> batch = new ArrayList<>();
    for (Tokens tokens :
        Observer.observations(network, Observer.matrices(network, result, collective))) {
      AttentionLayer layer = network.layers().get(batch.size());
      ObservedTokens.Rows rows = result.tokens().layers().get(batch.size());
      Tokens whole = single ? tokens.withHeads(layer.motorsWithRoom()) : tokens;
      batch.add(
          Double.isNaN(unexplained)
              ? whole
              : whole.withDepth(
                  Observer.depth(layer, rows, result.tokens(), unexplained, collective)));
    }
    int top = batch.size() - 1;
    slope.ifPresent(ofLoss -> batch.set(top, batch.get(top).withSlope(ofLoss)));
    catchUp();
    return homeostat.check(step, batch, jury);
  }

  /** Waits until the Homeostat has seen every batch. */
  void catchUp() {
    try {
      pending.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  @Override
  public void close() {
    // Batches that are still pending hold tensors to release.
    pending.exceptionally(problem -> null).join();
    if (background != null) {
      background.shutdown();
    }
  }
}
