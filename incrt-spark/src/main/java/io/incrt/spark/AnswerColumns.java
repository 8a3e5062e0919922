package io.incrt.spark;

import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable$;

/** The parameters of an {@link IncrtModel}: which column is read, and which are added. */
public abstract class AnswerColumns extends Model<IncrtModel> {

  private static final long serialVersionUID = 1;

  /** Rows that cannot be answered have an error in the place of an answer. */
  static final String KEEP = "keep";

  /** They are left out. */
  static final String SKIP = "skip";

  /** They end the job. */
  static final String ERROR = "error";

  private static final int TOP = 3;

  private final String uid;
  private final Param<String> inputCol;
  private final Param<String> predictionCol;
  private final Param<String> predictedLabelCol;
  private final Param<String> probabilityCol;
  private final Param<String> knownCol;
  private final Param<String> warningCol;
  private final Param<String> errorCol;
  private final Param<String> topCol;
  private final IntParam top;
  private final Param<String> handleInvalid;

  AnswerColumns(String uid) {
    this.uid = uid;
    inputCol = column("inputCol", "text", "the column of texts or sequences");
    predictionCol = added("predictionCol", "prediction", "the most probable class, by its number");
    predictedLabelCol =
        added("predictedLabelCol", "predictedLabel", "the most probable class, by its name");
    probabilityCol =
        added("probabilityCol", "probability", "a vector of probabilities, in the order of labels");
    knownCol = added("knownCol", "known", "the share of the text's tokens that the model knows");
    warningCol = added("warningCol", "warning", "why the answer may mean little");
    errorCol = added("errorCol", "error", "why there is no answer");
    topCol = added("topCol", "", "the most probable classes, an array of label and probability");
    top = new IntParam(this, "top", "how many classes topCol names", ParamValidators.gtEq(1));
    setDefault(top, TOP);
    handleInvalid =
        new Param<>(
            this,
            "handleInvalid",
            "rows without a usable text: keep (with an error in its column), skip, or error (ends"
                + " the job)",
            ParamValidators.inArray(List.of(KEEP, SKIP, ERROR)));
    setDefault(handleInvalid, KEEP);
  }

  static String randomUid() {
    return Identifiable$.MODULE$.randomUID("incrt");
  }

  private Param<String> column(String name, String column, String doc) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, column);
    return param;
  }

  private Param<String> added(String name, String column, String doc) {
    return column(name, column, "the column for " + doc + "; not added if it is empty");
  }

  @Override
  public final String uid() {
    return uid;
  }

  /** The column of texts or sequences. */
  public final Param<String> inputCol() {
    return inputCol;
  }

  /** The column for the most probable class, by its number. */
  public final Param<String> predictionCol() {
    return predictionCol;
  }

  /** The column for the most probable class, by its name. */
  public final Param<String> predictedLabelCol() {
    return predictedLabelCol;
  }

  /** The column for the vector of probabilities. */
  public final Param<String> probabilityCol() {
    return probabilityCol;
  }

  /** The column for the share of the record's tokens that the model knows. */
  public final Param<String> knownCol() {
    return knownCol;
  }

  /** The column for why an answer may mean little. */
  public final Param<String> warningCol() {
    return warningCol;
  }

  /** The column for why there is no answer. */
  public final Param<String> errorCol() {
    return errorCol;
  }

  /** The column for the most probable classes. */
  public final Param<String> topCol() {
    return topCol;
  }

  /** How many classes that one names. */
  public final IntParam top() {
    return top;
  }

  /** What becomes of rows without a usable text. */
  public final Param<String> handleInvalid() {
    return handleInvalid;
  }

  final String value(Param<String> param) {
    return getOrDefault(param);
  }

  private IncrtModel with(Param<String> param, String value) {
    if (value == null) {
      throw new IllegalArgumentException(param.name() + " is null; a name is needed, or \"\"");
    }
    set(param, value);
    return (IncrtModel) this;
  }

  /** Reads this column; {@code text} unless set. */
  public final IncrtModel setInputCol(String column) {
    return with(inputCol, column);
  }

  /** Names the column {@code prediction}; {@code ""} leaves it out, here as everywhere below. */
  public final IncrtModel setPredictionCol(String column) {
    return with(predictionCol, column);
  }

  /** Names the column {@code predictedLabel}. */
  public final IncrtModel setPredictedLabelCol(String column) {
    return with(predictedLabelCol, column);
  }

  /** Names the column {@code probability}. */
  public final IncrtModel setProbabilityCol(String column) {
    return with(probabilityCol, column);
  }

  /** Names the column {@code known}. */
  public final IncrtModel setKnownCol(String column) {
    return with(knownCol, column);
  }

  /** Names the column {@code warning}. */
  public final IncrtModel setWarningCol(String column) {
    return with(warningCol, column);
  }

  /** Names the column {@code error}. */
  public final IncrtModel setErrorCol(String column) {
    return with(errorCol, column);
  }

  /** Adds a column of the most probable classes, which is not there unless this is set. */
  public final IncrtModel setTopCol(String column) {
    return with(topCol, column);
  }

  /** How many classes that column names, 3 unless set. */
  public final IncrtModel setTop(int classes) {
    set(top, classes);
    return (IncrtModel) this;
  }

  /** {@code keep} (unless set), {@code skip} or {@code error}. */
  public final IncrtModel setHandleInvalid(String what) {
    return with(handleInvalid, what);
  }
}
