package io.incrt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.cache.CachePlan;
import io.incrt.data.cache.CachedRecords;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is what training reads. */
class TrainingFileTest {

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

  private static Dataset<Row> labelled(List<String> texts) {
    return Golden.texts(spark, texts)
        .withColumnRenamed("text", "body")
        .withColumn("topic", functions.col("id").mod(2));
  }

  private static List<LabelledSequence> read(Path file) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    new RecordReader(ReadOptions.defaults()).forEach(file.toString(), true, records::add);
    return records;
  }

  @Test
  void trainingReadsEveryRow() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add("line\n\"" + i + "\"\tof ünïcode 日本 \\ " + i);
    }
    Path file = directory.resolve("mails.jsonl.gz");
    Dataset<Row> rows = labelled(texts).repartition(7);
    long records = TrainingFile.of("body", "topic", "id").write(rows, file.toString());
    assertEquals(500, records);
    List<LabelledSequence> read = read(file);
    assertEquals(500, read.size());
    for (LabelledSequence record : read) {
      int number = Integer.parseInt(record.id());
      assertEquals(texts.get(number), record.sequence());
      assertEquals(String.valueOf(number % 2), record.label());
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(
          List.of("mails.jsonl.gz"),
          left.map(one -> one.getFileName().toString())
              .filter(name -> !name.endsWith(".crc"))
              .toList());
    }
  }

  @Test
  void itsTokenCacheIsTheOneThatTrainingLooksFor() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      texts.add("number " + i + " of some words " + i % 7);
    }
    Path file = directory.resolve("mails.jsonl.gz");
    Path folder = directory.resolve("caches");
    Dataset<Row> rows = labelled(texts).repartition(3);
    assertEquals(300, TrainingFile.of("body", "topic").writeWithCache(rows, file, folder));
    ReadOptions options = ReadOptions.defaults();
    CachePlan plan = new CachePlan(file, folder, options, Optional.empty(), true);
    Path cache = CachedRecords.build(plan, new RecordReader(options));
    try (Stream<Path> caches = Files.list(folder)) {
      List<Path> tokens = caches.filter(one -> one.toString().endsWith(".tokens")).toList();
      assertEquals(List.of(cache), tokens);
    }
    int learned = CachedRecords.verify(cache);
    assertTrue(learned > 200 && learned < 300, "the others are held out: " + learned);
  }

  @Test
  void aFileThatIsThereIsKept() throws IOException {
    Path file = Files.writeString(directory.resolve("mails.jsonl.gz"), "precious");
    IOException refused =
        assertThrows(
            IOException.class,
            () -> TrainingFile.of("body", "topic").write(labelled(List.of("a")), file.toString()));
    assertTrue(refused.getMessage().contains("is there already"), refused.getMessage());
    assertEquals("precious", Files.readString(file));
  }

  @Test
  void rowsThatTrainingCouldNotUseAreCountedAndRefused() {
    Dataset<Row> rows =
        labelled(java.util.Arrays.asList("a text", null, " ", "another"))
            .withColumn(
                "topic", functions.when(functions.col("id").equalTo(3), null).otherwise("x"));
    String file = directory.resolve("mails.jsonl.gz").toString();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> TrainingFile.of("body", "topic").write(rows, file))
            .getMessage();
    assertEquals(
        "of 4 rows 2 have no text (body) and 1 no label (topic); leave them out first", message);
    message =
        assertThrows(
                IllegalArgumentException.class,
                () -> TrainingFile.of("text", "topic").write(rows, file))
            .getMessage();
    assertTrue(message.startsWith("there is no column 'text'; there are [id, body"), message);
  }
}
