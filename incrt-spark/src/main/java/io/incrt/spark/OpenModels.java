package io.incrt.spark;

import io.incrt.lite.LiteModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The models that are open in this process, an executor for example: each is opened once, however
 * many tasks ask it at the same time and one after the other. Memory that is needed elsewhere is
 * given back between tasks.
 */
final class OpenModels {

  private static final ConcurrentMap<String, SoftReference<LiteModel>> OPEN =
      new ConcurrentHashMap<>();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private OpenModels() {}

  /** The model that these files are, opened if it is not open yet. */
  static LiteModel of(ModelFiles files, String name) {
    LiteModel[] model = new LiteModel[1];
    // Other tasks that ask for the same model wait inside compute.
    OPEN.compute(
        files.digest(),
        (digest, before) -> {
          model[0] = before == null ? null : before.get();
          if (model[0] != null) {
            return before;
          }
          model[0] = open(files, name);
          return new SoftReference<>(model[0]);
        });
    return model[0];
  }

  private static LiteModel open(ModelFiles files, String name) {
    OPEN.values().removeIf(one -> one.refersTo(null));
    try {
      LiteModel model = files.open(name);
      COUNT.incrementAndGet();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + name + ": " + e.getMessage(), e);
    }
  }

  /** How often a model was opened since the process began. */
  static int count() {
    return COUNT.get();
  }
}
