package io.incrt.tensor;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Context;

/**
 * An installed PyTorch whose libraries are used instead of the bundled ones, for its CUDA. The
 * bindings are made for one version: another may lack a function, or take its arguments in another
 * order and silently compute nonsense, so only tested versions are accepted.
 */
public final class InstalledTorch {

  private static final Pattern VERSION =
      Pattern.compile("^__version__ = ['\"]([^'\"]+)['\"]", Pattern.MULTILINE);
  private static final Pattern TESTED = Pattern.compile("2\\.(10|11)\\..*");

  private InstalledTorch() {}

  /** Whether libraries of java.library.path take precedence over the bundled ones. */
  static boolean isAskedFor() {
    return Boolean.getBoolean("org.bytedeco.javacpp.pathsFirst");
  }

  /** The torch folder in use; its {@code lib} is in java.library.path. */
  static Optional<Path> folder() {
    if (!isAskedFor()) {
      return Optional.empty();
    }
    for (String entry : System.getProperty("java.library.path", "").split(File.pathSeparator, -1)) {
      Path lib = Path.of(entry).toAbsolutePath();
      if (Files.exists(lib.resolve(System.mapLibraryName("torch")))) {
        return Optional.ofNullable(lib.normalize().getParent());
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses a PyTorch of an untested version. One without version.py is accepted.
   *
   * @param folder its torch folder
   */
  public static void requireTried(Path folder) {
    Path file = folder.resolve("version.py");
    if (!Files.exists(file)) {
      return;
    }
    try {
      Matcher matcher = VERSION.matcher(Files.readString(file));
      String version = matcher.find() ? matcher.group(1) : "unknown";
      if (!TESTED.matcher(version).matches()) {
        throw new IllegalArgumentException(
            "the PyTorch in "
                + folder
                + " has the version "
                + version
                + ", but only 2.10 and 2.11 are known to compute right here; install one of these,"
                + " or unset INCRT_TORCH");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Why the loaded libtorch has no GPU, and what to do about it. */
  static String whyNoCuda() {
    Optional<Path> folder = folder();
    if (folder.isPresent() && Context.hasCUDART()) {
      return "the PyTorch in "
          + folder.get()
          + " finds no GPU; nvidia-smi must list one, otherwise compute on the cpu";
    }
    return folder
            .map(path -> "the PyTorch in " + path + " was built without it")
            .orElse("the libtorch that comes along computes on the CPU only")
        + "; set INCRT_TORCH to the torch folder of a PyTorch 2.10 or 2.11 with CUDA, or compute on"
        + " the cpu";
  }
}
