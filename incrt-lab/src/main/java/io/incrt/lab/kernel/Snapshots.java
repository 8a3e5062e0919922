package io.incrt.lab.kernel;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.records.LabelledSequence;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;

/** Looks into the first layer of a network while it grows, for diagnostics of the theory. */
public final class Snapshots {

  private Snapshots() {}

  /**
   * One head's matrices.
   *
   * @param id its number
   * @param bornAt the step it was born at
   * @param queries W_Q, d×r
   * @param keys W_K, d×r
   * @param values W_V, d×d_k
   */
  public record HeadMatrices(
      int id, long bornAt, DMatrixRMaj queries, DMatrixRMaj keys, DMatrixRMaj values) {}

  /**
   * The first layer at a step.
   *
   * @param step steps made
   * @param tokens the normalised tokens its heads read, n×d for each record
   * @param heads in the order of birth
   * @param captured the columns of Q
   */
  public record Snapshot(
      long step,
      List<DMatrixRMaj> tokens,
      List<HeadMatrices> heads,
      List<HomeostatState.Column> captured) {}

  /**
   * Trains a network that grows, and looks at it before the first step and every so many steps.
   *
   * @param records whose tokens are looked at
   */
  public static void during(
      Corpus corpus,
      RunSettings settings,
      List<LabelledSequence> records,
      int every,
      Consumer<Snapshot> look) {
    Libtorch.load();
    TrainerSetup setup = TrainerSetup.of(corpus, settings, Device.CPU);
    Examples seen = setup.encoded(TokenizedRecords.of(records, corpus.tokenizer()));
    try (Trainer trainer = Instruments.trainer(setup)) {
      look.accept(of(trainer, seen));
      while (trainer.step() < settings.training().steps()) {
        trainer.advance();
        if (trainer.step() % every == 0) {
          look.accept(of(trainer, seen));
        }
      }
    }
  }

  private static Snapshot of(Trainer trainer, Examples records) {
    AttentionLayer layer = trainer.network().layers().get(0);
    return Libtorch.scoped(
        () ->
            Libtorch.withoutGradients(
                () -> {
                  List<DMatrixRMaj> tokens = new ArrayList<>();
                  for (int i = 0; i < records.size(); i++) {
                    Batch one = records.batch(new int[] {i}, 0, new Random(0));
                    ForwardPass pass = new ForwardPass(one);
                    trainer.network().forward(pass);
                    Tensor read = pass.traces().get(0).read();
                    tokens.add(Head.matrix(read.select(0, 0)));
                  }
                  List<HeadMatrices> heads = new ArrayList<>();
                  for (Head head : layer.heads()) {
                    heads.add(
                        new HeadMatrices(
                            head.id(),
                            head.bornAt(),
                            side(head.queries()),
                            side(head.keys()),
                            Head.matrix(head.values().value())));
                  }
                  HomeostatState state = trainer.position().homeostat();
                  return new Snapshot(trainer.step(), tokens, heads, state.layers().get(0).basis());
                }));
  }

  private static DMatrixRMaj side(List<Parameter> blocks) {
    TensorVector parts = new TensorVector();
    blocks.forEach(block -> parts.push_back(block.value()));
    return Head.matrix(torch.cat(parts, 1));
  }
}
