package io.incrt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.json.Json;
import io.incrt.lite.LiteModel;
import io.incrt.lite.LitePrediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.SparkException;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.StringIndexerModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model on Spark, in one process: four tasks at a time ask it. */
class IncrtModelTest {

  private static final double TOLERANCE = 1e-5;
  private static final List<String> SOME =
      Arrays.asList("a fine and calm day !", null, "", "a dull and grey day", "zzz zzz");

  private static SparkSession spark;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    spark = Golden.spark();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static IncrtModel text() throws IOException {
    return IncrtModel.open(Golden.folder("format-3/text").toString());
  }

  private static List<Row> answers(IncrtModel model, List<String> texts) {
    return model.transform(Golden.texts(spark, texts)).orderBy("id").collectAsList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"format-2/pieces", "format-2/dna", "format-3/text"})
  void aModelSaysWhatItSaidWhenItWasTrained(String name) throws IOException {
    Path folder = Golden.folder(name);
    JsonNode expected = Json.mapper().readTree(Files.readString(folder.resolve("expected.json")));
    List<String> texts = new ArrayList<>();
    expected.forEach(one -> texts.add(one.get("sequence").asText()));
    IncrtModel model = IncrtModel.open(folder.toUri().toString());
    List<Row> rows = answers(model, texts);
    assertEquals(expected.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode before = expected.get(i).get("probabilities");
      Vector now = rows.get(i).getAs("probability");
      for (int c = 0; c < now.size(); c++) {
        double probability = before.get(model.labels().get(c)).asDouble();
        assertEquals(probability, now.apply(c), TOLERANCE, texts.get(i));
      }
    }
  }

  @Test
  void everyColumnIsWhatTheModelSaysWithoutSpark() throws IOException {
    Path folder = Golden.copy("format-3-mixed/text", directory.resolve("model"));
    LiteModel lite = LiteModel.open(folder);
    List<String> texts = List.of("a fine and calm day , number 7 !", "zzz zzz", "a zzz day", "日本");
    List<Row> rows = answers(IncrtModel.open(folder.toString()).setTopCol("best"), texts);
    int warned = 0;
    for (int i = 0; i < texts.size(); i++) {
      LitePrediction answer = lite.predict(texts.get(i));
      Row row = rows.get(i);
      assertEquals(answer.label(), row.getAs("predictedLabel"));
      assertEquals(
          answer.label(), lite.labels().get((int) (double) row.<Double>getAs("prediction")));
      assertEquals(answer.known(), row.<Double>getAs("known"));
      assertEquals(answer.warning(), row.getAs("warning"));
      assertNull(row.getAs("error"));
      Row best = row.<Row>getList(row.fieldIndex("best")).get(0);
      assertEquals(answer.label(), best.getAs("label"));
      assertEquals(answer.probability(), best.<Double>getAs("probability"));
      assertEquals(
          answer.probability(),
          row.<Vector>getAs("probability").apply(lite.labels().indexOf(answer.label())));
      warned += answer.warning() == null ? 0 : 1;
    }
    assertTrue(warned > 0, "one of them is warned of");
  }

  @Test
  void rowsWithoutUsableTextHaveAnErrorInTheirPlace() throws IOException {
    List<Row> rows = answers(text(), SOME);
    assertEquals(SOME.size(), rows.size());
    for (int i : new int[] {1, 2}) {
      for (String column :
          List.of("prediction", "predictedLabel", "probability", "known", "warning")) {
        assertNull(rows.get(i).getAs(column), column);
      }
    }
    assertEquals("there is no text: it is null", rows.get(1).getAs("error"));
    assertEquals(
        "the text (0 characters) is too short to hold a token", rows.get(2).getAs("error"));
    assertNotNull(rows.get(4).getAs("warning"));
  }

  @Test
  void theyCanBeLeftOut() throws IOException {
    List<Row> rows = answers(text().setHandleInvalid("skip"), SOME);
    assertEquals(List.of(0, 3, 4), rows.stream().map(row -> row.getInt(0)).toList());
  }

  @Test
  void orEndTheJob() throws IOException {
    IncrtModel model = text().setHandleInvalid("error");
    Exception failure = assertThrows(SparkException.class, () -> answers(model, SOME));
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    assertTrue(
        all.toString().contains("there is no text: it is null; handleInvalid 'keep'"),
        all.toString());
    assertThrows(IllegalArgumentException.class, () -> model.setHandleInvalid("drop"));
  }

  @Test
  void theSchemaIsKnownBeforeAnythingIsRead() throws IOException {
    IncrtModel model = text().setTopCol("best").setTop(1).setWarningCol("");
    Dataset<Row> texts = Golden.texts(spark, SOME);
    StructType schema = model.transformSchema(texts.schema());
    assertEquals(schema, model.transform(texts).schema());
    assertEquals(
        List.of(
            "id", "text", "prediction", "predictedLabel", "probability", "known", "error", "best"),
        List.of(schema.fieldNames()));
    assertEquals(1, answers(model, SOME).get(0).<Row>getList(7).size());
  }

  private static String refused(IncrtModel model, Dataset<Row> table) {
    return assertThrows(IllegalArgumentException.class, () -> model.transform(table)).getMessage();
  }

  @Test
  void aTableThatDoesNotFitIsRefusedInWords() throws IOException {
    Dataset<Row> texts = Golden.texts(spark, SOME);
    String missing = refused(text().setInputCol("body"), texts);
    assertTrue(
        missing.endsWith("there is no column 'body' (inputCol); there are [id, text]"), missing);
    String number = refused(text().setInputCol("id"), texts);
    assertTrue(
        number.endsWith("the column 'id' (inputCol) must hold strings but holds int"), number);
    String taken = refused(text().setKnownCol("ID"), texts);
    assertTrue(
        taken.endsWith(
            "there is a column 'ID' already; give knownCol another name, or \"\" to leave it out"),
        taken);
    assertThrows(IllegalArgumentException.class, () -> text().setKnownCol(null));
    assertThrows(IllegalArgumentException.class, () -> text().setTop(0));
  }

  @Test
  void columnsMayHaveAnyName() throws IOException {
    Dataset<Row> texts = Golden.texts(spark, SOME).toDF("the.id", "the `text`.");
    IncrtModel model = text().setInputCol("the `text`.").setPredictedLabelCol("a.label");
    assertEquals(5, model.transform(texts).select("`a.label`", "`the.id`").collectAsList().size());
  }

  @Test
  void sparksEvaluatorTakesTheAnswers() throws IOException {
    IncrtModel model = text();
    Dataset<Row> labelled =
        Golden.texts(spark, List.of("something else", "a dull grey day !"))
            .withColumn(
                "label", functions.when(functions.col("id").equalTo(0), "good").otherwise("bad"));
    Dataset<Row> numbered =
        new StringIndexerModel(model.labels().toArray(String[]::new))
            .setInputCol("label")
            .setOutputCol("number")
            .transform(model.transform(labelled));
    MulticlassClassificationEvaluator evaluator =
        new MulticlassClassificationEvaluator().setLabelCol("number");
    assertEquals(1, evaluator.setMetricName("accuracy").evaluate(numbered));
    assertTrue(evaluator.setMetricName("logLoss").evaluate(numbered) < 1);
  }

  @Test
  void aModelIsOpenedOnceForAllTasksAndTables() throws IOException {
    Path folder = Golden.copy("format-2/text", directory.resolve("model"));
    // Of no other test, so that it is not open yet.
    Path config = folder.resolve("config.json");
    Files.writeString(config, Files.readString(config) + "\n");
    int before = OpenModels.count();
    IncrtModel model = IncrtModel.open(folder.toString());
    Dataset<Row> many = Golden.texts(spark, Collections.nCopies(400, "a fine day")).repartition(16);
    assertEquals(400, model.transform(many).where("prediction IS NOT NULL").count());
    assertEquals(
        400, model.copy(ParamMap.empty()).transform(many).select("known").collectAsList().size());
    assertEquals(400, IncrtModel.open(folder.toString()).transform(many).distinct().count());
    assertEquals(before + 1, OpenModels.count());
  }

  @Test
  void tasksSideBySideGetTheAnswersOfOne() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add(i % 2 == 0 ? "a fine and calm day , number " + i : "number " + i + " is dull");
    }
    IncrtModel model = text();
    List<Row> alone =
        model.transform(Golden.texts(spark, texts).coalesce(1)).orderBy("id").collectAsList();
    List<Row> four =
        model.transform(Golden.texts(spark, texts).repartition(8)).orderBy("id").collectAsList();
    assertEquals(alone, four);
  }

  @Test
  void aFilterOnTheAnswerDoesNotAskTwice() throws IOException {
    Dataset<Row> sure =
        text()
            .transform(Golden.texts(spark, SOME).repartition(2))
            .where("known > 0.5 AND predictedLabel = 'good'");
    String plan = sure.queryExecution().executedPlan().toString();
    assertEquals(1, Pattern.compile("incrt\\(").matcher(plan).results().count(), plan);
  }

  @Test
  void aCopyTakesOtherParametersAndTheSameModel() throws IOException {
    IncrtModel model = text();
    IncrtModel copy = model.copy(new ParamMap().put(model.knownCol(), "share"));
    assertEquals(model.uid(), copy.uid());
    Dataset<Row> answered = copy.transform(Golden.texts(spark, SOME));
    assertTrue(Arrays.asList(answered.columns()).contains("share"));
    assertFalse(Arrays.asList(answered.columns()).contains("known"));
    assertEquals("known", model.getOrDefault(model.knownCol()));
  }

  @Test
  void aDamagedFolderIsRefusedBeforeAnyJob() throws IOException {
    Path folder = Golden.copy("format-3/text", directory.resolve("damaged"));
    byte[] tensors = Files.readAllBytes(folder.resolve("model.safetensors"));
    tensors[tensors.length - 1] ^= 1;
    Files.write(folder.resolve("model.safetensors"), tensors);
    String message =
        assertThrows(CorruptFileException.class, () -> IncrtModel.open(folder.toString()))
            .getMessage();
    assertTrue(
        message.startsWith(folder + " cannot be opened: model.safetensors is not the file"),
        message);
    Files.delete(folder.resolve("model.safetensors"));
    message =
        assertThrows(CorruptFileException.class, () -> IncrtModel.open(folder.toString()))
            .getMessage();
    assertTrue(message.contains("model.safetensors is missing"), message);
  }

  @Test
  void aFolderWithoutAModelIsRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> IncrtModel.open(directory.toString()))
            .getMessage();
    assertTrue(message.endsWith("holds no model: there is no config.json in it"), message);
    IncrtModel none = new IncrtModel("none");
    message =
        assertThrows(IllegalStateException.class, () -> none.transform(Golden.texts(spark, SOME)))
            .getMessage();
    assertEquals(
        "none has no model; IncrtModel.open(folder) makes one of a model's folder", message);
  }

  @Test
  void aStreamOfTextsIsAnsweredAsItComes() throws Exception {
    Path in = Files.createDirectory(directory.resolve("in"));
    Files.writeString(in.resolve("one.txt"), "a fine and calm day !\n\na dull and grey day\n");
    Dataset<Row> lines = spark.readStream().text(in.toString());
    StreamingQuery query =
        text()
            .setInputCol("value")
            .transform(lines)
            .writeStream()
            .format("memory")
            .queryName("answers")
            .trigger(Trigger.AvailableNow())
            .start();
    query.processAllAvailable();
    assertTrue(query.awaitTermination(60_000));
    assertEquals(2, spark.table("answers").where("error IS NULL").count());
    assertEquals(3, spark.table("answers").count());
  }
}
