package io.incrt.lite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What a program gets that depends on incrt-lite: no native code, and not much code at all. */
class PlainJavaTest {

  private static final long MOST = 1_000_000;
  private static final Pattern NATIVE = Pattern.compile(".*\\.(so(\\.\\d+)*|dylib|jnilib|dll)");
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          ".*(javacpp|pytorch|mkl|openblas|tokenizers|onnxruntime|jna|incrt-network).*");

  private static List<Path> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static List<String> content(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        return files.map(Path::toString).toList();
      }
    }
    try (ZipFile jar = new ZipFile(entry.toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void thereIsNoNativeCode() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path entry : classPath()) {
      if (FORBIDDEN.matcher(entry.getFileName().toString()).matches()) {
        wrong.add(entry.toString());
      }
      for (String name : content(entry)) {
        if (NATIVE.matcher(name.toLowerCase(Locale.ROOT)).matches()) {
          wrong.add(entry + ": " + name);
        }
      }
    }
    assertEquals(List.of(), wrong);
    for (String name :
        List.of(
            "org.bytedeco.javacpp.Pointer",
            "ai.djl.huggingface.tokenizers.HuggingFaceTokenizer",
            "io.incrt.Incrt")) {
      assertThrows(ClassNotFoundException.class, () -> Class.forName(name), name);
    }
  }

  @Test
  void itsJarsAreSmall() throws IOException {
    long size = 0;
    List<String> own = new ArrayList<>();
    for (Path entry : classPath()) {
      boolean classes = entry.endsWith(Path.of("target", "classes"));
      String name =
          classes ? entry.getParent().getParent().getFileName().toString() : entry.toString();
      if (name.contains("incrt-") && !entry.endsWith("test-classes")) {
        own.add(name);
        size += classes ? packed(entry) : Files.size(entry);
      }
    }
    assertEquals(4, own.size(), own + " are lite, folder, data and base");
    assertTrue(size > 100_000 && size < MOST, own + " have " + size + " bytes");
  }

  /** The size of a jar of these classes. */
  private static long packed(Path classes) throws IOException {
    Path jar = Files.createTempFile("classes", ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        try (InputStream in = Files.newInputStream(file)) {
          in.transferTo(zip);
        }
      }
    }
    long size = Files.size(jar);
    Files.delete(jar);
    return size;
  }
}
