package io.incrt.bench.lite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.incrt.data.json.Json;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.TextTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import io.incrt.lite.words.PlainWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts are cut in plain Java as the library cuts them, whatever they hold. */
class PlainWordsTest {

  private static final String LETTERS = "aabbccdeAÜßéσΣİıǅ漢字אب0٣_'-.,!?\u0301\u200d\u00a0\u3000";
  private static final int BLANK_IN = 6;

  private static String random(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (random.nextInt(BLANK_IN) == 0) {
        text.append(' ');
      } else if (random.nextInt(20) == 0) {
        // Any character, or half of one.
        int c = random.nextInt(random.nextBoolean() ? 0x3000 : Character.MAX_CODE_POINT + 1);
        text.appendCodePoint(c);
      } else {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 40, 400})
  void textsAreCutAsTheLibraryCutsThem(int merges) {
    long seed = Long.getLong("tests.seed", System.nanoTime());
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      // Halves of characters are only asked for: a vocabulary cannot be written with them.
      String text = random(random, 60).replaceAll("\\p{Cs}", "");
      records.add(new LabelledSequence("r" + i, text, "x"));
    }
    TextTokenizer library = Words.learn(records, 3, merges);
    Tokenizer plain = new PlainWords.Type().read(Json.object(), library.file());
    for (int i = 0; i < 2000; i++) {
      String text = random(random, random.nextInt(80));
      String why = "-Dtests.seed=" + seed + ", " + Json.line(text);
      assertArrayEquals(library.encode(text), plain.encode(text), why);
      assertArrayEquals(library.spans(text), plain.spans(text), why);
      assertArrayEquals(
          library.spelled(text).orElseThrow(), plain.spelled(text).orElseThrow(), why);
    }
  }
}
