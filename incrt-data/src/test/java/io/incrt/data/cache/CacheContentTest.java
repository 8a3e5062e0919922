package io.incrt.data.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache holds what reading the file into memory gives. */
class CacheContentTest {

  @TempDir Path folder;

  private static List<LabelledSequence> learned(CachedRecords cached, Path data)
      throws IOException {
    Set<String> held = new HashSet<>();
    cached.held().forEach(record -> held.add(record.place()));
    return RecordReader.read(data).stream().filter(r -> !held.contains(r.place())).toList();
  }

  private static void requireSame(CachedRecords cached, List<LabelledSequence> records) {
    CachedTokens tokens = cached.tokens();
    Tokenizer tokenizer = tokens.tokenizer();
    assertEquals(records.size(), cached.size());
    for (int i = 0; i < records.size(); i++) {
      int[] own = tokenizer.encode(records.get(i).sequence());
      assertArrayEquals(own, tokens.tokens(i, Integer.MAX_VALUE), records.get(i).sequence());
      assertArrayEquals(
          Arrays.copyOf(own, Math.min(3, own.length)), tokens.tokens(i, 3), "the first");
      assertEquals(own.length, tokens.length(i));
      assertEquals(records.get(i).label(), cached.labels().get(tokens.classOf(i)));
    }
  }

  @Test
  void wordsAreThoseOfTheTokenizerWhoseVocabularyIsTheSameAsInMemory() throws IOException {
    Path data = Caches.texts(folder, 3000, 1);
    CachedRecords cached = Caches.of(Caches.plan(data, folder));

    List<LabelledSequence> records = learned(cached, data);
    assertEquals(Kind.TEXT, cached.kind());
    assertEquals(
        Words.learn(records, 2, 0).file().tokens(), cached.tokens().tokenizer().file().tokens());
    requireSame(cached, records);
    Map<String, Long> labels = new TreeMap<>();
    records.forEach(record -> labels.merge(record.label(), 1L, Long::sum));
    assertEquals(labels, cached.labelCounts());
  }

  @Test
  void textsOfAnyAlphabetAreCutAsTheTokenizerCutsThem() throws IOException {
    Random random = new Random(4);
    int[] odd =
        "ΣΑΣ σας İstanbul ǅ ʰ ⅳ ² ½ 漢字 a\u0301 n_1 \u2003x\u00a0y \u0085z 😀 ß٣ _ -- ©€ 𝒜b \u200bq"
            .codePoints()
            .toArray();
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 12; j++) {
        text.appendCodePoint(odd[random.nextInt(odd.length)]);
        text.append(random.nextInt(3) == 0 ? " " : "");
      }
      text.append(" end of it\t").append(i % 2).append('\n');
    }
    Path data = Files.writeString(folder.resolve("odd.tsv"), text);

    CachedRecords cached = Caches.of(Caches.plan(data, folder, Kind.TEXT));

    requireSame(cached, learned(cached, data));
  }

  @Test
  void shortSequencesAreLetters() throws IOException {
    Path data = Caches.bases(folder, 400, 100, 2);
    CachedRecords cached = Caches.of(Caches.plan(data, folder));

    List<LabelledSequence> records = learned(cached, data);
    assertEquals(Kind.DNA, cached.kind());
    assertEquals(1, ((KmerTokenizer) cached.tokens().tokenizer()).k());
    requireSame(cached, records);
  }

  @Test
  void longSequencesAreWindowsOfLetters() throws IOException {
    Path data = Caches.bases(folder, 60, 3000, 3);
    CachedRecords cached = Caches.of(Caches.plan(data, folder));

    List<LabelledSequence> records = learned(cached, data);
    KmerTokenizer tokenizer = (KmerTokenizer) cached.tokens().tokenizer();
    assertEquals(6, tokenizer.k());
    assertEquals(
        KmerTokenizer.learn(6, 1, Kind.DNA.ambiguous(), records).vocabulary(),
        tokenizer.vocabulary());
    requireSame(cached, records);
  }

  @Test
  void proteinsAreLetters() throws IOException {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append(">p").append(i).append("|").append(i % 3).append('\n');
      for (int j = 0; j < 300; j++) {
        text.append("ACDEFGHIKLMNPQRSTVWYX".charAt(random.nextInt(21)));
      }
      text.append('\n');
    }
    Path data = Files.writeString(folder.resolve("p.fasta"), text);

    CachedRecords cached = Caches.of(Caches.plan(data, folder));

    assertEquals(Kind.PROTEIN, cached.kind());
    requireSame(cached, learned(cached, data));
  }

  @Test
  void equalRecordsAndGroupsAreOnOneSideAndHeldOutRecordsAreOfEveryPartOfTheFile()
      throws IOException {
    StringBuilder text = new StringBuilder("text\tlabel\tgroup\n");
    for (int i = 0; i < 6000; i++) {
      boolean group = i % 3 == 0;
      int words = group ? i : i % 1000;
      text.append("a").append(words).append(" b").append(words).append(" c").append(words);
      text.append('\t');
      text.append(i % 2).append('\t').append(group ? "g" + i % 100 : "").append('\n');
    }
    Path data = Files.writeString(folder.resolve("groups.tsv"), text);

    CachedRecords cached = Caches.of(Caches.plan(data, folder));

    Set<String> held = new HashSet<>();
    cached.held().forEach(r -> held.add(r.group().isEmpty() ? r.sequence() : r.group()));
    for (LabelledSequence record : learned(cached, data)) {
      assertFalse(held.contains(record.group().isEmpty() ? record.sequence() : record.group()));
    }
    assertEquals(600, cached.held().size(), 300);
  }

  @Test
  void whatIsKeptInMemoryIsBoundedAndWhatHasToGoIsLearnedFrom() {
    Chosen chosen = new Chosen(0.5, 100, 1 << 20);
    List<Chosen.One> gone = new ArrayList<>();
    int added = 0;
    for (int i = 0; i < 2000; i++) {
      long place = RecordCoder.mix(i * 0x9E3779B97F4A7C15L);
      if (chosen.takes(place)) {
        added++;
        gone.addAll(
            chosen.add(new Chosen.One(place, false, new LabelledSequence("" + i, "a", "x"))));
      }
    }
    assertTrue(chosen.size() > 40 && chosen.size() <= 100, "half of it goes at a time");
    assertEquals(added, chosen.size() + gone.size(), "none is lost");
  }

  @Test
  void aWordThatIsForgottenIsUnknownAndAFrequentOneIsNot() {
    Dictionary dictionary = new Dictionary(64, 1 << 10);
    char[] often = "often".toCharArray();
    for (int i = 0; i < 5000; i++) {
      char[] word = ("w" + i).toCharArray();
      dictionary.count(WordCoder.hash("w" + i), word, 0, word.length);
      dictionary.count(WordCoder.hash("often"), often, 0, 5);
    }
    int[] frequent = dictionary.frequent(2, 10);
    assertEquals(List.of("often"), dictionary.words(frequent));
    assertEquals(5000, dictionary.occurrences(frequent));
    assertTrue(dictionary.numbers() <= 1 << 10);
  }

  @Test
  void aCacheIsFoundAgainUnlessTheDataChange() throws IOException {
    Path data = Caches.texts(folder, 500, 1);
    CachePlan plan = Caches.plan(data, folder.resolve("cache"));
    assertFalse(Caches.of(plan).wasThere());
    assertTrue(Caches.of(plan).wasThere());
    Path moved = Files.move(data, folder.resolve("elsewhere.tsv"));
    assertTrue(Caches.of(Caches.plan(moved, folder.resolve("cache"))).wasThere(), "moved");

    // Of the same length, so that only reading it tells.
    Files.writeString(moved, Files.readString(moved).replace("Record 499", "record 498"));

    CachedRecords other = Caches.of(Caches.plan(moved, folder.resolve("cache")));
    assertFalse(other.wasThere());
    assertFalse(Caches.of(Caches.plan(moved, folder.resolve("cache"), Kind.TEXT)).wasThere());
  }

  @Test
  void dataThatCannotBeLearnedFromAreRefusedAndNothingIsLeft() throws IOException {
    Path data = Files.writeString(folder.resolve("one.tsv"), "text\tlabel\na b\tx\nc d\tx\n");
    Path cache = folder.resolve("cache");
    BadRecordException e =
        assertThrows(BadRecordException.class, () -> Caches.of(Caches.plan(data, cache)));
    assertTrue(e.getMessage().contains("every record has the label 'x'"), e.getMessage());

    Files.writeString(data, "text\tlabel\na b\tx\nc d\ty\nonly one column\n");
    assertThrows(BadRecordException.class, () -> Caches.of(Caches.plan(data, cache)));
    try (var files = Files.list(cache)) {
      assertTrue(files.allMatch(file -> file.toString().endsWith(".lock")));
    }
  }
}
