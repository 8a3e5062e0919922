package io.incrt.model.part;

import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenBlock;
import java.util.function.IntToDoubleFunction;
import org.bytedeco.pytorch.Tensor;

/** The inference form of a block that has nothing to pack: its training form, without gradients. */
record SameFrozen(Block block, IntToDoubleFunction multiplications) implements FrozenBlock {

  @Override
  public Tensor forward(Tensor x, Batch batch) {
    ForwardPass pass = new ForwardPass(batch);
    if (block.place() == Block.Place.OUTPUTS) {
      return block.forward(x, pass);
    }
    long width = x.size(1);
    return block
        .forward(x.reshape(batch.records(), batch.length(), width), pass)
        .reshape(-1, width);
  }

  @Override
  public double operations(int tokens) {
    return multiplications.applyAsDouble(tokens);
  }

  @Override
  public void close() {
    // The block's parameters are the network's.
  }
}
