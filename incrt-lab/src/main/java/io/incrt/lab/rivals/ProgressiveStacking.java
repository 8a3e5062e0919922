package io.incrt.lab.rivals;

import io.incrt.data.corpus.Corpus;
import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Progressive stacking (Gong et al., 2019), a rival way to depth: a network of one layer is trained
 * for a while, then its layers are copied on top of themselves, and so on; the steps are divided
 * evenly. Copied weights start with a fresh optimizer state.
 */
final class ProgressiveStacking {

  private ProgressiveStacking() {}

  /**
   * Trains and writes the best model of the last stage as a model's folder.
   *
   * @param settings of a network that does not grow, with one layer
   * @param doublings how often the layers are doubled
   */
  static StagedTraining.Result train(
      Corpus corpus, RunSettings settings, int doublings, Path folder) throws IOException {
    if (settings.network().layers() != 1) {
      throw new IllegalArgumentException("stacking starts with one layer: network.layers=1");
    }
    return StagedTraining.train(
        corpus,
        settings,
        doublings + 1,
        (stage, trainer, setup) -> {
          Trainer doubled = doubled(trainer, setup);
          trainer.close();
          return doubled;
        },
        folder);
  }

  /** Every layer once more on top, under new numbers; other blocks stay behind the layers. */
  static Trainer doubled(Trainer trainer, TrainerSetup setup) {
    Trainer.Position now = trainer.position();
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    List<Architecture.Layer> before = now.architecture().layers();
    List<Architecture.Layer> layers = new ArrayList<>(before);
    int heads = before.stream().mapToInt(layer -> layer.heads().size()).sum();
    for (Architecture.Layer layer : before) {
      int id = layer.id() + before.size();
      List<Architecture.HeadShape> copies = new ArrayList<>();
      for (Architecture.HeadShape head : layer.heads()) {
        copies.add(new Architecture.HeadShape(head.id() + heads, now.step(), head.blocks()));
        copy(
            tensors,
            "layer." + layer.id() + ".head." + head.id() + ".",
            "layer." + id + ".head." + (head.id() + heads) + ".");
      }
      copy(tensors, "layer." + layer.id() + ".norm.", "layer." + id + ".norm.");
      layers.add(new Architecture.Layer(id, copies));
    }
    List<Architecture.BlockShape> others =
        now.architecture().blocks().stream()
            .map(block -> block.at(block.position() + before.size()))
            .toList();
    return Instruments.trainer(
        setup,
        new Trainer.Position(
            now.step(),
            now.epoch(),
            now.nextBatch(),
            new Architecture(layers, others),
            null,
            now.flops()),
        ParameterSource.stored(tensors));
  }

  /** The values, without the optimizer's state. */
  private static void copy(Map<String, HostTensor> tensors, String from, String to) {
    Map<String, HostTensor> copies = new LinkedHashMap<>();
    tensors.forEach(
        (name, tensor) -> {
          if (name.startsWith(from) && name.indexOf('#') < 0) {
            copies.put(to + name.substring(from.length()), tensor);
          }
        });
    tensors.putAll(copies);
  }
}
