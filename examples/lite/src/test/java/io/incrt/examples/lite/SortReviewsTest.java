package io.incrt.examples.lite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortReviewsTest {

  /** A small model that the tests of the library have. */
  private static final Path MODEL =
      Path.of("..", "..", "incrt-network/src/test/resources/golden/format-2/text");

  @Test
  void textsAreSorted(@TempDir Path directory) throws Exception {
    List<String> texts =
        List.of("a fine and calm day , number 7 !", "a DULL and grey day, number 3!", "zzz zzz");
    assertEquals(
        Map.of(
            "good", texts.subList(0, 1), "bad", texts.subList(1, 2), "unsure", texts.subList(2, 3)),
        SortReviews.sorted(MODEL, texts));
    Path file = Files.write(directory.resolve("texts"), texts);
    SortReviews.main(new String[] {MODEL.toString(), file.toString()});
  }

  @Test
  void noNativeCodeComesAlong() {
    String classPath = System.getProperty("java.class.path");
    for (String library : List.of("javacpp", "pytorch", "mkl", "openblas", "tokenizers-")) {
      assertFalse(classPath.contains(library), classPath);
    }
  }
}
