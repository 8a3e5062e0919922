package io.incrt.serve.model;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The place of a model. Another may take it at any moment: who asked before is answered by the one
 * that was there, which is closed after its last answer.
 */
public final class ModelSlot implements AutoCloseable {

  private final String name;
  private Held current;

  /** An empty place. */
  public ModelSlot(String name) {
    this.name = name;
  }

  /** A model and who uses it. */
  private static final class Held {
    private final Answerer answerer;
    private int uses;
    private boolean replaced;

    Held(Answerer answerer) {
      this.answerer = answerer;
    }
  }

  /** The right to ask a model, until it is given back. */
  public final class Lease implements AutoCloseable {

    private final Held held;
    private final AtomicBoolean givenBack = new AtomicBoolean();

    private Lease(Held held) {
      this.held = held;
    }

    /** The model. */
    public Answerer answerer() {
      return held.answerer;
    }

    @Override
    public void close() {
      if (givenBack.compareAndSet(false, true)) {
        release(held);
      }
    }
  }

  /** The name it is asked by. */
  public String name() {
    return name;
  }

  /** What is told of the model that is there; empty before the first. */
  public synchronized Optional<ModelCard> card() {
    return Optional.ofNullable(current).map(held -> held.answerer.card());
  }

  /**
   * Takes the model that is there.
   *
   * @throws IllegalStateException if there is none
   */
  public synchronized Lease lease() {
    if (current == null) {
      throw new IllegalStateException("the model " + name + " is not loaded");
    }
    current.uses++;
    return new Lease(current);
  }

  /** Puts a model in place of the one that is there. */
  public void put(Answerer next) {
    replace(new Held(next));
  }

  private void replace(Held next) {
    Held before;
    boolean unused;
    synchronized (this) {
      before = current;
      current = next;
      if (before != null) {
        before.replaced = true;
      }
      unused = before != null && before.uses == 0;
    }
    if (unused) {
      before.answerer.close();
    }
  }

  private void release(Held held) {
    boolean last;
    synchronized (this) {
      held.uses--;
      last = held.uses == 0 && held.replaced;
    }
    if (last) {
      held.answerer.close();
    }
  }

  /** Empties the place. */
  @Override
  public void close() {
    replace(null);
  }
}
