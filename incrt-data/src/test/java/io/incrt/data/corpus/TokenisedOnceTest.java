package io.incrt.data.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.data.tokens.VowelTokenizer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenisedOnceTest {

  private static List<LabelledSequence> records(String name, int count) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(new LabelledSequence(name + i, "abstract " + i, i % 2 == 0 ? "x" : "y"));
    }
    return records;
  }

  @Test
  void everyRecordOfACorpusIsTokenisedOnce() {
    VowelTokenizer tokenizer = new VowelTokenizer(1);
    List<LabelledSequence> train = records("train", 20);
    train.add(new LabelledSequence("short", "123", "x"));
    List<LabelledSequence> valid = records("valid", 6);
    valid.add(new LabelledSequence("other", "abc", "z"));
    List<Flaw> flaws = new ArrayList<>();
    Corpus corpus =
        Corpora.tokenised(
            new Corpora.Parts(train, valid, records("test", 5)),
            tokenizer,
            bad -> flaws.add(bad.flaw()));
    assertEquals(21 + 7 + 5, tokenizer.calls());
    assertEquals(List.of(Flaw.SHORT, Flaw.UNKNOWN_LABEL), flaws);
    assertEquals(20, corpus.train().size());
    assertEquals(6, corpus.valid().size());
    assertArrayEquals(new int[] {2, 3, 3, 3, 3, 2, 3, 3}, corpus.train().tokens(3));
    assertEquals(8, corpus.train().longest());
    assertEquals(20, corpus.train().longerThan(7));
    Corpus again = new Corpus(corpus.train(), corpus.valid(), corpus.test(), tokenizer);
    assertSame(corpus.train(), again.train());
    assertEquals("train2", corpus.train().select(2, 0).get(0).id());
    assertEquals(33, tokenizer.calls(), "nothing of that tokenised anything again");
  }

  @Test
  void anotherTokenizerTokenisesAgain() {
    TokenizedRecords one = TokenizedRecords.of(records("a", 3), new VowelTokenizer(1));
    Tokenizer other = KmerTokenizer.learn(2, 1, "", records("a", 3));
    assertEquals(8, TokenizedRecords.of(one, other).tokens(0).length, "blanks are no letters");
  }

  @Test
  void aTokenizerOfAnotherTypeIsWrittenReadAndDescribed() {
    Tokenizer read =
        Tokenizers.read(
            Tokenizers.describe(new VowelTokenizer(2)), new VowelTokenizer(2).file().json());
    assertEquals("vowels and consonants", read.describe());
    assertArrayEquals(new int[] {2, 3, 3, 3}, read.encode("abstract"));
    assertEquals("{\"type\":\"vowels\",\"every\":2}", Tokenizers.describe(read).toString());
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Tokenizers.read(
                    Tokenizers.describe(read).put("type", "runes"), read.file().json()));
    assertEquals(
        "config.json must say the tokenizer is of type kmer or text or vowels",
        unknown.getMessage());
  }

  @Test
  void aBadRecordEndsItWhereNoneMayBeSkipped() {
    assertThrows(
        BadRecordException.class,
        () ->
            Corpora.tokenised(
                new Corpora.Parts(
                    List.of(new LabelledSequence("short", "1", "x")), List.of(), List.of()),
                new VowelTokenizer(1),
                bad -> {
                  throw bad;
                }));
  }
}
