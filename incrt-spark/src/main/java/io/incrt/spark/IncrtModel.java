package io.incrt.spark;

import io.incrt.base.file.CorruptFileException;
import io.incrt.lite.LiteModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A trained model as a Transformer of Spark ML: adds to every row the class of its text, the
 * probabilities of all, and how much of it the model knows.
 *
 * <pre>{@code
 * IncrtModel model = IncrtModel.open("hdfs:///models/questions");
 * model.setInputCol("body").transform(mails).select("id", "predictedLabel", "known").show();
 * }</pre>
 *
 * <p>Executors predict in plain Java. The model's files are sent to each once, and opened there
 * once, whatever the number of tasks. It is saved and loaded alone or in pipelines; what is saved
 * holds the model itself.
 */
public final class IncrtModel extends AnswerColumns implements MLWritable {

  private static final long serialVersionUID = 1;

  private final SentFiles sent;

  /** One without a model, for Spark to fill; {@link #open} is what makes a model of a folder. */
  public IncrtModel(String uid) {
    this(uid, SentFiles.NONE);
  }

  private IncrtModel(String uid, SentFiles sent) {
    super(uid);
    this.sent = sent;
  }

  /**
   * Opens a model's folder, as {@code incrt train} wrote it.
   *
   * @param folder on any file system that Hadoop knows; without a scheme, on the default one
   * @throws CorruptFileException if its files were damaged or changed, or contradict each other
   * @throws IllegalArgumentException if there is no model in it
   */
  public static IncrtModel open(String folder) throws IOException {
    if (folder == null) {
      throw new IllegalArgumentException("the model's folder is null; a path is needed");
    }
    Configuration hadoop = SparkSession.active().sparkContext().hadoopConfiguration();
    return new IncrtModel(randomUid(), SentFiles.read(folder, hadoop));
  }

  /** Loads what {@link #write} has saved. */
  public static IncrtModel load(String path) {
    return read().load(path);
  }

  /** Reads what {@link #write} has saved; Spark calls it for the stages of pipelines. */
  public static MLReader<IncrtModel> read() {
    return new SavedModel.Reader();
  }

  @Override
  public MLWriter write() {
    requireModel();
    return new SavedModel.Writer(this);
  }

  /** The classes, in the order of the vectors of probabilities and of the numbers. */
  public List<String> labels() {
    return requireModel().labels();
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    List<String> labels = labels();
    String answer = uid() + "_answer";
    Dataset<Row> answered = dataset.withColumn(answer, ask(dataset));
    Column whole = answered.col(quoted(answer));
    if (value(handleInvalid()).equals(SKIP)) {
      answered = answered.filter(whole.getField(AnswerFields.ERROR.name()).isNull());
    }
    List<Column> columns = new ArrayList<>(List.of(functions.col("*")));
    for (AnswerFields one : AnswerFields.values()) {
      String name = one.column(this);
      if (!name.isEmpty()) {
        StructField field = one.field(name, labels);
        columns.add(whole.getField(one.name()).as(name, field.metadata()));
      }
    }
    return answered.select(columns.toArray(Column[]::new)).drop(answer);
  }

  private Column ask(Dataset<?> dataset) {
    Broadcast<ModelFiles> files = sent.to(dataset.sparkSession().sparkContext());
    int top = AnswerFields.TOP.column(this).isEmpty() ? 0 : (int) getOrDefault(top());
    boolean strict = value(handleInvalid()).equals(ERROR);
    Asking asking = new Asking(files, sent.name(), top, strict);
    // Not deterministic, for the optimizer alone: a filter on the answer would have each row asked
    // twice, and every column of the answer once more.
    return functions
        .udf(asking, AnswerFields.struct())
        .withName("incrt")
        .asNondeterministic()
        .apply(dataset.col(quoted(value(inputCol()))));
  }

  private static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  /**
   * The columns that come out.
   *
   * @throws IllegalArgumentException if the input column is not there or no text, or a column to
   *     add is there already
   */
  @Override
  public StructType transformSchema(StructType schema) {
    String input = value(inputCol());
    List<String> names = Arrays.asList(schema.fieldNames());
    if (!names.contains(input)) {
      throw new IllegalArgumentException(
          uid() + ": there is no column '" + input + "' (inputCol); there are " + names);
    }
    StructField field = schema.apply(input);
    if (!(field.dataType() instanceof StringType)) {
      throw new IllegalArgumentException(
          uid()
              + ": the column '"
              + input
              + "' (inputCol) must hold strings but holds "
              + field.dataType().catalogString());
    }
    List<String> labels = sent.isEmpty() ? List.of() : labels();
    StructType out = schema;
    for (AnswerFields one : AnswerFields.values()) {
      String name = one.column(this);
      if (name.isEmpty()) {
        continue;
      }
      if (Arrays.stream(out.fieldNames()).anyMatch(name::equalsIgnoreCase)) {
        throw new IllegalArgumentException(
            uid()
                + ": there is a column '"
                + name
                + "' already; give "
                + one.paramName(this)
                + " another name, or \"\" to leave it out");
      }
      out = out.add(one.field(name, labels));
    }
    return out;
  }

  @Override
  public IncrtModel copy(ParamMap extra) {
    IncrtModel copy = new IncrtModel(uid(), sent);
    copyValues(copy, extra);
    copy.setParent(parent());
    return copy;
  }

  @Override
  public String toString() {
    return "IncrtModel: uid=" + uid() + (sent.isEmpty() ? "" : ", classes=" + labels().size());
  }

  /** The same parameters with the model that was saved beside them. */
  IncrtModel with(Path folder, Configuration hadoop) throws IOException {
    IncrtModel model = new IncrtModel(uid(), SentFiles.read(folder.toString(), hadoop));
    copyValues(model, ParamMap.empty());
    return model;
  }

  SentFiles files() {
    return sent;
  }

  private LiteModel requireModel() {
    if (sent.isEmpty()) {
      throw new IllegalStateException(
          uid() + " has no model; IncrtModel.open(folder) makes one of a model's folder");
    }
    return sent.model();
  }
}
