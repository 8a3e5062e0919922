package io.incrt.train;

import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.Network;
import io.incrt.model.WorkingWeights;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The backward pass of a batch, piece by piece, and its sum over all members. In a group the last
 * piece goes backward block by block from the top, and the sums of the blocks that are done travel
 * while those below are computed.
 */
final class BackwardPass {

  /** Sums travel in buckets of about so many numbers: small ones cost more than they carry. */
  private static final long BUCKET = 1 << 16;

  private final Network network;
  private final Map<Block, WorkingWeights> weights;
  private final Collective collective;
  private final List<Parameter> direct;
  private final TensorVector inputs = new TensorVector();

  /** Where the inputs of each block begin and end, its own parameters and its packed weights. */
  private final Map<Block, int[]> ofBlock = new HashMap<>();

  private final TensorVector sums = new TensorVector();
  private final List<Collective.Summing> travelling = new ArrayList<>();
  private final List<TensorVector> buckets = new ArrayList<>();
  private final List<int[]> places = new ArrayList<>();

  BackwardPass(Network network, Map<Block, WorkingWeights> weights, Collective collective) {
    this.network = network;
    this.weights = weights;
    this.collective = collective;
    this.direct = network.directParameters();
    direct.forEach(parameter -> inputs.push_back(parameter.value()));
    for (Block block : network.blocks()) {
      if (weights.containsKey(block)) {
        int from = (int) inputs.size();
        weights.get(block).leaves().forEach(inputs::push_back);
        ofBlock.put(block, new int[] {from, (int) inputs.size()});
      }
    }
  }

  /**
   * Adds the gradients of a piece.
   *
   * @param besides what is to be summed over the members with them; empty for all pieces but this
   *     member's last of the batch
   */
  void add(Tensor loss, ForwardPass pass, Optional<TensorVector> besides) {
    if (besides.isEmpty() || collective.size() == 1) {
      Foreach.addTo(sums, torch.grad(new TensorVector(loss), inputs));
      return;
    }
    addAndSend(loss, pass, besides.get());
  }

  /** Goes backward from the stream behind each block to the stream before it. */
  private void addAndSend(Tensor loss, ForwardPass pass, TensorVector besides) {
    List<Stage> stages = stages(pass);
    TensorVector from = new TensorVector(loss);
    TensorVector slopes = new TensorVector();
    for (Stage stage : stages) {
      TensorVector wanted = new TensorVector();
      for (int input : stage.inputs) {
        wanted.push_back(inputs.get(input));
      }
      if (stage.before != null) {
        wanted.push_back(stage.before);
      }
      TensorVector found = torch.grad(from, wanted, slopes, new BoolOptional(), false, false);
      TensorVector bucket = Libtorch.keep(new TensorVector());
      for (int i = 0; i < stage.inputs.length; i++) {
        Tensor own = found.get(i);
        bucket.push_back(sums.empty() ? own : sums.get(stage.inputs[i]).add_(own));
      }
      if (buckets.isEmpty()) {
        for (long i = 0; i < besides.size(); i++) {
          bucket.push_back(besides.get(i));
        }
      }
      places.add(stage.inputs);
      buckets.add(bucket);
      travelling.add(collective.beginSum(bucket));
      if (stage.before != null) {
        from = new TensorVector(stage.before);
        slopes = new TensorVector(found.get(stage.inputs.length));
      }
    }
  }

  /**
   * Blocks that go backward together.
   *
   * @param inputs their parameters and packed weights
   * @param before the stream before the lowest of them; null at the bottom
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Stage(int[] inputs, Tensor before) {}

  private List<Stage> stages(ForwardPass pass) {
    boolean[] taken = new boolean[(int) inputs.size()];
    List<Stage> stages = new ArrayList<>();
    List<ForwardPass.Mark> marks = pass.marks();
    List<Block> above = new ArrayList<>(network.blocks());
    List<Integer> next = new ArrayList<>();
    // Top to bottom: what stands behind the last block of the stream belongs to the first stage.
    marks.forEach(mark -> above.remove(mark.block()));
    above.removeIf(block -> block.place() != Block.Place.OUTPUTS);
    for (Block block : above) {
      take(block, next, taken);
    }
    take(network.outputParameters(), next, taken);
    for (int i = marks.size() - 1; i >= 0; i--) {
      take(marks.get(i).block(), next, taken);
      if (numbers(next) >= BUCKET) {
        stages.add(new Stage(array(next), marks.get(i).before()));
        next.clear();
      }
    }
    for (int i = 0; i < taken.length; i++) {
      if (!taken[i]) {
        next.add(i);
      }
    }
    stages.add(new Stage(array(next), null));
    return stages;
  }

  private void take(Block block, List<Integer> next, boolean[] taken) {
    take(block.directParameters(), next, taken);
    int[] range = ofBlock.get(block);
    for (int i = range == null ? 0 : range[0]; range != null && i < range[1]; i++) {
      next.add(i);
      taken[i] = true;
    }
  }

  private void take(List<Parameter> parameters, List<Integer> next, boolean[] taken) {
    for (Parameter parameter : parameters) {
      int at = direct.indexOf(parameter);
      next.add(at);
      taken[at] = true;
    }
  }

  private long numbers(List<Integer> places) {
    return places.stream().mapToLong(place -> inputs.get(place).numel()).sum();
  }

  private static int[] array(List<Integer> places) {
    return places.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The gradients of every parameter, summed over pieces and members.
   *
   * @param besides gets the sums of what travelled with them
   */
  List<GradientGroup> gradients(TensorVector besides) {
    for (int i = 0; i < travelling.size(); i++) {
      travelling.get(i).await();
      int[] own = places.get(i);
      while (sums.size() < inputs.size()) {
        sums.push_back(new Tensor());
      }
      for (int j = 0; j < own.length; j++) {
        sums.put(own[j], buckets.get(i).get(j));
      }
      for (int j = own.length; j < buckets.get(i).size(); j++) {
        besides.push_back(buckets.get(i).get(j));
      }
      buckets.get(i).close();
    }
    List<GradientGroup> gradients = new ArrayList<>(GradientGroup.of(direct, sums));
    for (Block block : network.blocks()) {
      if (weights.containsKey(block)) {
        List<Tensor> own = new ArrayList<>();
        int[] range = ofBlock.get(block);
        for (int i = range[0]; i < range[1]; i++) {
          own.add(sums.get(i));
        }
        gradients.addAll(weights.get(block).gradients(own));
      }
    }
    return gradients;
  }
}
