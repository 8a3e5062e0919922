package io.incrt.tensor;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * Lets one process at a time load the native libraries until one has unpacked them all. JavaCPP
 * unpacks a library where others may have mapped it already, so that processes which start for the
 * first time side by side crash each other.
 */
final class FirstUnpacking {

  /** Held while libraries are unpacked. */
  private static final String LOCK = ".incrt-unpacking";

  /** Beside the libraries, so that it goes with them; there once all of them were loaded. */
  private static final String DONE = ".incrt-unpacked";

  private FirstUnpacking() {}

  /** Loads, alone where that may unpack. */
  static void load(Runnable loading) {
    Optional<Path> done = done();
    if (done.isPresent() && Files.exists(done.get())) {
      loading.run();
      return;
    }
    Optional<FileChannel> lock = lock();
    try {
      loading.run();
      if (lock.isPresent() && done.isPresent()) {
        Files.write(done.get(), new byte[0]);
      }
    } catch (IOException e) {
      // The next process waits for the lock again, no more.
    } finally {
      lock.ifPresent(FirstUnpacking::close);
    }
  }

  /**
   * Waits until no other process unpacks; empty where nothing can be written, and so not unpacked.
   */
  private static Optional<FileChannel> lock() {
    FileChannel channel = null;
    try {
      Path file = Loader.getCacheDir().toPath().resolve(LOCK);
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.lock();
      return Optional.of(channel);
    } catch (IOException | OverlappingFileLockException e) {
      // Overlapping: another class loader of this process has it.
      if (channel != null) {
        close(channel);
      }
      return Optional.empty();
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock ends with this process at the latest.
    }
  }

  /** Empty where the libraries come from no jar. */
  private static Optional<Path> done() {
    URL library =
        torch.class.getResource(
            "/org/bytedeco/pytorch/"
                + Loader.getPlatform()
                + "/"
                + System.mapLibraryName("jnitorch"));
    try {
      if (library != null && library.openConnection() instanceof JarURLConnection jar) {
        String name = new File(jar.getJarFileURL().getPath()).getName();
        return Optional.of(Loader.getCacheDir().toPath().resolve(name).resolve(DONE));
      }
    } catch (IOException e) {
      // Then nothing says that all is unpacked.
    }
    return Optional.empty();
  }
}
