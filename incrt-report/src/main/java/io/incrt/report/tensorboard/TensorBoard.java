package io.incrt.report.tensorboard;

import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.report.EventWords;
import io.incrt.store.EventFile;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes what TensorBoard shows of a run: figures, the architecture in words, the worths of its
 * parts. Of each figure there are a thousand points or so, whatever the run's length. A resumed run
 * says which steps of the files before do not hold, since it makes them again.
 *
 * <p>A line that cannot be written ends the run.
 */
public final class TensorBoard implements RunListener, AutoCloseable {

  private static final long POINTS = 1000;

  /** Parts that get a figure of their own; a run tries few, but nothing says how many. */
  private static final int MOST_PARTS = 200;

  private final Path folder;
  private final Set<String> parts = new HashSet<>();
  private EventFile file;
  private long steps = 1;
  private long from;
  private long made;
  private long judgedAt;
  private long validatedAt;
  private long drawnAt = -1;
  private Architecture drawn = Architecture.EMPTY;
  private long clock = System.nanoTime();
  private long records;
  private double lossSum;
  private long losses;

  /** For the run in that folder. */
  public TensorBoard(Path folder) {
    this.folder = folder;
  }

  /** Steps between two points. */
  private long every() {
    return Math.max(1, steps / POINTS);
  }

  private void write(byte[] event) {
    try {
      if (file == null) {
        file = EventFile.create(folder, from);
        file.write(Events.version());
        if (from > 0) {
          file.write(Events.restart(from + 1));
        }
      }
      file.write(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void started(long total) {
    steps = total;
    clock = System.nanoTime();
  }

  @Override
  public void resumed(long step) {
    from = step;
    made = step;
    judgedAt = step;
    validatedAt = step;
    clock = System.nanoTime();
  }

  @Override
  public void stepped(Step step) {
    made = step.number();
    lossSum += step.loss();
    losses++;
    records += step.records();
    boolean point =
        step.number() % every() == 0 || step.number() == from + 1 || step.number() == steps;
    if (!point) {
      return;
    }
    long now = System.nanoTime();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("loss/training", lossSum / losses);
    figures.put("run/learning_rate", step.learningRate());
    figures.put("run/records_per_second", records * 1e9 / Math.max(1, now - clock));
    size(step.architecture(), figures);
    step.check().forEach(check -> energies(check, figures));
    write(Events.scalars(step.number(), figures));
    if (drawnAt < 0 || !step.architecture().equals(drawn)) {
      drawn = step.architecture();
      drawnAt = step.number();
      write(Events.text(step.number(), "architecture", ArchitectureText.of(drawn)));
    }
    lossSum = 0;
    losses = 0;
    records = 0;
    clock = now;
  }

  private static void size(Architecture architecture, Map<String, Double> figures) {
    List<List<Integer>> layers = architecture.dimensions();
    figures.put("size/layers", (double) layers.size());
    figures.put("size/heads", layers.stream().mapToDouble(List::size).sum());
    figures.put(
        "size/key_dimensions",
        layers.stream().flatMap(List::stream).mapToDouble(Integer::doubleValue).sum());
    figures.put("size/other_parts", (double) architecture.blocks().size());
  }

  private static void energies(LayerMeasurement check, Map<String, Double> figures) {
    String layer = "_layer_" + check.layer();
    figures.put("energy/directed" + layer, check.directedEnergy());
    figures.put("energy/residual" + layer, check.residualEnergy());
    figures.put("energy/threshold" + layer, check.threshold());
    figures.put("gate/lambda_max" + layer, check.lambdaMax());
    figures.put("gate/lambda_min" + layer, check.lambdaMin());
  }

  @Override
  public void judged(long step, List<Worth> worths) {
    double[] values = worths.stream().mapToDouble(Worth::mean).filter(Double::isFinite).toArray();
    if (values.length == 0 || (judgedAt > 0 && step - judgedAt < every())) {
      return;
    }
    judgedAt = step;
    write(Events.histogram(step, "worth/all_parts", values));
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Worth worth : worths) {
      String tag = "worth/" + worth.part().describe().replaceAll("[^A-Za-z0-9]+", "_");
      if (parts.size() < MOST_PARTS || parts.contains(tag)) {
        parts.add(tag);
        figures.put(tag, worth.mean());
      }
    }
    write(Events.scalars(step, figures));
  }

  @Override
  public void grew(GrowthEvent event) {
    String why = EventWords.why(event);
    String words =
        "step " + event.step() + ": " + EventWords.what(event) + (why.isEmpty() ? "" : ": " + why);
    // At the step that is being made: what is behind a checkpoint must be above its step.
    write(Events.text(made + 1, "growth", ArchitectureText.escaped(words)));
  }

  @Override
  public void validated(Validation validation, double score) {
    long step = validation.step();
    if (!validation.best() && validatedAt > 0 && step - validatedAt < every() && step < steps) {
      return;
    }
    validatedAt = step;
    Map<String, Double> figures = new LinkedHashMap<>();
    validation
        .figures()
        .forEach((name, value) -> figures.put(validation.split() + "/" + name, value));
    write(Events.scalars(step, figures));
    try {
      // A checkpoint follows, and what it remembers must not be missing here after a power failure.
      file.sync();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
