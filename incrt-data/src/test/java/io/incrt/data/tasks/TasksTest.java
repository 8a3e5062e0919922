package io.incrt.data.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.TextTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TasksTest {

  @Test
  void theOrderOfThePairIsTheLabelAndBothOrdersOccur() {
    Corpus corpus = new OrderTask(5, 10, 50, 200, 50).generate(3);
    assertEquals(List.of("a_first", "b_first"), corpus.labels());
    Set<String> pairs = new HashSet<>();
    for (LabelledSequence sequence : corpus.train()) {
      List<String> words = List.of(sequence.sequence().split(" ", -1));
      assertEquals(10, words.size());
      String a = words.stream().filter(word -> word.startsWith("a")).findFirst().orElseThrow();
      String b = "b" + a.substring(1);
      assertEquals(words.indexOf(a) < words.indexOf(b) ? "a_first" : "b_first", sequence.label());
      pairs.add(a);
    }
    assertEquals(5, pairs.size());
    assertEquals(corpus, new OrderTask(5, 10, 50, 200, 50).generate(3), "the seed decides all");
  }

  @Test
  void variantsDifferWhereTheirLineagesDoAndFitTheContext() {
    Corpus corpus = new VariantTask(80, 40).generate(1);
    assertEquals(List.of("Alpha", "Beta", "Delta", "Omicron"), corpus.labels());
    assertTrue(corpus.tokenizer().size() <= 64 + Tokenizer.FIRST);
    for (LabelledSequence sequence : corpus.train()) {
      assertTrue(sequence.sequence().matches("[ACGT]+"));
      int tokens = corpus.tokenizer().encode(sequence.sequence()).length;
      assertTrue(tokens > 500 && tokens <= 512, tokens + " tokens");
    }
    String alpha = corpus.train().get(0).sequence();
    String sameLineage = corpus.train().get(4).sequence();
    String omicron = corpus.train().get(3).sequence();
    assertEquals("Omicron", corpus.train().get(3).label());
    assertTrue(
        sharedPrefix(alpha, sameLineage) > sharedPrefix(alpha, omicron),
        "lineages part at their first difference, members of one at a private mutation");
  }

  private static int sharedPrefix(String one, String other) {
    int length = 0;
    while (one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }

  @Test
  void builtinTasksAreFoundByNameAndTakeOptions() {
    assertEquals(
        30, BuiltinTasks.generate("builtin:order?pairs=2&train=30&held=9", 1).train().size());
    assertMessage(
        "there is no built-in task 'chess'; there are variants, motif, order, hops, lookups, passing and drift",
        () -> BuiltinTasks.generate("builtin:chess", 1));
    assertMessage(
        "the task has no option 'pars'; it has held, length, noise, pairs, train",
        () -> BuiltinTasks.generate("builtin:order?pars=2", 1));
    assertMessage(
        "the option 'pairs' needs a whole number, as in pairs=16",
        () -> BuiltinTasks.generate("builtin:order?pairs=many", 1));
  }

  @Test
  void aDriftingTaskBecomesAnotherWithTheSameLabels() {
    Corpus corpus = BuiltinTasks.generate("builtin:drift?pairs=3&train=60&held=20", 1);
    Corpus then = corpus.then().orElseThrow();
    assertEquals(corpus.labels(), then.labels());
    assertEquals(corpus.tokenizer(), then.tokenizer());
    assertTrue(corpus.train().stream().allMatch(one -> one.sequence().matches("[abn0-9 ]+")));
    assertTrue(then.train().stream().allMatch(one -> one.sequence().matches("[cdm0-9 ]+")));
    assertTrue(then.test().stream().allMatch(one -> one.sequence().matches("[cdm0-9 ]+")));
    assertTrue(BuiltinTasks.generate("builtin:order?train=9&held=9", 1).then().isEmpty());
  }

  @Test
  void theKindIsToldByTheLetters() {
    assertEquals(Kind.DNA, kind("ACGTN-acgt", "ACG"));
    assertEquals(Kind.RNA, kind("ACGUU", "ACG"));
    assertEquals(Kind.PROTEIN, kind("MFVFLVLLPLVSSQCVNLTTRT*", "MKKLLPTAAAGLLLLAAQPAMA"));
    assertEquals(Kind.TEXT, kind("good", "bad"));
    assertEquals(Kind.TEXT, kind("ACGT", "a fine film"));
  }

  private static Kind kind(String... sequences) {
    return Kind.of(
            Arrays.stream(sequences).map(one -> new LabelledSequence("r", one, "x")).toList())
        .kind();
  }

  @Test
  void windowsAreSingleLettersUnlessRecordsAreLongAndOneLongRecordDecidesNothing() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      records.add(new LabelledSequence("r" + i, "ACGTTG".repeat(10), i % 2 == 0 ? "x" : "y"));
    }
    records.add(new LabelledSequence("long", "ACGTTG".repeat(3000), "x"));
    KmerTokenizer tokenizer = (KmerTokenizer) corpus(records, Kind.DNA).tokenizer();
    assertEquals(1, tokenizer.k());
    assertEquals(1, tokenizer.stride());
    records.replaceAll(r -> new LabelledSequence(r.id(), "ACGTTG".repeat(637), r.label()));
    tokenizer = (KmerTokenizer) corpus(records, Kind.DNA).tokenizer();
    assertEquals(6, tokenizer.k(), "tokens that are averaged must carry the order of letters");
    assertEquals(1, tokenizer.stride(), "the same tokens wherever a record begins");
    assertEquals(1, ((KmerTokenizer) corpus(records, Kind.PROTEIN).tokenizer()).k());
  }

  @Test
  void kmersOverlapAndUnseenOnesAreUnknown() {
    List<LabelledSequence> records = List.of(new LabelledSequence("1", "ACGTA", "x"));
    KmerTokenizer tokenizer = KmerTokenizer.learn(3, 1, "N", records);
    assertEquals(List.of("ACG", "CGT", "GTA"), tokenizer.vocabulary());
    assertArrayEquals(new int[] {2, 3, 4}, tokenizer.encode("acgta"));
    assertArrayEquals(new int[] {Tokenizer.UNKNOWN}, tokenizer.encode("TTT"));
    assertArrayEquals(new int[] {Tokenizer.UNKNOWN}, tokenizer.encode("AC"), "too short to know");
    assertEquals(0, tokenizer.encode(" ").length);
    assertArrayEquals(new int[] {2, 3, 4}, tokenizer.encode("ACG TA\n"), "blanks are no letters");
    assertThrows(IllegalArgumentException.class, () -> KmerTokenizer.of(0, 1, List.of()));
  }

  @Test
  void wordsAreLearnedByFrequency() {
    List<LabelledSequence> records =
        List.of(
            new LabelledSequence("1", "The cat, the CAT!", "x"),
            new LabelledSequence("2", "the dog", "y"));
    Tokenizer tokenizer = Words.learn(records, 2, 0);
    assertEquals(Map.of("[PAD]", 0, "[UNK]", 1, "the", 2, "cat", 3), tokenizer.file().vocabulary());
    assertEquals("[2, 3, 1, 1]", Arrays.toString(tokenizer.encode("the cat , dog")));
    assertEquals(4, tokenizer.size());
  }

  @Test
  void aTenthOfEachClassIsHeldOut() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      records.add(new LabelledSequence("r" + i, "some words " + i, i < 400 ? "many" : "few"));
    }
    records.add(new LabelledSequence("lone", "a single one", "once"));
    Corpus corpus = corpus(records, Kind.of(records).kind());
    assertEquals(50, corpus.valid().size());
    assertEquals(10, corpus.valid().stream().filter(r -> r.label().equals("few")).count());
    assertEquals(List.of("few", "many", "once"), corpus.labels());
    assertTrue(corpus.tokenizer() instanceof TextTokenizer);
  }

  private static Corpus corpus(List<LabelledSequence> records, Kind kind) {
    return Corpora.of(
        new Corpora.Parts(records, List.of(), List.of()),
        1,
        kind,
        512,
        DataSettings.defaults(),
        bad -> {
          throw bad;
        });
  }

  private static void assertMessage(String expected, Runnable action) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
