package io.incrt.onnx;

import ai.onnxruntime.OrtEnvironment;
import java.io.File;
import java.lang.System.Logger;
import java.lang.reflect.Field;
import java.nio.file.Path;

/**
 * onnxruntime, without what it leaves behind. It unpacks its libraries to a temporary folder and
 * asks Java to delete folder and files at the end in an order in which the folder is never empty:
 * one is left by every process.
 */
public final class OnnxEnvironment {

  private static final Logger LOG = System.getLogger(OnnxEnvironment.class.getName());
  private static boolean clearsAtTheEnd;

  private OnnxEnvironment() {}

  /** The environment of this process. */
  public static synchronized OrtEnvironment get() {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    if (!clearsAtTheEnd) {
      clearsAtTheEnd = true;
      // Not before the end, as libraries for other devices are unpacked there when they are asked
      // for.
      Runtime.getRuntime()
          .addShutdownHook(new Thread(OnnxEnvironment::clear, "onnxruntime-folder"));
    }
    return environment;
  }

  /** Libraries that are loaded need their files no longer; where that is not so, they stay. */
  static void clear() {
    try {
      Field folder = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("tempDirectory");
      folder.setAccessible(true);
      File[] files = folder.get(null) instanceof Path path ? path.toFile().listFiles() : null;
      if (files != null) {
        boolean all = true;
        for (File file : files) {
          all &= file.delete();
        }
        all &= ((Path) folder.get(null)).toFile().delete();
        LOG.log(Logger.Level.DEBUG, "onnxruntime's temporary folder is gone: {0}", all);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another version, which may have learned to clear up by itself.
      LOG.log(Logger.Level.DEBUG, "onnxruntime's temporary folder is not known", e);
    }
  }
}
