package io.incrt.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;

/**
 * A model as Spark saves it: {@code metadata} holds the parameters, {@code model} the model's
 * folder, which is one as {@code incrt train} writes it.
 */
final class SavedModel {

  private static final String METADATA = "metadata";
  private static final String MODEL = "model";

  private SavedModel() {}

  /** Writes it where nothing is yet: Spark has seen to that. */
  static final class Writer extends MLWriter {

    private final IncrtModel model;

    Writer(IncrtModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      try {
        new DefaultParamsWriter(model).session(sparkSession()).save(path);
        model.files().write(new Path(path, MODEL), sc().hadoopConfiguration());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot save the model to " + path, e);
      }
    }
  }

  /** Reads it, the model's files checked. */
  static final class Reader extends MLReader<IncrtModel> {

    @Override
    public IncrtModel load(String path) {
      Configuration hadoop = sc().hadoopConfiguration();
      try {
        Path metadata = new Path(path, METADATA);
        if (!metadata.getFileSystem(hadoop).exists(metadata)) {
          throw new IllegalArgumentException(
              path
                  + " is not what an IncrtModel saves: there is no folder 'metadata' in it; a folder"
                  + " of incrt train is opened by IncrtModel.open");
        }
        DefaultParamsReader<IncrtModel> reader = new DefaultParamsReader<>();
        reader.session(sparkSession());
        return reader.load(path).with(new Path(path, MODEL), hadoop);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot load the model of " + path, e);
      }
    }
  }
}
