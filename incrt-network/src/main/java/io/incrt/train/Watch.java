package io.incrt.train;

import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Network;
import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.bytedeco.pytorch.Tensor;

/**
 * Shows the Homeostat the batches of a network's training. On a GPU those between two checks are
 * fetched and shown by a thread of its own, so that nothing is waited for where the GPU is given
 * its work; a check waits for all of them. They are shown in their order and with their own
 * numbers, so what is decided does not depend on when.
 */
final class Watch implements AutoCloseable {

  /**
   * So many batches may wait to be shown. What is fetched from a GPU comes after all that it was
   * given to do before, so it must not be given too much ahead.
   */
  private static final int AHEAD = 2;

  private final Network network;
  private final Homeostat homeostat;
  private final ExecutorService aside;
  private final Semaphore waiting = new Semaphore(AHEAD);
  private CompletableFuture<Void> shown = CompletableFuture.completedFuture(null);

  /**
   * Of one network, by one Homeostat.
   *
   * @param inItsOwnThread whether batches between checks are shown aside
   */
  Watch(Network network, Homeostat homeostat, boolean inItsOwnThread) {
    this.network = network;
    this.homeostat = homeostat;
    this.aside = inItsOwnThread ? Executors.newSingleThreadExecutor(Watch::thread) : null;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "incrt-watch");
    thread.setDaemon(true);
    return thread;
  }

  /** Takes in a batch that is not checked. Nothing is decided on it, so there is no answer. */
  void see(long step, Pieces.Found found) {
    Tensor matrices = Observer.matrices(network, found);
    if (aside == null) {
      homeostat.observe(step, Observer.observations(network, matrices));
      return;
    }
    Tensor copy = Libtorch.keep(network.device().fetch(matrices));
    waiting.acquireUninterruptibly();
    shown =
        shown
            .thenRunAsync(
                () -> {
                  network.device().await();
                  homeostat.observe(
                      step, Libtorch.scoped(() -> Observer.observations(network, copy)));
                },
                aside)
            .whenComplete(
                (done, problem) -> {
                  copy.close();
                  waiting.release();
                });
  }

  /**
   * Has a batch checked.
   *
   * @param single whether level 2 looks at single heads
   * @param unexplained the share of the loss that is left, for level 3; NaN where it does not look
   */
  Verdict check(long step, Pieces.Found found, boolean single, double unexplained) {
    List<Tokens> batch = new ArrayList<>();
    for (Tokens tokens : Observer.observations(network, Observer.matrices(network, found))) {
      AttentionLayer layer = network.layers().get(batch.size());
      SeenTokens.Rows rows = found.tokens().layers().get(batch.size());
      Tokens whole = single ? tokens.withHeads(layer.motorsWithRoom()) : tokens;
      batch.add(
          Double.isNaN(unexplained)
              ? whole
              : whole.withDepth(Observer.depth(layer, rows, found.tokens(), unexplained)));
    }
    catchUp();
    return homeostat.observe(step, batch);
  }

  /** Waits until the Homeostat has seen every batch. */
  void catchUp() {
    try {
      shown.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  @Override
  public void close() {
    // What was not shown yet has tensors to let go of.
    shown.exceptionally(problem -> null).join();
    if (aside != null) {
      aside.shutdown();
    }
  }
}
