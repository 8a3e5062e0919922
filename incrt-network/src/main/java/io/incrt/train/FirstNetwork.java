package io.incrt.train;

import io.incrt.data.corpus.Vectors;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.model.part.Convolution;
import io.incrt.model.part.FeedForward;
import io.incrt.model.part.FloorMix;
import io.incrt.model.part.LetterPath;
import io.incrt.model.part.NgramPath;
import io.incrt.model.part.VectorPath;
import io.incrt.objective.Classification;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.PartsSettings;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.data.FrequentRuns;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The network a run starts with: one seed head, or as many heads as a network that does not grow
 * has, and around them the parts that the settings name.
 */
final class FirstNetwork {

  /** A table's rows are read and written all over memory: what they hold is what a step pays. */
  private static final int NARROWER = 8;

  private FirstNetwork() {}

  static Network of(TrainerSetup setup, Compute compute, Optional<Homeostat> homeostat) {
    Shape shape = setup.shape();
    NetworkSettings sizes = setup.settings().network();
    Network network =
        homeostat
            .map(growing -> beginning(growing, shape, compute))
            .orElseGet(() -> Network.fixed(shape, compute, sizes.layers(), sizes.heads()));
    setup.vectors().ifPresent(vectors -> add(vectors, network));
    PartsSettings parts = setup.settings().parts();
    if (parts.letters() > 0) {
      network.add(LetterPath.born(0, parts.letters(), shape));
    }
    int convolutions = 0;
    for (int width : parts.widths()) {
      network.add(Convolution.born(convolutions, 0, width, shape));
      convolutions++;
    }
    if (parts.feedForward() > 0) {
      network.add(FeedForward.born(0, 0, parts.feedForward() * shape.width(), shape));
    }
    if (parts.ngramRows() > 0) {
      addNgrams(setup, network);
    }
    // A task that changes has no linear model beside it.
    boolean changes = setup.data().changeAt() < Long.MAX_VALUE;
    if (parts.floor().isMixed() && setup.objective() instanceof Classification && !changes) {
      network.add(FloorMix.born(0, setup.data().first().floors() != null));
    }
    return network;
  }

  /** One seed head, or none where evidence decides whether there is to be one. */
  private static Network beginning(Homeostat growing, Shape shape, Compute compute) {
    return growing.heads().isEmpty()
        ? new Network(shape, compute, Architecture.EMPTY, ParameterSource.FRESH)
        : new Network(shape, compute, growing.seedPlane(0));
  }

  private static void addNgrams(TrainerSetup setup, Network network) {
    PartsSettings parts = setup.settings().parts();
    Shape shape = setup.shape();
    NgramPath.Sizes table =
        new NgramPath.Sizes(
            parts.ngramRows(),
            parts.ngramLength(),
            setup.overlap(),
            Math.max(1, shape.width() / NARROWER));
    if (parts.ngramTable() == PartsSettings.NgramTable.HASHED) {
      network.add(NgramPath.born(0, 0, table, shape));
      return;
    }
    int most = NgramPath.mostCounted(table.rows());
    List<int[]> runs = FrequentRuns.in(setup.data().first(), table.longest(), table.gap(), most);
    // Where no run recurs there is nothing to look up.
    if (!runs.isEmpty()) {
      network.add(NgramPath.born(0, 0, table, runs, shape));
    }
  }

  /** Words that have a vector begin there, with no embedding of their own yet. */
  private static void add(Vectors vectors, Network network) {
    Shape shape = network.shape();
    network.add(VectorPath.born(0, vectors.dimension(), shape, vectors.table()));
    // The row that words without an embedding share comes after the others, if there is one.
    int last = Math.min(vectors.own(), shape.vocabulary() - 1);
    network.clearEmbeddings(
        IntStream.rangeClosed(Tokenizer.FIRST, last)
            .filter(token -> token == vectors.own() || vectors.has(token))
            .mapToLong(token -> token)
            .toArray());
  }
}
