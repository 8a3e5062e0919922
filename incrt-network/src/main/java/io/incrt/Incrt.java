package io.incrt;

import static io.incrt.base.Given.all;
import static io.incrt.base.Given.given;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.explain.Explainer;
import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import io.incrt.folder.Architecture;
import io.incrt.model.Network;
import io.incrt.objective.ClassCounts;
import io.incrt.objective.Scores;
import io.incrt.predict.PredictionStream;
import io.incrt.predict.Predictor;
import io.incrt.store.ModelConfig;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A trained sequence classifier whose architecture was grown during training.
 *
 * <pre>{@code
 * try (Incrt model = Incrt.load(Path.of("model"))) {
 *   System.out.println(model.predict("How far is the moon ?").label());
 * }
 * }</pre>
 *
 * <p>{@link #fit(Path, Path)} trains one on a file with the default settings; {@link #training()}
 * gives access to every option.
 *
 * <p>Any number of threads may predict with one model at the same time. It holds native memory
 * until it is closed; {@link #close} waits for predictions that have begun, and a later use is an
 * {@link IllegalStateException}. What happens to the folder after loading changes nothing.
 */
public final class Incrt implements AutoCloseable {

  private final Predictor predictor;
  private final AtomicReference<Explainer> explainer = new AtomicReference<>();

  private Incrt(Predictor predictor) {
    this.predictor = predictor;
  }

  /** Opens a model's folder, as {@code incrt train} or {@link #save} wrote it. */
  public static Incrt load(Path folder) throws IOException {
    return new Incrt(new Predictor(given(folder, "folder")));
  }

  /**
   * Opens a model's folder to predict many records.
   *
   * @param device where to compute
   * @param threads with more than one, as many batches are computed in parallel on the CPU, which
   *     is faster than several threads on one batch; this disables libtorch's own threads for other
   *     predictions of this process
   */
  public static Incrt load(Path folder, Device device, int threads) throws IOException {
    return new Incrt(new Predictor(given(folder, "folder"), threads, given(device, "device")));
  }

  /**
   * Trains on a file of labelled records (TSV, CSV, JSONL or FASTA, plain or gzip) with the default
   * settings.
   *
   * @param folder where the model goes, its log and its checkpoints
   */
  public static Incrt fit(Path data, Path folder) throws IOException {
    given(folder, "folder");
    return training().data(data).fit(folder);
  }

  /** Trains on records with the default settings; a tenth of each class is held out. */
  public static Incrt fit(List<LabelledSequence> records, Path folder) throws IOException {
    given(folder, "folder");
    return training().records(records).fit(folder);
  }

  /** A builder for a training run. */
  public static Training training() {
    return new Training();
  }

  /** The classes, sorted. */
  public List<String> labels() {
    return config().labels();
  }

  /** The layers, heads and key dimensions it grew to. */
  public Architecture architecture() {
    return config().architecture();
  }

  /** Shape, tokenizer, settings and provenance. */
  public ModelConfig config() {
    return predictor.config();
  }

  /** The log of the run that trained it. */
  public RunFiles.RunLog log() {
    return predictor.stored().log();
  }

  /** The number of parameters in total, and of those in attention heads. */
  public record ParameterCount(long total, long attention) {}

  /** Counts the parameters. */
  public ParameterCount parameters() {
    return Inside.parameters(predictor);
  }

  /** Its parts besides attention, in words. */
  public List<String> otherParts() {
    return Inside.otherParts(predictor);
  }

  /** The class of one sequence. */
  public Prediction predict(String sequence) {
    return predict(List.of(given(sequence, "sequence"))).get(0);
  }

  /** The class of each sequence, in their order. */
  public List<Prediction> predict(List<String> sequences) {
    List<LabelledSequence> records = numbered(all(sequences, "sequences"));
    List<Predictor.Answer> answers = predictor.predict(records);
    List<Prediction> predictions = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Predictor.Answer answer = answers.get(i);
      predictions.add(
          Prediction.of(records.get(i).id(), labels(), answer.values(), answer.known()));
    }
    return predictions;
  }

  private static List<LabelledSequence> numbered(List<String> sequences) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < sequences.size(); i++) {
      records.add(new LabelledSequence(String.valueOf(i), sequences.get(i), ""));
    }
    return records;
  }

  /** Receives predictions one at a time. */
  @FunctionalInterface
  public interface Receiver {
    /** Called for each prediction, in the order of the records. */
    void accept(Prediction prediction) throws IOException;

    /**
     * The same with the record's other columns, if {@link ReadOptions#keepColumns} asks for them.
     */
    default void accept(Prediction prediction, Map<String, Object> others) throws IOException {
      accept(prediction);
    }

    /**
     * Called in the place of a record that cannot be used; unless overridden it ends the stream.
     */
    default void refused(BadRecordException bad, Map<String, Object> others) throws IOException {
      throw bad;
    }

    /** Called when all that has come in is answered, before more is waited for. */
    default void caughtUp() throws IOException {}
  }

  /** The class of each record of a file, in their order and in constant memory. */
  public PredictionStream.Counts predict(Path data, Receiver receiver) throws IOException {
    String file = given(data, "data").toString();
    return predict(new RecordReader(ReadOptions.defaults()), file, receiver);
  }

  /**
   * The same with a custom reader.
   *
   * @param source a file, or {@code -} for standard input
   * @return how many records were truncated or unknown
   */
  public PredictionStream.Counts predict(RecordReader reader, String source, Receiver receiver)
      throws IOException {
    given(receiver, "receiver");
    return predictor.predict(
        given(reader, "reader"), given(source, "source"), new PassedOn(labels(), receiver));
  }

  /**
   * The same with the records of a stream, which is closed in the end. Where records come slowly,
   * each is answered before the next is waited for.
   *
   * @param name the name of the stream in messages
   */
  public PredictionStream.Counts predict(
      RecordReader reader, String name, InputStream in, Receiver receiver) throws IOException {
    given(receiver, "receiver");
    return predictor.predict(
        given(reader, "reader"),
        given(name, "name"),
        given(in, "in"),
        new PassedOn(labels(), receiver));
  }

  /** What in a sequence spoke for and against the answer to it. */
  public Explanation explain(String sequence) {
    return explain(List.of(given(sequence, "sequence"))).get(0);
  }

  /** What in each sequence spoke for and against the answer to it, in their order. */
  public List<Explanation> explain(List<String> sequences) {
    return explain(numbered(all(sequences, "sequences")), Method.AUTO);
  }

  /**
   * What in each record spoke for and against the answer to it, in their order.
   *
   * @param method how it is found out what a piece means to the network
   */
  public List<Explanation> explain(List<LabelledSequence> records, Method method) {
    return explained(all(records, "records"), given(method, "method"), OptionalInt.empty());
  }

  /**
   * What in each record speaks for and against a label, whether it is the answer or not.
   *
   * @param method how it is found out what a piece means to the network
   * @param label one of {@link #labels}
   */
  public List<Explanation> explain(List<LabelledSequence> records, Method method, String label) {
    return explained(
        all(records, "records"),
        given(method, "method"),
        OptionalInt.of(explainer().number(given(label, "label"))));
  }

  private List<Explanation> explained(
      List<LabelledSequence> records, Method method, OptionalInt label) {
    return explainer().explain(records, method, label).stream()
        .map(found -> Explanation.of(found, labels()))
        .toList();
  }

  /**
   * Measures how faithful explanations are on a few of some records, always on the same, and as
   * many as takes seconds; from then on {@link Method#AUTO} is the method that is best there.
   */
  public Faithfulness measureFaithfulness(List<LabelledSequence> records) {
    return measured(records, ModelExplanation.MEASURED, ModelExplanation.MOST_TOKENS);
  }

  /** The same on {@code most} of them, however long that takes. */
  public Faithfulness measureFaithfulness(List<LabelledSequence> records, int most) {
    return measured(records, most, Long.MAX_VALUE);
  }

  private Faithfulness measured(List<LabelledSequence> records, int most, long tokens) {
    Faithfulness found =
        explainer().measure(all(records, "records"), "of the records given", most, tokens);
    explainer.set(explainer().with(found));
    return found;
  }

  /** What explains its answers, in numbers; made when it is first asked for. */
  public Explainer explainer() {
    Explainer made = explainer.get();
    if (made == null) {
      Optional<Faithfulness> known =
          ModelExplanation.of(predictor.stored()).map(ModelExplanation::faithfulness);
      explainer.compareAndSet(null, new Explainer(predictor, known));
      made = explainer.get();
    }
    return made;
  }

  /** Evaluates the model on a file of labelled records. */
  public Evaluation evaluate(Path data) throws IOException {
    return evaluate(Records.of(given(data, "data")));
  }

  /** Evaluates the model on labelled records from wherever they come. */
  public Evaluation evaluate(Records data) throws IOException {
    RecordReader reader = new RecordReader(ReadOptions.defaults());
    Optional<String> file = given(data, "data").file();
    return file.isPresent()
        ? evaluate(reader, file.get()).evaluation()
        : evaluate(data.read(reader));
  }

  /**
   * The evaluation on the records of a file.
   *
   * @param counts how many records were truncated or unknown
   */
  public record Judged(Evaluation evaluation, PredictionStream.Counts counts) {}

  /**
   * The same with a custom reader.
   *
   * @param source a file, or {@code -} for standard input
   */
  public Judged evaluate(RecordReader reader, String source) throws IOException {
    Predictor.Judged judged = predictor.evaluate(given(reader, "reader"), given(source, "source"));
    return new Judged(evaluation(judged.scores()), judged.counts());
  }

  /** Evaluates the model on labelled records. */
  public Evaluation evaluate(List<LabelledSequence> records) {
    return evaluation(predictor.evaluate(all(records, "records")));
  }

  private Evaluation evaluation(Scores scores) {
    if (scores instanceof ClassCounts counts) {
      return Evaluation.of(counts);
    }
    throw new IllegalStateException(
        "the model learned '"
            + config().objective().type()
            + "', not classes; predictor().evaluate gives its figures");
  }

  /**
   * Writes the model as it was loaded to a folder, in place of what that holds: all of it or
   * nothing. Readers meanwhile find the model of before or this one.
   */
  public void save(Path folder) throws IOException {
    predictor.stored().save(given(folder, "folder"), predictor.withNetwork(Network::tensors));
  }

  /** The underlying predictor, for exporters. */
  public Predictor predictor() {
    return predictor;
  }

  @Override
  public void close() {
    predictor.close();
  }
}
