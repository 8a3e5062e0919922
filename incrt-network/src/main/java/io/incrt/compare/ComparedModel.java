package io.incrt.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.Incrt;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.event.Certificate;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.folder.Manifest;
import io.incrt.model.Network;
import io.incrt.store.ModelConfig;
import io.incrt.store.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

/**
 * One of the models that are compared.
 *
 * @param name what it is called in this comparison: its folder, as much of it as tells it apart
 * @param folder as it was given
 * @param labels its classes
 * @param figures how well it answers; null where nothing was recorded
 * @param seen how many of the records it had before; null where that is not known
 * @param made how it came about
 * @param reads what it reads
 * @param size how large it is
 * @param answering what an answer costs
 * @param built what it grew into
 * @param parts what each of its parts is worth; empty where nothing was judged
 * @param linear the linear model beside it; null where there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComparedModel(
    String name,
    String folder,
    List<String> labels,
    Figures figures,
    Seen seen,
    Made made,
    Reads reads,
    Size size,
    Answering answering,
    Built built,
    List<Certificate.Part> parts,
    Certificate.Floor linear) {

  /**
   * How a model came about.
   *
   * @param version the program's
   * @param format of its folder
   * @param seed of its run
   * @param steps the steps made
   * @param bestStep the step it is of
   * @param startedAt when training began
   * @param finishedAt when it ended; null if it was stopped or goes on
   * @param seconds between the two, with pauses if it was resumed; null where one is not known
   * @param flops multiplications and additions in the network's blocks, judging included; null
   *     where they were not counted
   * @param dataSha256 of all records of the run
   * @param command that makes it again; null if unknown
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Made(
      String version,
      int format,
      long seed,
      long steps,
      long bestStep,
      String startedAt,
      String finishedAt,
      Long seconds,
      Double flops,
      String dataSha256,
      String command) {}

  /**
   * What a model reads.
   *
   * @param kind of sequences
   * @param tokens what they are cut into
   * @param vocabulary how many tokens there are
   * @param maxTokens the most of a record
   * @param bothStrands whether it reads either strand
   */
  public record Reads(
      String kind, String tokens, int vocabulary, int maxTokens, boolean bothStrands) {}

  /**
   * How large a model is.
   *
   * @param parameters trained values of the network
   * @param attention those of them in attention heads
   * @param bytes of its files, without checkpoints
   */
  public record Size(long parameters, long attention, long bytes) {}

  /**
   * What an answer costs.
   *
   * @param tokens of the record that is answered: the mean over records of the data, otherwise the
   *     most a model takes
   * @param flops multiplications and additions in the network's blocks, the embedding, the output
   *     layer and the linear model aside
   * @param recordsPerSecond as measured on the data, reading aside; null without data
   * @param unknown how many records of the data hold nothing the model knows; null without data
   * @param warned how many are unlike its training records, the unknown ones among them; null
   *     without data
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Answering(
      double tokens, double flops, Double recordsPerSecond, Long unknown, Long warned) {}

  /**
   * How many of the compared records a run had before.
   *
   * @param trained those that it was trained on
   * @param chosenBy those that chose what was kept
   * @param first where the first few of both are
   * @param whole whether all records of the run are known; otherwise there may be more
   */
  public record Seen(long trained, long chosenBy, List<String> first, boolean whole) {
    /** Copies the list. */
    public Seen {
      first = List.copyOf(first);
    }
  }

  /**
   * What a model grew into.
   *
   * @param width d, the model dimension
   * @param layers from bottom to top
   * @param others its parts besides attention, in words
   * @param grows whether it could grow, instead of having a fixed size
   * @param settledAtStep null where it had not settled
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Built(
      int width, List<Layer> layers, List<String> others, boolean grows, Long settledAtStep) {

    /** The number of heads of all layers. */
    public int heads() {
      return layers.stream().mapToInt(layer -> layer.dimensions().size()).sum();
    }
  }

  /**
   * An attention layer.
   *
   * @param id its number
   * @param dimensions the key dimensions of each head
   */
  public record Layer(int id, List<Integer> dimensions) {}

  /** Everything but how well it answers. */
  static ComparedModel of(String name, Path folder, Incrt model) throws IOException {
    ModelConfig config = model.config();
    RunFiles.RunLog log = model.log();
    Incrt.ParameterCount count = model.parameters();
    boolean grows = config.settings().homeostat().enabled();
    Certificate certificate = log.certificate();
    return new ComparedModel(
        name,
        folder.toString(),
        model.labels(),
        null,
        null,
        made(model, log),
        new Reads(
            config.tokenizer().kind().option(),
            config.tokenizer().describe(),
            config.tokenizer().size(),
            config.shape().maxTokens(),
            config.settings().data().strand() == Strand.BOTH),
        new Size(count.total(), count.attention(), bytes(folder)),
        new Answering(
            config.shape().maxTokens(),
            cost(model).applyAsDouble(config.shape().maxTokens()),
            null,
            null,
            null),
        new Built(
            config.shape().width(),
            config.architecture().layers().stream()
                .map(
                    layer ->
                        new Layer(
                            layer.id(),
                            layer.heads().stream()
                                .map(Architecture.HeadShape::dimensions)
                                .toList()))
                .toList(),
            model.otherParts(),
            grows,
            grows && certificate.settled() ? (Long) certificate.step() : null),
        certificate.parts(),
        certificate.floor());
  }

  private static Made made(Incrt model, RunFiles.RunLog log) {
    ModelConfig.Provenance made = model.config().provenance();
    double flops = log.history().stream().mapToDouble(Moment::flops).max().orElse(0);
    return new Made(
        made.version(),
        model.predictor().stored().format(),
        made.seed(),
        log.metrics().stream().mapToLong(Validation::step).max().orElse(made.step()),
        made.step(),
        made.startedAt(),
        made.finishedAt(),
        seconds(made),
        flops > 0 ? (Double) flops : null,
        made.dataSha256(),
        made.command());
  }

  private static Long seconds(ModelConfig.Provenance made) {
    try {
      return made.startedAt() == null || made.finishedAt() == null
          ? null
          : (Long)
              Duration.between(Instant.parse(made.startedAt()), Instant.parse(made.finishedAt()))
                  .toSeconds();
    } catch (DateTimeParseException e) {
      // Models made by experiments do not say when.
      return null;
    }
  }

  /** The multiplications and additions for a record of so many tokens. */
  static IntToDoubleFunction cost(Incrt model) {
    int pooling = model.config().shape().pooling();
    int strands = model.config().settings().data().strand() == Strand.BOTH ? 2 : 1;
    return tokens ->
        strands
            * model
                .predictor()
                .withNetwork(network -> flops(network, (tokens + pooling - 1) / pooling));
  }

  private static double flops(Network network, int positions) {
    return network.blocks().stream().mapToDouble(block -> block.cost(positions).flops()).sum();
  }

  /** The size of the files that the manifest names; without one, of those in the folder. */
  private static long bytes(Path folder) throws IOException {
    try {
      return Manifest.read(folder).files().stream().mapToLong(Manifest.Entry::size).sum();
    } catch (NoSuchFileException e) {
      long bytes = 0;
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          bytes += PlainFiles.size(file);
        }
      }
      return bytes;
    }
  }

  ComparedModel with(Figures judged) {
    return new ComparedModel(
        name, folder, labels, judged, seen, made, reads, size, answering, built, parts, linear);
  }

  ComparedModel with(Answering measured) {
    return new ComparedModel(
        name, folder, labels, figures, seen, made, reads, size, measured, built, parts, linear);
  }

  ComparedModel with(Seen before) {
    return new ComparedModel(
        name, folder, labels, figures, before, made, reads, size, answering, built, parts, linear);
  }
}
