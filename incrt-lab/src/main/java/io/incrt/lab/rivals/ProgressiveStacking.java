package io.incrt.lab.rivals;

import io.incrt.ModelEvaluation;
import io.incrt.data.corpus.Corpus;
import io.incrt.model.Architecture;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
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
public final class ProgressiveStacking {

  private ProgressiveStacking() {}

  /**
   * What came of it.
   *
   * @param validation the best validation accuracy after the last doubling
   * @param layers how many layers each part of the steps was made with
   */
  public record Result(double validation, List<Integer> layers) {}

  /**
   * Trains and writes the best model of the last part as a model's folder.
   *
   * @param settings of a network that does not grow, with one layer
   * @param doublings how often the layers are doubled
   */
  public static Result train(Corpus corpus, RunSettings settings, int doublings, Path folder)
      throws IOException {
    if (settings.homeostat().enabled() || settings.network().layers() != 1) {
      throw new IllegalArgumentException(
          "stacking starts with one layer that does not grow: homeostat.enabled=false,"
              + " network.layers=1");
    }
    Libtorch.load();
    TrainerSetup setup = TrainerSetup.of(corpus, settings, Device.CPU);
    Examples valid = setup.encoded(corpus.valid());
    TrainingSettings recipe = settings.training();
    Trainer trainer = Instruments.trainer(setup);
    List<Integer> layers = new ArrayList<>();
    double best = -1;
    Map<String, HostTensor> tensors = Map.of();
    long bestStep = 0;
    try {
      for (int part = 0; part <= doublings; part++) {
        if (part > 0) {
          Trainer flat = trainer;
          trainer = doubled(flat, setup);
          flat.close();
        }
        layers.add(trainer.network().layers().size());
        long end = recipe.steps() * (part + 1) / (doublings + 1);
        while (trainer.step() < end) {
          trainer.advance();
          boolean due = trainer.step() % recipe.evaluateEvery() == 0 || trainer.step() == end;
          if (part == doublings && due) {
            double score =
                Instruments.evaluate(
                        trainer.network(), setup.objective(), valid, recipe.batchSize())
                    .of(TrainingSettings.Score.ACCURACY);
            if (score > best) {
              best = score;
              bestStep = trainer.step();
              tensors = trainer.network().tensors();
            }
          }
        }
      }
      ModelFolder.write(
          folder,
          new ModelConfig(
              setup.shape(),
              trainer.network().architecture(),
              setup.objective(),
              corpus.tokenizer(),
              settings,
              ModelConfig.Provenance.unknown(recipe.seed(), bestStep, best)),
          tensors,
          RunFiles.RunLog.EMPTY,
          ModelEvaluation.NONE);
      return new Result(best, layers);
    } finally {
      trainer.close();
    }
  }

  /** Every layer once more on top, under new numbers. */
  static Trainer doubled(Trainer trainer, TrainerSetup setup) {
    Trainer.Position now = trainer.position();
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    List<Architecture.Layer> layers = new ArrayList<>(now.architecture().layers());
    int heads = layers.stream().mapToInt(layer -> layer.heads().size()).sum();
    for (Architecture.Layer layer : now.architecture().layers()) {
      int id = layer.id() + now.architecture().layers().size();
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
    return Instruments.trainer(
        setup,
        new Trainer.Position(
            now.step(), now.epoch(), now.nextBatch(), new Architecture(layers), null, now.flops()),
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
