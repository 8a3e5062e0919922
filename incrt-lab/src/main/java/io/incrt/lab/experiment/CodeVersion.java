package io.incrt.lab.experiment;

import io.incrt.base.file.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Which version of the code a stored result was computed by. A release is identified by its version
 * number. A snapshot, or a build that is not packaged, is identified by a digest of its class files
 * as well, because two of them can differ under the same number.
 */
public final class CodeVersion {

  private CodeVersion() {}

  /**
   * The version of some packages and some single classes. Reads their class files, so ask once.
   *
   * @param packages classes whose packages count, those below them included
   * @param classes classes that count alone, with those nested in them
   */
  public static String of(List<Class<?>> packages, List<Class<?>> classes) {
    List<Class<?>> all = Stream.concat(packages.stream(), classes.stream()).toList();
    return of(
        all.get(0).getPackage().getImplementationVersion(),
        () -> {
          Digests sum = Digests.sha256();
          for (Class<?> one : packages) {
            String prefix = one.getPackageName().replace('.', '/') + "/";
            sum.add(digest(source(one), file -> file.startsWith(prefix)));
          }
          for (Class<?> one : classes) {
            String name = one.getName().replace('.', '/');
            sum.add(
                digest(
                    source(one),
                    file -> file.equals(name + ".class") || file.startsWith(name + "$")));
          }
          return sum.hex().substring(0, 16);
        });
  }

  static String of(String release, Supplier<String> digest) {
    if (release == null) {
      return "unpackaged+" + digest.get();
    }
    return release.endsWith("-SNAPSHOT") ? release + "+" + digest.get() : release;
  }

  /** The jar or directory a class was loaded from. */
  private static Path source(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("where " + one + " was loaded from is no file", e);
    }
  }

  /**
   * SHA-256 over the names and contents of class files, in the order of their names.
   *
   * @param source a jar, or a directory
   * @param counts which files count, by their path below the source, such as {@code a/b/C.class}
   */
  static String digest(Path source, Predicate<String> counts) {
    Map<String, byte[]> classes = new TreeMap<>();
    try {
      if (Files.isDirectory(source)) {
        readDirectory(source, counts, classes);
      } else {
        readJar(source, counts, classes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (classes.isEmpty()) {
      throw new IllegalStateException(source + " has none of the class files that count");
    }
    Digests sum = Digests.sha256();
    classes.forEach((name, content) -> sum.add(name + " " + content.length + "\n").add(content));
    return sum.hex();
  }

  private static void readDirectory(
      Path source, Predicate<String> counts, Map<String, byte[]> classes) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
        String name = source.relativize(file).toString().replace('\\', '/');
        if (counts.test(name)) {
          classes.put(name, Files.readAllBytes(file));
        }
      }
    }
  }

  /** By JarFile, which every Java runtime has; the file system of jars is a module of its own. */
  private static void readJar(Path source, Predicate<String> counts, Map<String, byte[]> classes)
      throws IOException {
    try (JarFile jar = new JarFile(source.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class") && counts.test(entry.getName())) {
          try (InputStream content = jar.getInputStream(entry)) {
            classes.put(entry.getName(), content.readAllBytes());
          }
        }
      }
    }
  }
}
