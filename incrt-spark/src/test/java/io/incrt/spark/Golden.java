package io.incrt.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Models that the library's own tests keep, and Spark in one process. */
final class Golden {

  /** Whatever directory the tests are started from: this module's. */
  private static final Path FOLDERS =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden").toAbsolutePath();

  private Golden() {}

  static Path folder(String name) {
    return FOLDERS.resolve(name).normalize();
  }

  /** A copy of a model, whose tables are packed in the repository. */
  static Path copy(String name, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(folder(name))) {
      for (Path file : files.toList()) {
        String own = file.getFileName().toString();
        if (own.endsWith(".gz")) {
          try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Files.copy(in, to.resolve(own.substring(0, own.length() - 3)));
          }
        } else {
          Files.copy(file, to.resolve(own));
        }
      }
    }
    return to;
  }

  static SparkSession spark() {
    return SparkSession.builder()
        .master("local[4]")
        .appName("incrt-spark")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .getOrCreate();
  }

  /** Rows with a number and a text; null is one, too. */
  static Dataset<Row> texts(SparkSession spark, List<String> texts) {
    StructType schema =
        new StructType().add("id", DataTypes.IntegerType).add("text", DataTypes.StringType);
    List<Row> rows =
        java.util.stream.IntStream.range(0, texts.size())
            .mapToObj(i -> RowFactory.create(i, texts.get(i)))
            .toList();
    return spark.createDataFrame(rows, schema);
  }
}
