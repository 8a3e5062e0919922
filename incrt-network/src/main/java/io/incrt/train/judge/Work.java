package io.incrt.train.judge;

import io.incrt.model.Block;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.train.data.Examples;
import java.util.Comparator;
import java.util.List;

/**
 * What a run has computed: multiplications and additions in the network's blocks, counted and not
 * measured, for records of mean length. A step is three forward passes, as a backward pass takes
 * twice what the forward pass does. That a part is left out of some batches is not counted.
 */
public final class Work {

  private static final int BACKWARD_TOO = 3;

  private double flops;
  private double positions;

  /** Of a run that has computed so much before. */
  public Work(double before) {
    this.flops = before;
  }

  /** All of it so far. */
  public double flops() {
    return flops;
  }

  /** Says which records are trained on from now on. */
  public void reads(Examples records) {
    positions = records.meanPositions();
  }

  /** Counts a training step. */
  public void step(Network network, int records) {
    flops += BACKWARD_TOO * records * flops(network.blocks());
  }

  /** Counts passes with all parts, and then without each of some; what is before it is shared. */
  void ablations(Network network, int records, List<Part> each) {
    List<Block> order =
        network.blocks().stream().sorted(Comparator.comparing(Block::place)).toList();
    double all = flops(order);
    for (Part part : each) {
      int at = Block.placeOf(part, order);
      all += flops(order.subList(at, order.size())) - part.cost(positions).flops();
    }
    flops += records * all;
  }

  private double flops(List<Block> blocks) {
    return blocks.stream().mapToDouble(block -> block.cost(positions).flops()).sum();
  }
}
