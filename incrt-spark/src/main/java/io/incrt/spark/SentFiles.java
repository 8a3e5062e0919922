package io.incrt.spark;

import io.incrt.lite.LiteModel;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.reflect.ClassTag$;

/** A model's files on the driver, which sends them to the executors when they are first needed. */
final class SentFiles implements Serializable {

  /** No model. */
  static final SentFiles NONE = new SentFiles(null, "no model");

  @Serial private static final long serialVersionUID = 1;

  private final ModelFiles files;
  private final String name;
  private transient LiteModel model;
  private transient SparkContext context;
  private transient Broadcast<ModelFiles> sent;

  private SentFiles(ModelFiles files, String name) {
    this.files = files;
    this.name = name;
  }

  /** Reads a folder, and refuses one that is no model or is damaged. */
  static SentFiles read(String folder, Configuration hadoop) throws IOException {
    SentFiles files = new SentFiles(ModelFiles.read(new Path(folder), hadoop), folder);
    files.model();
    return files;
  }

  boolean isEmpty() {
    return files == null;
  }

  /** Where they are from. */
  String name() {
    return name;
  }

  synchronized LiteModel model() {
    if (model == null) {
      model = OpenModels.of(files, name);
    }
    return model;
  }

  /** The files, on their way to whoever asks: however often, they are sent once. */
  synchronized Broadcast<ModelFiles> to(SparkContext spark) {
    if (context != spark) {
      sent = spark.broadcast(files, ClassTag$.MODULE$.apply(ModelFiles.class));
      context = spark;
    }
    return sent;
  }

  void write(Path folder, Configuration hadoop) throws IOException {
    files.write(folder, hadoop);
  }
}
