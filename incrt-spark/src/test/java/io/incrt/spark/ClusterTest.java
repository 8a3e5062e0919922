package io.incrt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executors that are processes of their own, to which a model has to be sent. */
class ClusterTest {

  /** What each of two executors says in the end: its process, and how often it opened a model. */
  private static List<String> opened(String serializer) throws Exception {
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    try (SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[2,2,1024]")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.scheduler.minRegisteredResourcesRatio", 1)
            .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
            .config("spark.serializer", serializer)
            .config("spark.sql.shuffle.partitions", 8)
            .config("spark.ui.enabled", false)
            .getOrCreate()) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        texts.add("a fine and calm day , number " + i);
      }
      IncrtModel model = IncrtModel.open(Golden.folder("format-3/text").toString());
      Dataset<Row> answered = model.transform(Golden.texts(spark, texts).repartition(8));
      assertEquals(400, answered.where("prediction IS NOT NULL").count());
      MapPartitionsFunction<Row, String> told =
          rows -> {
            while (rows.hasNext()) {
              rows.next();
            }
            return List.of(ProcessHandle.current().pid() + " " + OpenModels.count()).iterator();
          };
      return answered.mapPartitions(told, Encoders.STRING()).collectAsList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KryoSerializer", "JavaSerializer"})
  void eachExecutorOpensTheModelOnce(String serializer) throws Exception {
    List<String> said = opened("org.apache.spark.serializer." + serializer);
    assertEquals(8, said.size());
    Set<String> executors = new TreeSet<>(said);
    assertEquals(2, executors.size(), executors.toString());
    for (String one : executors) {
      assertEquals("1", one.split(" ", -1)[1], executors.toString());
    }
  }
}
