package io.incrt.examples.spark;

import io.incrt.spark.IncrtModel;
import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Labels a table of texts: reads JSON lines, CSV or Parquet, writes Parquet with the columns of the
 * answers beside those that were there, and counts the labels.
 */
public final class LabelTexts {

  private LabelTexts() {}

  /** Takes the model's folder, the input and its column of texts, and where to write. */
  public static void main(String[] args) throws IOException {
    if (args.length != 4) {
      System.err.println("usage: LabelTexts MODEL INPUT.(json|csv|parquet) COLUMN OUTPUT");
      throw new IllegalArgumentException("four arguments are needed, not " + args.length);
    }
    try (SparkSession spark = SparkSession.builder().appName("LabelTexts").getOrCreate()) {
      Dataset<Row> labelled = labelled(spark, args[0], args[1], args[2]);
      labelled.write().parquet(args[3]);
      Dataset<Row> written = spark.read().parquet(args[3]);
      written.groupBy("predictedLabel").count().orderBy("predictedLabel").show();
      long bad = written.where("error IS NOT NULL").count();
      System.out.println(bad + " without an answer: their column 'error' says why");
    }
  }

  /** The rows of the input, each with its answer. */
  static Dataset<Row> labelled(SparkSession spark, String model, String input, String column)
      throws IOException {
    Dataset<Row> texts = table(spark, input);
    IncrtModel opened = IncrtModel.open(model);
    // One file is one partition; as many as there are tasks at a time keep all executors busy.
    int tasks = spark.sparkContext().defaultParallelism();
    return opened.setInputCol(column).transform(texts.repartition(tasks));
  }

  private static Dataset<Row> table(SparkSession spark, String input) {
    for (String format : Arrays.asList("json", "csv", "parquet")) {
      if (input.contains("." + format)) {
        return spark.read().option("header", true).format(format).load(input);
      }
    }
    throw new IllegalArgumentException(input + " must end in .json, .csv or .parquet");
  }
}
