package io.incrt.examples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelTextsTest {

  /** A small model that the tests of the library have. */
  private static final Path MODEL =
      Path.of("..", "..", "incrt-network/src/test/resources/golden/format-3/text");

  /** As spark-submit says it. */
  @BeforeEach
  void setMaster() {
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
  }

  @AfterEach
  void clearMaster() {
    System.clearProperty("spark.master");
    System.clearProperty("spark.ui.enabled");
  }

  @Test
  void aTableIsLabelled(@TempDir Path directory) throws Exception {
    Path input = directory.resolve("mails.json");
    Files.writeString(
        input,
        """
        {"id": 1, "body": "something else"}
        {"id": 2, "body": "a dull grey day !"}
        {"id": 3, "body": null}
        """);
    Path output = directory.resolve("labelled");
    LabelTexts.main(new String[] {MODEL.toString(), input.toString(), "body", output.toString()});
    try (SparkSession spark = SparkSession.builder().getOrCreate()) {
      List<Row> rows = spark.read().parquet(output.toString()).orderBy("id").collectAsList();
      assertEquals("good", rows.get(0).getAs("predictedLabel"));
      assertEquals("bad", rows.get(1).getAs("predictedLabel"));
      assertEquals("there is no text: it is null", rows.get(2).getAs("error"));
    }
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThrows(IllegalArgumentException.class, () -> LabelTexts.main(new String[] {"model"}));
  }
}
