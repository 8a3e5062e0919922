package io.incrt.serve.queue;

import io.incrt.serve.model.ModelSlot;

/**
 * A model that is served.
 *
 * @param slot where it is
 * @param queue what leads to it
 */
public record ServedModel(ModelSlot slot, Batcher queue) {

  /** The name it is asked by. */
  public String name() {
    return slot.name();
  }
}
