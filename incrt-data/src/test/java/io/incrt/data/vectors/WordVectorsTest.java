package io.incrt.data.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.vectors.VectorFiles.Entry;
import io.incrt.data.vectors.VectorFiles.FastText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordVectorsTest {

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("the", 0.5f, -1.25f, 3),
          new Entry("The", 9, 9, 9),
          new Entry(",", 1e-5f, 2, -7.75f),
          new Entry("Zürich", 4, 5, 6),
          new Entry("日本", 7, 8, 9.5f),
          new Entry("don't", 1, 1, 1),
          new Entry("cat", -0.001f, 0, 2));

  @TempDir private Path folder;

  private WordVectors read(byte[] content, Set<String> wanted, int others) throws IOException {
    return WordVectors.read(Files.write(folder.resolve("f"), content), wanted, others);
  }

  private void assertAllThere(VectorFormat format, byte[] content) throws IOException {
    for (byte[] bytes : List.of(content, VectorFiles.gzip(content))) {
      WordVectors found = read(bytes, Set.of(), 100);
      assertEquals(format, found.format());
      assertEquals(3, found.dimension());
      assertEquals(List.of("the", ",", "zürich", "日本", "cat"), found.words());
      assertArrayEquals(new float[] {0.5f, -1.25f, 3}, found.vector("the").orElseThrow());
      assertArrayEquals(new float[] {1e-5f, 2, -7.75f}, found.vector(",").orElseThrow());
      assertArrayEquals(new float[] {-0.001f, 0, 2}, found.vector("cat").orElseThrow());
      assertEquals(new VectorCounts(7, 0, 5, 0, 1, 0), found.counts());
    }
  }

  @Test
  void everyFormatIsDetectedFromItsContent() throws IOException {
    assertAllThere(VectorFormat.GLOVE_TEXT, VectorFiles.glove(ENTRIES));
    assertAllThere(VectorFormat.WORD2VEC_TEXT, VectorFiles.word2vecText(ENTRIES));
    assertAllThere(VectorFormat.WORD2VEC_BINARY, VectorFiles.word2vecBinary(ENTRIES, true));
    assertAllThere(VectorFormat.WORD2VEC_BINARY, VectorFiles.word2vecBinary(ENTRIES, false));
    assertAllThere(VectorFormat.FASTTEXT_MODEL, new FastText(ENTRIES, List.of(), 0, 0).file());
  }

  @Test
  void wordsAskedForAreKeptAndThenTheMostFrequentOthers() throws IOException {
    WordVectors found = read(VectorFiles.glove(ENTRIES), Set.of("cat", "don't", "absent"), 2);
    assertEquals(List.of("the", ",", "don't", "cat"), found.words());
    assertEquals(new VectorCounts(7, 2, 2, 0, 1, 0), found.counts());
    assertEquals(List.of("the", ","), found.wordsBeyond(Set.of("cat")));
    assertFalse(found.contains("absent"));
    assertTrue(found.vector("absent").isEmpty());
    float[] target = new float[5];
    assertTrue(found.copy("cat", target, 2));
    assertFalse(found.copy("absent", target, 0));
    assertArrayEquals(new float[] {0, 0, -0.001f, 0, 2}, target);
    assertEquals(
        "the number of other words must not be negative but is -1",
        assertThrows(IllegalArgumentException.class, () -> read(new byte[1], Set.of(), -1))
            .getMessage());
  }

  @Test
  void aVectorGivenOutIsACopy() throws IOException {
    WordVectors found = read(VectorFiles.glove(ENTRIES), Set.of("cat"), 0);
    found.vector("cat").orElseThrow()[0] = 77;
    assertEquals(-0.001f, found.vector("cat").orElseThrow()[0]);
  }

  @Test
  void wordsMayHoldBlanksAndLinesMayEndInManyWays() throws IOException {
    WordVectors found =
        read(
            VectorFiles.utf8(
                "\uFEFFof 1 2\r\n. . . 3 4 \nat name@domain.com\t5  6\n\n 7 8\n10 -9 +1e1"),
            Set.of(". . .", "at name@domain.com"),
            9);
    assertEquals(List.of("of", ". . .", "at name@domain.com", "10"), found.words());
    assertArrayEquals(new float[] {5, 6}, found.vector("at name@domain.com").orElseThrow());
    assertArrayEquals(new float[] {-9, 10}, found.vector("10").orElseThrow());
    assertEquals(new VectorCounts(5, 2, 2, 0, 0, 1), found.counts());
    assertEquals(List.of("of", "10"), found.wordsBeyond(Set.of()));
  }

  @Test
  void wordsThatAreNotUtf8AreLeftOutAndCounted() throws IOException {
    byte[] half = {'c', 'a', 'f', (byte) 0xC3};
    byte[] text = VectorFiles.join(VectorFiles.utf8("a 1 2\n"), half, VectorFiles.utf8(" 1 2\n"));
    byte[] binary =
        VectorFiles.join(
            VectorFiles.utf8("2 2\n"),
            half,
            VectorFiles.utf8(" "),
            VectorFiles.floats(1, 2),
            VectorFiles.utf8("a "),
            VectorFiles.floats(1, 2));
    for (byte[] content : List.of(text, binary)) {
      WordVectors found = read(content, Set.of(), 9);
      assertEquals(List.of("a"), found.words());
      assertEquals(new VectorCounts(2, 0, 1, 0, 0, 1), found.counts());
    }
  }

  @Test
  void aFileLargerThanTheBufferIsReadWhole() throws IOException {
    Random random = new Random(7);
    List<Entry> entries = new ArrayList<>();
    List<float[]> buckets = List.of();
    for (int i = 0; i < 1500; i++) {
      float[] vector = new float[60];
      for (int j = 0; j < vector.length; j++) {
        vector[j] = (float) random.nextGaussian();
      }
      entries.add(new Entry("w" + i, vector));
    }
    byte[] text = VectorFiles.glove(entries);
    assertTrue(text.length > 2 * ByteInput.CAPACITY);
    for (byte[] content :
        List.of(text, binary(entries), new FastText(entries, buckets, 0, 0).file())) {
      WordVectors found = read(content, Set.of(), 5000);
      assertEquals(1500, found.words().size());
      for (Entry entry : entries) {
        assertArrayEquals(entry.vector(), found.vector(entry.word()).orElseThrow());
      }
    }
  }

  private static byte[] binary(List<Entry> entries) {
    return VectorFiles.word2vecBinary(entries, true);
  }

  @Test
  void decimalsAreReadAsJavaReadsThem() {
    Random random = new Random(3);
    List<String> texts = new ArrayList<>(List.of("0", "-0.0", "1.", ".5", "1e5", "+2.5E-3"));
    texts.addAll(List.of("123456789012345678901234567890", "1e-60", "0.1e+38", "3.4028235e38"));
    for (int i = 0; i < 2000; i++) {
      texts.add(Float.toString(Float.intBitsToFloat(random.nextInt() & 0xBF7F_FFFF)));
      texts.add(String.format(Locale.ROOT, "%.6f", random.nextGaussian()));
    }
    for (String text : texts) {
      float expected = Float.parseFloat(text);
      assertEquals(expected, number(text), Math.ulp(expected), text);
    }
    assertEquals(Float.POSITIVE_INFINITY, number("1e39"));
    for (String text :
        List.of("", "-", ".", "e5", "1e", "1e+", "1f", "0x1p3", "nan", "1.2.3", "1 ", "--1")) {
      assertTrue(Float.isNaN(number(text)), text);
    }
  }

  private static float number(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return Decimal.parse(bytes, 0, bytes.length);
  }

  @Test
  void piecesAreHashedAsFastTextDoes() {
    // By hand: the pieces of <aé> of 2 and 3 letters are <a, <aé, aé, aé>, é>.
    List<Integer> found = new ArrayList<>();
    new Subwords(2, 3, 1000).each(VectorFiles.utf8("aé"), found::add);
    List<Integer> expected = new ArrayList<>();
    for (String piece : List.of("<a", "<aé", "aé", "aé>", "é>")) {
      expected.add((int) (fnv(VectorFiles.utf8(piece)) % 1000));
    }
    assertEquals(expected, found);
    // A published value of FNV-1a, so that the two do not share a mistake.
    assertEquals(0xBF9CF968L, fnv(VectorFiles.utf8("foobar")));
  }

  /** FNV-1a on unsigned numbers; fastText widens bytes with their sign. */
  private static long fnv(byte[] bytes) {
    long hash = 2_166_136_261L;
    for (byte one : bytes) {
      hash = (hash ^ (one & 0xFFFF_FFFFL)) * 16_777_619L & 0xFFFF_FFFFL;
    }
    return hash;
  }

  @Test
  void aFastTextWordIsTheMeanOfItsRowAndItsPieces() throws IOException {
    List<Entry> entries =
        List.of(new Entry("</s>", 9, 9), new Entry("Cat", 1, 2), new Entry("dog", 5, 6));
    List<float[]> buckets = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      buckets.add(new float[] {i, 100 + i * i});
    }
    byte[] content = new FastText(entries, buckets, 3, 4).file();
    WordVectors found = read(content, Set.of("cat", "cats", "</s>"), 0);
    assertEquals(List.of("</s>", "cat", "cats"), found.words());
    assertEquals(new VectorCounts(3, 2, 0, 1, 0, 0), found.counts());
    assertArrayEquals(new float[] {9, 9}, found.vector("</s>").orElseThrow());
    assertMean(
        found.vector("cat").orElseThrow(),
        new float[] {1, 2},
        buckets,
        List.of("<Ca", "<Cat", "Cat", "Cat>", "at>"));
    assertMean(
        found.vector("cats").orElseThrow(),
        null,
        buckets,
        List.of("<ca", "<cat", "cat", "cats", "ats", "ats>", "ts>"));
  }

  private static void assertMean(
      float[] found, float[] own, List<float[]> buckets, List<String> pieces) {
    double[] sum = new double[2];
    for (String piece : pieces) {
      float[] row = buckets.get((int) (fnv(VectorFiles.utf8(piece)) % buckets.size()));
      sum[0] += row[0];
      sum[1] += row[1];
    }
    int count = pieces.size() + (own == null ? 0 : 1);
    assertEquals((sum[0] + (own == null ? 0 : own[0])) / count, found[0], 1e-5);
    assertEquals((sum[1] + (own == null ? 0 : own[1])) / count, found[1], 1e-5);
  }

  @Test
  void theResultDoesNotDependOnTheOrderOfTheWordsAskedFor() throws IOException {
    List<float[]> buckets = List.of(new float[] {1, 2, 3}, new float[] {4, 5, 6});
    byte[] content = new FastText(ENTRIES, buckets, 2, 3).file();
    Set<String> wanted = new HashSet<>(List.of("zebra", "ant", "cow", "the"));
    WordVectors found = read(content, wanted, 1);
    assertEquals(List.of("the", ",", "ant", "cow", "zebra"), found.words());
  }
}
