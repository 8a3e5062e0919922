package io.incrt.data.vectors;

import static io.incrt.data.vectors.VectorFiles.floats;
import static io.incrt.data.vectors.VectorFiles.gzip;
import static io.incrt.data.vectors.VectorFiles.ints;
import static io.incrt.data.vectors.VectorFiles.join;
import static io.incrt.data.vectors.VectorFiles.longs;
import static io.incrt.data.vectors.VectorFiles.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.vectors.VectorFiles.Entry;
import io.incrt.data.vectors.VectorFiles.FastText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of bad file of word vectors there is, with the message it must give. */
class MalformedVectorsTest {

  private static final String NO_VECTORS =
      "this is no file of word vectors: the first line should be a word and at least two numbers"
          + " (GloVe), or the number of words and of dimensions (word2vec, fastText)";

  private static final List<Entry> ENTRIES =
      List.of(new Entry("the", 1, 2), new Entry("cat", 3.5f, 4), new Entry("sat", -5, 1e-3f));
  private static final FastText MODEL =
      new FastText(ENTRIES, List.of(new float[] {1, 2}, new float[] {3, 4}), 2, 3);

  @TempDir private Path folder;

  /** Bytes in, message out. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Case(byte[] content, String message) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static Case bad(String content, String message) {
    return new Case(utf8(content), message);
  }

  static Stream<Case> files() {
    return Stream.of(
        bad("", "f: the file is empty; a file of word vectors was expected"),
        new Case(gzip(new byte[0]), "f: the file is empty; a file of word vectors was expected"),
        bad("\n \r\n", "f: there are only blanks in it; a file of word vectors was expected"),
        bad("sentence\tlabel\na fine film\t1\n", "f:1: " + NO_VECTORS),
        bad("a fine film\t1\na bad one\t0\n", "f:1: " + NO_VECTORS),
        bad("{\"text\": \"a\"}\n", "f:1: " + NO_VECTORS),
        bad("\u0000\u0001\u0002", "f:1: " + NO_VECTORS),
        bad(
            "PK\u0003\u0004  ",
            "f:1: the file is a ZIP archive (or a spreadsheet); a file of word vectors was"
                + " expected, plain or gzip"),
        new Case(
            Arrays.copyOf(gzip(VectorFiles.glove(ENTRIES)), 30),
            "f: the gzip data ends in the middle; is the file complete?"),
        bad(
            "a" + " 1".repeat(4097),
            "f: the first line says that vectors have 4097 dimensions; 1 to 4096 were expected"),
        bad(
            "a 1 2" + "\nb 3 4".repeat(3) + "\nc " + "x".repeat(ByteInput.CAPACITY),
            "f:5: the line is longer than 262144 bytes; a word and its numbers were expected"));
  }

  static Stream<Case> texts() {
    String two = "a word and 2 numbers were expected, because ";
    return Stream.of(
        bad("a 1 2\nb 3\n", "f:2: the line has 2 columns; " + two + "the first line has as many"),
        bad("a 1 2\nb\n", "f:2: the line has 1 column; " + two + "the first line has as many"),
        bad("a 1 2\n3 4\n", "f:2: the line has 2 columns; " + two + "the first line has as many"),
        bad(
            "a 1 2\nb 1 2 3\n",
            "f:2: the line has 4 columns; " + two + "the first line has as many"),
        bad("a 1 2\nnew york 3\n", bad3("york")),
        bad("a 1 2\nb nan 3\n", bad3("nan")),
        bad("a 1 2\nb 3 -Infinity\n", bad3("-Infinity")),
        bad("a 1 2\nb 3 1e39\n", bad3("1e39")),
        bad("a 1 2\nb 3 0x1p3\n", bad3("0x1p3")),
        bad(
            "a nan 2\n",
            "f:1: 'nan' is not a finite number; " + two + "the first line has as many"),
        bad("2 2\na 1 2\nb 3\n", "f:3: the line has 2 columns; " + two + "the header says so"),
        bad(
            "2 1\na 1\nb\n",
            "f:3: the line has 1 column; a word and 1 number were expected,"
                + " because the header says so"),
        bad("0 2\n", "f:1: the header says that there are 0 words; at least one was expected"),
        bad("9 0\n", "f: the header says that vectors have 0 dimensions; 1 to 4096 were expected"),
        bad(
            "9 99999999999\na 1\n",
            "f: the header says that vectors have 99999999999 dimensions; 1 to 4096 were expected"),
        bad(
            "999999999999999999 2\na 1 2\n",
            "f:2: the header says that there are 999999999999999999 words, but the file ends after"
                + " 1; is it complete? If it was cut on purpose, its first line should be '1 2'"),
        bad(
            "5 300",
            "f:1: the header says that there are 5 words, but the file ends after 0; is it"
                + " complete? If it was cut on purpose, its first line should be '0 300'"),
        bad(
            "1 2\na 1 2\nb 3 4\n",
            "f:3: the header says that there are 1 words, but here is one more; the first line"
                + " must be 'words dimensions'"));
  }

  private static String bad3(String number) {
    return "f:2: '"
        + number
        + "' is not a finite number; a word and 2 numbers were expected, because the first line has"
        + " as many";
  }

  static Stream<Case> binaries() {
    byte[] one = join(utf8("2 2\na "), floats(1, 2));
    return Stream.of(
        new Case(
            join(one, utf8("b ")),
            "f: the file ends in the middle of word 2, but the header says that there are 2; is it"
                + " complete?"),
        new Case(
            one,
            "f: the file ends in the middle of word 2, but the header says that there are 2; is it"
                + " complete?"),
        new Case(
            join(one, utf8("b "), floats(1, Float.NaN)),
            "f: the vector of word 2, 'b', has a number that is not finite"),
        new Case(
            join(one, utf8("b "), floats(1, 2), utf8("\nc ")),
            "f: more follows after the 2 words that the header says"),
        new Case(
            join(one, utf8("x".repeat(70_000))),
            "f: word 2 is longer than 65536 bytes; the file is damaged"),
        new Case(
            join(utf8("999999999999 4096\na "), floats(1, 2)),
            "f: the file ends in the middle of word 1, but the header says that there are"
                + " 999999999999; is it complete?"));
  }

  static Stream<Case> models() {
    byte[] start = MODEL.settings(12);
    byte[] whole = MODEL.file();
    String quantized =
        "f: the fastText model is quantized (.ftz); a model that is not (.bin), or its vectors"
            + " (.vec), was expected";
    String damaged = "f: the fastText model is damaged: it says that it has ";
    byte[] ending = join(MODEL.dictionary(-1), new byte[1]);
    return Stream.of(
        new Case(MODEL.settings(13), "f: the fastText model has version 13; 11 or 12 was expected"),
        new Case(start, "f: the file ends in the middle; is it complete?"),
        new Case(
            Arrays.copyOf(whole, whole.length - 30),
            "f: the file ends in the middle; is it complete?"),
        new Case(join(start, MODEL.dictionary(-1), new byte[] {1}), quantized),
        new Case(join(start, MODEL.dictionary(4), new byte[1]), quantized),
        new Case(
            join(start, ints(9, 3, 1), longs(0, -1)),
            damaged + "9 entries of which 3 are words and 1 labels"),
        new Case(
            join(start, ints(Integer.MAX_VALUE, Integer.MAX_VALUE, 0), longs(0, -1), utf8("a")),
            "f: the file ends in the middle of entry 1 of 2147483647"),
        new Case(
            join(start, ints(1, 1, 0), longs(0, -1), utf8("x".repeat(70_000))),
            "f: entry 1 is longer than 65536 bytes; the fastText model is damaged"),
        new Case(
            join(start, ints(1, 1, 0), longs(0, -1), utf8("a\u0000"), longs(1), new byte[] {1}),
            damaged + "entry 1 of type 1"),
        new Case(join(start, ending, longs(5, 3)), damaged + "a matrix of 5 rows and 3 columns"),
        new Case(join(start, ending, longs(99, 2)), damaged + "a matrix of 99 rows and 2 columns"),
        new Case(
            join(start, ending, longs(5, 2), floats(1, Float.NaN)),
            "f: row 1 of the matrix has a number that is not finite"),
        new Case(
            new FastText(
                    List.of(new Entry("the", Float.MAX_VALUE)),
                    List.of(new float[] {Float.MAX_VALUE}),
                    2,
                    3)
                .file(),
            "f: the rows of 'the' add up to more than a float holds"),
        new Case(
            new FastText(ENTRIES, List.of(), 2, 99).file(),
            damaged + "pieces of up to 99 letters in 0 buckets"));
  }

  @ParameterizedTest
  @MethodSource({"files", "texts", "binaries", "models"})
  void isRefused(Case bad) throws IOException {
    Path file = Files.write(folder.resolve("f"), bad.content);
    String message =
        assertThrows(BadRecordException.class, () -> WordVectors.read(file, Set.of("the"), 99))
            .getMessage();
    assertEquals(bad.message, message.replace(file.toString(), "f"));
  }

  @Test
  void aFolderIsRefused() {
    String message =
        assertThrows(BadRecordException.class, () -> WordVectors.read(folder, Set.of(), 9))
            .getMessage();
    assertEquals(folder + ": this is a directory where a file of word vectors is needed", message);
  }

  @Test
  void gzipThatExpandsTooMuchIsRefused() throws IOException {
    byte[] bomb = gzip(join(utf8("a 1 2\n"), new byte[8 << 20]));
    Path file = Files.write(folder.resolve("f"), bomb);
    assertThrows(BadRecordException.class, () -> WordVectors.read(file, Set.of(), 9));
  }

  /** Whatever is damaged, there is a result or the proper exception, and little memory is used. */
  @Test
  void damagedFilesAreReadOrRefusedProperly() throws IOException {
    long seed = Long.getLong("tests.seed", 42);
    Random random = new Random(seed);
    List<byte[]> whole =
        List.of(
            VectorFiles.glove(ENTRIES),
            VectorFiles.word2vecText(ENTRIES),
            VectorFiles.word2vecBinary(ENTRIES, true),
            MODEL.file(),
            gzip(MODEL.file()),
            gzip(VectorFiles.glove(ENTRIES)));
    int refused = 0;
    for (int i = 0; i < 1200; i++) {
      byte[] content = damaged(whole.get(i % whole.size()), random);
      Path file = Files.write(folder.resolve("f"), content);
      try {
        WordVectors found = WordVectors.read(file, Set.of("the", "cats", "x"), 9);
        for (String word : found.words()) {
          for (float value : found.vector(word).orElseThrow()) {
            assertTrue(Float.isFinite(value));
          }
        }
      } catch (BadRecordException e) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("damage " + i + " with -Dtests.seed=" + seed, e);
      }
    }
    assertTrue(refused > 200, "only " + refused + " were refused");
  }

  private static byte[] damaged(byte[] whole, Random random) {
    byte[] content = whole.clone();
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(content.length);
      switch (random.nextInt(5)) {
        case 0 -> content[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> content[at] = (byte) random.nextInt(256);
        case 2 -> content = Arrays.copyOf(content, Math.max(1, at));
        case 3 -> {
          byte[] tail = Arrays.copyOfRange(content, at, content.length);
          byte[] more = utf8(List.of("9999999", " ", "\n", "-", "nan").get(random.nextInt(5)));
          content = join(Arrays.copyOf(content, at), more, tail);
        }
        default ->
            Arrays.fill(
                content,
                at,
                Math.min(content.length, at + 4),
                (byte) (random.nextBoolean() ? 127 : -1));
      }
    }
    return content;
  }
}
