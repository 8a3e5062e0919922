package io.incrt.data.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class GuardsTest {

  private static final String[] WORDS =
      "the film was good bad long short never again seen story plot actor scene music".split(" ");

  /** Sentences of everyday words with two labels in turn. */
  private static List<LabelledSequence> sentences(int count, int seed) {
    Random random = new Random(seed);
    return records(
        count,
        i -> {
          List<String> words = new ArrayList<>();
          for (int word = 0; word < 6; word++) {
            words.add(WORDS[random.nextInt(WORDS.length)]);
          }
          return String.join(" ", words);
        },
        i -> i % 2 == 0 ? "good" : "bad");
  }

  private static List<LabelledSequence> records(
      int count, IntFunction<String> sequence, IntFunction<String> label) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(new LabelledSequence("r" + i, sequence.apply(i), label.apply(i)));
    }
    return records;
  }

  private static List<Guards.Concern> concerns(
      List<LabelledSequence> train, List<LabelledSequence> valid, List<LabelledSequence> test) {
    Tokenizer tokenizer = Words.learn(train, 2, 0);
    return Guards.of(new Corpus(train, valid, test, tokenizer));
  }

  private static void assertConcern(boolean hopeless, String begin, List<Guards.Concern> concerns) {
    assertTrue(
        concerns.stream()
            .anyMatch(one -> one.hopeless() == hopeless && one.words().startsWith(begin)),
        concerns.toString());
  }

  @Test
  void ordinaryTextRaisesNoConcern() {
    assertEquals(List.of(), concerns(sentences(100, 1), sentences(20, 2), sentences(20, 3)));
  }

  @Test
  void singleBasesAreNotFewTokens() {
    List<LabelledSequence> genes =
        records(40, i -> "ACGTTGCA".substring(i % 5) + "ACGGT", i -> i % 2 == 0 ? "x" : "y");
    Tokenizer bases = KmerTokenizer.learn(1, 1, "N", genes);
    assertEquals(List.of(), Guards.of(new Corpus(genes, genes, List.of(), bases)));
    Tokenizer pairs = KmerTokenizer.of(2, 1, List.of("AC", "CG", "GT"));
    assertConcern(
        false,
        "the training records have only 3 different known tokens; tokens are windows of 2",
        Guards.of(new Corpus(genes, genes, List.of(), pairs)));
  }

  @Test
  void twoTokensAreHopeless() {
    List<LabelledSequence> coins =
        records(40, i -> i % 3 == 0 ? "head tail" : "tail tail", i -> i % 2 == 0 ? "x" : "y");
    assertConcern(
        true,
        "the training records have only 2 different known tokens; tokens are words and marks",
        concerns(coins, coins, List.of()));
  }

  @Test
  void recordsOfOneTokenAreCounted() {
    List<LabelledSequence> words =
        records(60, i -> WORDS[i % WORDS.length], i -> i % 2 == 0 ? "x" : "y");
    assertConcern(
        false, "60 of 60 training records have one token only", concerns(words, words, List.of()));
  }

  @Test
  void sequencesReadAsWordsAreHopeless() {
    Random random = new Random(7);
    List<LabelledSequence> genes =
        records(
            40,
            i -> {
              StringBuilder letters = new StringBuilder();
              for (int at = 0; at < 30; at++) {
                letters.append("acgt".charAt(random.nextInt(4)));
              }
              return letters.toString();
            },
            i -> i % 2 == 0 ? "x" : "y");
    List<Guards.Concern> concerns =
        concerns(genes.subList(0, 30), genes.subList(30, 40), List.of());
    assertConcern(true, "30 of 30 training records consist of one and the same token", concerns);
    assertConcern(true, "100 % of the tokens of the validation records", concerns);
    assertConcern(true, "the training records of 2 of 2 labels have no known token", concerns);
    assertConcern(false, "100 % of the tokens of the training records are in no", concerns);
  }

  @Test
  void classesOfOneRecordAreNamed() {
    List<LabelledSequence> train = new ArrayList<>(sentences(50, 1));
    train.add(new LabelledSequence("lone", "the film was long", "odd"));
    assertConcern(
        false,
        "1 of 3 labels have a single training record ('odd')",
        concerns(train, sentences(20, 2), List.of()));
  }

  @Test
  void namesAsLabelsAreHopeless() {
    List<LabelledSequence> train =
        records(30, i -> sentences(30, 1).get(i).sequence(), i -> "label " + i);
    assertConcern(
        true,
        "30 of 30 labels have a single training record ('label 0', 'label 1', 'label 10' …)",
        concerns(train, train, List.of()));
  }

  @Test
  void oneLabelLeftIsHopeless() {
    List<LabelledSequence> train =
        records(30, i -> sentences(30, 1).get(i).sequence(), i -> "same");
    assertConcern(
        true,
        "all training records that can be used have the label 'same'",
        concerns(train, train, List.of()));
  }

  @Test
  void aTestOfOtherWordsIsUnlikeTheTraining() {
    List<LabelledSequence> test =
        records(20, i -> "der Film war was good", i -> i % 2 == 0 ? "good" : "bad");
    assertConcern(
        false,
        "the test records are unlike the training records: 40 % of their tokens are unknown",
        concerns(sentences(100, 1), sentences(20, 2), test));
    List<LabelledSequence> foreign =
        records(20, i -> "ganz andere Worte", i -> i % 2 == 0 ? "good" : "bad");
    assertConcern(
        true,
        "100 % of the tokens of the test records are in no training record",
        concerns(sentences(100, 1), sentences(20, 2), foreign));
  }

  @Test
  void aClassOfUnknownTokensIsNamed() {
    List<LabelledSequence> test = new ArrayList<>(sentences(30, 3));
    test.add(new LabelledSequence("1", "ganz andere Worte", "rare"));
    test.add(new LabelledSequence("2", "wieder andere Worte", "rare"));
    assertConcern(
        false,
        "most tokens of the test records with the label 'rare' are unknown",
        concerns(sentences(100, 1), sentences(20, 2), test));
  }

  @Test
  void otherLabelsInTheTestAreSaid() {
    List<LabelledSequence> test =
        records(40, i -> sentences(40, 3).get(i).sequence(), i -> i < 38 ? "good" : "bad");
    assertConcern(
        false,
        "the test records have other labels than the training records: 'bad' is 5 % of them and"
            + " 50 % of the training records",
        concerns(sentences(100, 1), sentences(20, 2), test));
    assertEquals(List.of(), concerns(sentences(100, 1), sentences(20, 2), test.subList(37, 39)));
  }

  @Test
  void rnaAmongDnaIsSaid() {
    List<LabelledSequence> dna = records(20, i -> "ACGTTGCATT", i -> i % 2 == 0 ? "x" : "y");
    List<LabelledSequence> rna = records(20, i -> "ACGUUGCAUU", i -> i % 2 == 0 ? "x" : "y");
    Tokenizer tokenizer = KmerTokenizer.learn(2, 1, "N", dna);
    assertConcern(
        false,
        "the test records look like RNA, the training records like DNA",
        Guards.of(new Corpus(dna, dna, rna, tokenizer)));
  }

  @Test
  void theRefusalSaysHowToTrainAnyway() {
    List<LabelledSequence> coins = records(20, i -> "tail tail", i -> i % 2 == 0 ? "x" : "y");
    Corpus corpus = new Corpus(coins, coins, List.of(), Words.learn(coins, 2, 0));
    List<String> remarks = new ArrayList<>();
    String message =
        assertThrows(HopelessDataException.class, () -> Guards.check(corpus, false, remarks::add))
            .getMessage();
    assertTrue(message.startsWith("the training records have only 1 known token;"), message);
    assertTrue(message.endsWith("use --force to train anyway"), message);
    assertTrue(remarks.get(0).startsWith("20 of 20 training records consist of"), "the others");
    remarks.clear();
    Guards.check(corpus, true, remarks::add);
    assertEquals(Guards.of(corpus).stream().map(Guards.Concern::words).toList(), remarks);
  }
}
