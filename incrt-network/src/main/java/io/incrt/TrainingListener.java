package io.incrt;

/**
 * Follows a training run ({@link Training#listener(TrainingListener)}).
 *
 * <p>The events of a run come one after the other, in the order in which they happened, on the
 * thread that called {@link Training#fit} or {@link Training#run}. The run waits meanwhile, so who
 * has much to do hands the event, which is immutable, to another thread.
 *
 * <p>What a listener throws ends the run as any failure does: {@code fit} or {@code run} throws
 * that very exception, the folder keeps the best model and the checkpoint of the last {@link
 * TrainingEvent.Saved}, and {@code resume(true)} goes on from there. To end a run as planned, use
 * {@link Training#stopWhen}.
 */
@FunctionalInterface
public interface TrainingListener {

  /** Called with every event. */
  void on(TrainingEvent event);
}
