package io.incrt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.lite.LiteModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark saves is the model itself, and what it loads answers the same. */
class SavedModelTest {

  private static final List<String> TEXTS = List.of("a fine and calm day !", "a dull and grey day");

  private static SparkSession spark;

  @TempDir private Path directory;

  /** A file system of its own name, as those of clusters have. */
  public static final class Elsewhere extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("elsewhere:///");
    }

    @Override
    public String getScheme() {
      return "elsewhere";
    }
  }

  @BeforeAll
  static void start() {
    spark = Golden.spark();
    spark.sparkContext().hadoopConfiguration().set("fs.elsewhere.impl", Elsewhere.class.getName());
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static IncrtModel model(String folder) throws IOException {
    return IncrtModel.open(folder).setKnownCol("share").setTopCol("best").setHandleInvalid("skip");
  }

  private static IncrtModel model() throws IOException {
    return model(Golden.folder("format-3/text").toString());
  }

  private static List<Row> answers(org.apache.spark.ml.Transformer model) {
    return model.transform(Golden.texts(spark, TEXTS)).orderBy("id").collectAsList();
  }

  @Test
  void whatIsLoadedHasTheSameParametersAndAnswers() throws IOException {
    IncrtModel model = model();
    String path = directory.resolve("saved").toString();
    model.write().save(path);
    IncrtModel loaded = IncrtModel.load(path);
    assertEquals(model.uid(), loaded.uid());
    assertEquals(model.explainParams(), loaded.explainParams());
    assertEquals(answers(model), answers(loaded));
    assertEquals(answers(model), answers(IncrtModel.read().load(path)));
  }

  @Test
  void whatIsThereIsReplacedOnlyWhenAsked() throws IOException {
    IncrtModel model = model();
    String path = directory.resolve("saved").toString();
    model.write().save(path);
    assertThrows(IOException.class, () -> model.write().save(path));
    model.setKnownCol("other").write().overwrite().save(path);
    assertEquals("other", IncrtModel.load(path).value(model.knownCol()));
  }

  @Test
  void aPipelineIsSavedAndLoadedWithItsModel() throws IOException {
    Path folder = Golden.copy("format-3/text", directory.resolve("model"));
    SQLTransformer lower =
        new SQLTransformer().setStatement("SELECT *, lower(text) AS low FROM __THIS__");
    Dataset<Row> texts = Golden.texts(spark, TEXTS);
    PipelineModel pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {lower, model(folder.toString()).setInputCol("low")})
            .fit(texts);
    String path = directory.resolve("pipeline").toString();
    pipeline.write().save(path);
    List<Row> before = answers(pipeline);
    // The folder it was trained in is not needed any more.
    Files.delete(folder.resolve("model.safetensors"));
    assertEquals(before, answers(PipelineModel.load(path)));
  }

  @Test
  void anyFileSystemOfHadoopWillDo() throws IOException {
    Path folder = Golden.copy("format-3-mixed/text", directory.resolve("model"));
    IncrtModel model = model("elsewhere://" + folder);
    String path = "elsewhere://" + directory.resolve("saved");
    model.write().save(path);
    assertEquals(answers(model), answers(IncrtModel.load(path)));
    assertTrue(Files.exists(directory.resolve("saved/model/companions.safetensors")));
  }

  @Test
  void whatIsSavedHoldsAFolderForEveryOtherProgram() throws IOException {
    Path path = directory.resolve("saved");
    model().write().save(path.toString());
    LiteModel lite = LiteModel.open(path.resolve("model"));
    assertEquals(
        answers(model()).get(0).getAs("predictedLabel"), lite.predict(TEXTS.get(0)).label());
  }

  @Test
  void aModelThatWasDamagedSinceIsRefused() throws IOException {
    Path path = directory.resolve("saved");
    model().write().save(path.toString());
    Path tensors = path.resolve("model/model.safetensors");
    byte[] bytes = Files.readAllBytes(tensors);
    bytes[bytes.length / 2] ^= 4;
    // Hadoop's own checksum would notice it first, which other file systems do not have.
    Files.deleteIfExists(path.resolve("model/.model.safetensors.crc"));
    Files.write(tensors, bytes);
    String message =
        assertThrows(CorruptFileException.class, () -> IncrtModel.load(path.toString()))
            .getMessage();
    assertTrue(message.contains("model.safetensors is not the file"), message);
  }

  @Test
  void eitherKindOfFolderNamesTheOther() throws IOException {
    Path path = directory.resolve("saved");
    model().write().save(path.toString());
    String message =
        assertThrows(IllegalArgumentException.class, () -> IncrtModel.open(path.toString()))
            .getMessage();
    assertTrue(message.contains("is opened by IncrtModel.load"), message);
    String folder = Golden.folder("format-3/text").toString();
    message =
        assertThrows(IllegalArgumentException.class, () -> IncrtModel.load(folder)).getMessage();
    assertTrue(message.contains("is opened by IncrtModel.open"), message);
  }

  @Test
  void nothingIsSavedOfAModelThatIsNone() {
    assertThrows(IllegalStateException.class, () -> new IncrtModel("none").write());
  }
}
