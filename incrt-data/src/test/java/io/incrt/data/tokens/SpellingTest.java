package io.incrt.data.tokens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.LabelledSequence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Letters of words, known or not. */
class SpellingTest {

  private static final List<LabelledSequence> RECORDS =
      List.of(
          new LabelledSequence("1", "a film , a film", "x"),
          new LabelledSequence("2", "unwatchable films", "y"));

  private static String written(int... letters) {
    StringBuilder word = new StringBuilder();
    for (int letter : letters) {
      word.append(
          letter == Spelling.START
              ? "<"
              : letter == Spelling.END ? ">" : Character.toString(letter));
    }
    return word.toString();
  }

  private static List<String> written(TextTokenizer tokenizer, String text) {
    int[][] words = tokenizer.spelled(text).orElseThrow();
    assertEquals(tokenizer.encode(text).length, words.length, text);
    return List.of(words).stream().map(SpellingTest::written).toList();
  }

  @Test
  void aWordIsSpelledInLowerCaseBetweenMarks() {
    assertEquals("<film>", written(Spelling.of("Film")));
    assertEquals("<μέροσ>", written(Spelling.of("ΜΈΡΟΣ")));
    assertArrayEquals(new int[] {1, 0x1F3AC, 2}, Spelling.of("\uD83C\uDFAC"));
  }

  @Test
  void ofALongWordTheBeginningAndTheEndAreKept() {
    assertEquals("<abcdefghijklmnopqr>", written(Spelling.of("abcdefghijklmnopqr")));
    assertEquals("<abcdefghiklmnopqrs>", written(Spelling.of("abcdefghijklmnopqrs")));
    assertEquals(20, Spelling.of("x".repeat(10_000)).length);
  }

  @Test
  void everyTokenHasTheLettersOfItsWordWhetherItIsKnownOrNot() {
    TextTokenizer tokenizer = Words.learn(RECORDS, 2, 0);
    assertEquals(
        List.of("<a>", "<dreadful>", "<film>", "<,>", "<isn>", "<'>", "<t>", "<it>", "<?>"),
        written(tokenizer, "A dreadful  FILM, isn't it?"));
    assertEquals(
        List.of("<\uD83C\uDFAC>", "<\uD83C\uDFAC>", "<é>", "<2>", "<!>"),
        written(tokenizer, "\uD83C\uDFAC\uD83C\uDFACÉ 2!"));
    assertTrue(written(tokenizer, " ").isEmpty());
    assertEquals(1, tokenizer.encode("unseen")[0]);
    assertEquals(List.of("<unseen>"), written(tokenizer, "unseen"));
  }

  @Test
  void halfACodePointIsReadAsOneLetterThatIsNone() {
    TextTokenizer tokenizer = Words.learn(RECORDS, 2, 0);
    String text = "ab\uD83Dcd film";
    assertEquals(tokenizer.encode(text).length, written(tokenizer, text).size());
    assertEquals(List.of("<ab>", "<\uFFFD>", "<cd>", "<film>"), written(tokenizer, text));
  }

  @Test
  void aLongTextWithoutBlanksIsSpelledToItsEnd() {
    TextTokenizer tokenizer = Words.learn(RECORDS, 2, 0);
    List<String> words = written(tokenizer, "\uD83C\uDFAC.".repeat(50_000));
    assertEquals(100_000, words.size());
    assertEquals("<.>", words.get(99_999));
  }

  @Test
  void thePiecesOfAWordHaveAllItsLetters() {
    TextTokenizer tokenizer = Words.learn(RECORDS, 2, 5);
    assertTrue(tokenizer.encode("films").length > 1, "in pieces");
    for (String word : written(tokenizer, "films")) {
      assertEquals("<films>", word);
    }
  }

  @Test
  void basesHaveNoWords() {
    Tokenizer bases =
        KmerTokenizer.learn(1, 1, "N", List.of(new LabelledSequence("1", "ACGT", "x")));
    assertTrue(bases.spelled("ACGT").isEmpty());
  }
}
