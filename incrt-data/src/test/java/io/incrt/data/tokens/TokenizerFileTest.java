package io.incrt.data.tokens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.SubwordLearner.Merge;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenizerFileTest {

  private static List<LabelledSequence> texts(String... texts) {
    return Arrays.stream(texts).map(one -> new LabelledSequence("r", one, "x")).toList();
  }

  @Test
  void textIsCutAtBlanksAndMarksInAnyScript() {
    TextTokenizer tokenizer =
        Words.learn(texts("Don't stop, naïve\u00a0Übung\t2 x_y 日本 \uD83D\uDE00!"), 1, 0);
    Map<String, Integer> vocabulary = tokenizer.file().vocabulary();
    int[] tokens = tokenizer.encode("don't  STOP ,\nNAÏVE übung 日本 \uD83D\uDE00 [UNK] [PAD]");
    assertEquals(vocabulary.get("don"), tokens[0]);
    assertEquals(vocabulary.get("'"), tokens[1]);
    assertEquals(vocabulary.get("t"), tokens[2]);
    assertEquals(vocabulary.get("stop"), tokens[3]);
    assertEquals(vocabulary.get(","), tokens[4]);
    assertEquals(vocabulary.get("naïve"), tokens[5]);
    assertEquals(vocabulary.get("übung"), tokens[6]);
    assertEquals(vocabulary.get("日本"), tokens[7]);
    assertEquals(vocabulary.get("\uD83D\uDE00"), tokens[8]);
    // The names of the special tokens are words like any other.
    assertArrayEquals(new int[] {1, 1, 1, 1, 1, 1}, Arrays.copyOfRange(tokens, 9, 15));
    assertEquals(0, tokenizer.encode(" \t\n").length);
  }

  @Test
  void whatIsRememberedIsWhatTheLibrarySays() {
    TextTokenizer tokenizer = Words.learn(texts("low lower lowest newer wide"), 1, 5);
    String text = "lower, lowest slowly: WIDER x\uFFFFy";
    int[] first = tokenizer.encode(text);
    assertArrayEquals(first, tokenizer.encode(text));
    assertArrayEquals(first, TextTokenizer.of(tokenizer.file()).encode(text));
  }

  @Test
  void theMostFrequentPairsBecomePieces() {
    // By hand: "##e ##r" occurs 6 + 3 times, "l o" 7, then "lo ##w" 7, …
    SubwordLearner.Pieces pieces =
        SubwordLearner.learn(Map.of("low", 5, "lower", 2, "newer", 6, "wider", 3), 3);
    assertEquals(
        List.of(new Merge("##e", "##r"), new Merge("##w", "##er"), new Merge("l", "##o")),
        pieces.merges());
    assertTrue(pieces.pieces().containsAll(List.of("##er", "##wer", "lo", "l", "##d")));
  }

  @Test
  void rareWordsArePutTogetherFromPieces() {
    TextTokenizer tokenizer = Words.learn(texts("newer newer wider lower slow"), 2, 50);
    Map<String, Integer> vocabulary = tokenizer.file().vocabulary();
    assertArrayEquals(new int[] {vocabulary.get("newer")}, tokenizer.encode("newer"));
    assertTrue(tokenizer.encode("wider slower").length >= 2);
    for (int token : tokenizer.encode("wider slower")) {
      assertTrue(token > Tokenizer.UNKNOWN, "every letter was seen");
    }
    assertArrayEquals(new int[] {Tokenizer.UNKNOWN}, tokenizer.encode("7"));
  }

  @Test
  void extraWordsAreNumberedAfterTheLearnedOnesInTheOrderGiven() {
    List<String> extra = List.of("zebra", "day", "!", "apple", "zebra");
    for (int merges : new int[] {0, 20}) {
      TextTokenizer tokenizer = Words.learn(texts("a day a fine day"), 2, merges, extra);
      List<String> tokens = tokenizer.file().tokens();
      assertEquals(List.of("a", "day", "zebra", "!", "apple"), tokens.subList(0, 5));
      assertArrayEquals(new int[] {4, 5, 6, 3}, tokenizer.encode("ZEBRA! apple day"));
      assertEquals(tokenizer.file(), TokenizerFile.parse(tokenizer.file().json()));
    }
  }

  @Test
  void extraWordsThatNoTextCanHoldAreRefused() {
    for (String word : List.of("", "two words", "don't", "[PAD]", "Upper", "\n", "##x")) {
      String found =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> Words.learn(texts("a"), 1, 0, List.of("fine", word)))
              .getMessage();
      assertEquals(
          "an extra word must be a single word or mark in lower case, but one is '" + word + "'",
          found);
    }
  }

  @Test
  void greekWordsInCapitalsAreFoundAgain() {
    TextTokenizer tokenizer = Words.learn(texts("ΟΔΟΣ"), 1, 0);
    assertArrayEquals(new int[] {2, 2}, tokenizer.encode("ΟΔΟΣ Οδοσ"));
  }

  @Test
  void everyKindOfFileComesBack() {
    for (Tokenizer tokenizer :
        List.of(
            Words.learn(texts("a fine day \u2028 \"quoted\""), 1, 0),
            Words.learn(texts("a fine day, finer days"), 2, 20),
            KmerTokenizer.of(3, 1, List.of("ACG", "CGT")))) {
      assertEquals(tokenizer.file(), TokenizerFile.parse(tokenizer.file().json()));
    }
  }

  @Test
  void otherFilesAreRefused() {
    String good = Words.learn(texts("b c d"), 1, 0).file().json();
    assertRefused("it is not JSON: ", "{");
    assertRefused("it is not JSON: Duplicate field 'model'", "{\"model\": 1, \"model\": 2}");
    assertRefused("its first tokens must be [PAD] and [UNK]", "{}");
    assertRefused("its first tokens must be [PAD] and [UNK]", "[]");
    assertRefused(
        "its tokens must be numbered from 0 to 4, but 'd' has 9",
        good.replace("\"d\" : 4", "\"d\" : 9"));
    assertRefused(
        "its tokens must be numbered from 0 to 4, but 'd' has 3",
        good.replace("\"d\" : 4", "\"d\" : 3"));
    assertRefused(
        "its tokens must be numbered from 0 to 4, but 'd' has \"x\"",
        good.replace("\"d\" : 4", "\"d\" : \"x\""));
    assertRefused(
        "it cuts text in another way than the tokenizers this program writes",
        good.replace("Lowercase", "NFC"));
    assertRefused(
        "it cuts text in another way than the tokenizers this program writes",
        good.replace("[^\\\\s", "(a+)+[^\\\\s"));
    String pieces = Words.learn(texts("aa aa ab"), 3, 5).file().json();
    assertRefused("it joins pieces that are no tokens: ", pieces.replace("[ \"a\"", "[ \"q\""));
  }

  private static void assertRefused(String message, String text) {
    String found =
        assertThrows(IllegalArgumentException.class, () -> TokenizerFile.parse(text)).getMessage();
    assertTrue(found.startsWith(message), found);
  }
}
