package io.incrt.bench.lite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Words;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The table of characters that incrt-lite cuts texts by is what the library does. After a change of
 * the library's version {@code -Dcharacters.update=true} writes it anew.
 */
class CharactersTest {

  private static final Path TABLE =
      Path.of("..", "incrt-lite", "src", "main", "resources", "io/incrt/lite/words/characters.txt");

  /** The planes with characters in them; there is nothing yet beyond but tags and private use. */
  private static final int ASSIGNED = 0x34000;

  private static final int TAGS = 0xE0000;
  private static final int TAGS_END = 0xE0200;
  private static final int TOGETHER = 4096;

  /** What separates two letters in "aXa": nothing, a blank, or a mark. */
  private static final int WORD = 1;

  private static final int BLANK = 2;

  /** Every character that is asked for. */
  private static List<Integer> asked() {
    List<Integer> asked = new ArrayList<>();
    boolean all = Boolean.getBoolean("characters.update");
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      if (!half && (all || c < ASSIGNED || (c >= TAGS && c < TAGS_END))) {
        asked.add(c);
      }
    }
    return asked;
  }

  /** A tokenizer as models have, but for its tokens: every character is one. */
  private static HuggingFaceTokenizer library(List<Integer> characters) throws Exception {
    List<LabelledSequence> some = List.of(new LabelledSequence("r", "a", "x"));
    ObjectNode json = (ObjectNode) Json.mapper().readTree(Words.learn(some, 1, 0).file().json());
    ObjectNode vocabulary = ((ObjectNode) json.get("model")).putObject("vocab").put("[UNK]", 0);
    characters.forEach(c -> vocabulary.put(Character.toString(c), c + 1));
    return HuggingFaceTokenizer.newInstance(
        new ByteArrayInputStream(json.toString().getBytes(StandardCharsets.UTF_8)),
        Map.of("padding", "false", "truncation", "false"));
  }

  /** What the library says of each character. */
  private static final class Found {

    private final Map<Integer, Integer> kinds = new HashMap<>();
    private final Map<Integer, List<Integer>> lower = new HashMap<>();

    Found(List<Integer> characters) throws Exception {
      HuggingFaceTokenizer library = library(characters);
      for (int from = 0; from < characters.size(); from += TOGETHER) {
        List<Integer> some = characters.subList(from, Math.min(characters.size(), from + TOGETHER));
        StringBuilder alone = new StringBuilder();
        StringBuilder between = new StringBuilder();
        for (int c : some) {
          alone.appendCodePoint(c).append(' ');
          between.append('a').appendCodePoint(c).append("a ");
        }
        for (CharSpan span : library.encode(between.toString(), false, false).getCharTokenSpans()) {
          kinds.merge(some.get(span.getStart() / 4), 1, Integer::sum);
        }
        Encoding encoding = library.encode(alone.toString(), false, false);
        CharSpan[] spans = encoding.getCharTokenSpans();
        for (int i = 0; i < spans.length; i++) {
          lower
              .computeIfAbsent(some.get(spans[i].getStart() / 2), c -> new ArrayList<>())
              .add((int) encoding.getIds()[i] - 1);
        }
      }
    }

    String table(List<Integer> characters) {
      StringBuilder table =
          new StringBuilder("# What the library takes characters for, by CharactersTest.\n");
      ranges(characters, "word", WORD, table);
      ranges(characters, "blank", BLANK, table);
      List<Integer> capitals = new ArrayList<>();
      for (int c : characters) {
        List<Integer> small = lower.getOrDefault(c, List.of(c));
        if (small.size() > 1) {
          line(table, "lowers %x %x %x", c, small.get(0), small.get(1));
        } else if (small.get(0) != c) {
          capitals.add(c);
        }
      }
      for (int i = 0; i < capitals.size(); ) {
        int end = run(capitals, i);
        int step = end == i ? 1 : capitals.get(i + 1) - capitals.get(i);
        String far = Integer.toString(distance(capitals.get(i)), 16);
        line(table, "lower %x %x %x %s", capitals.get(i), capitals.get(end), step, far);
        i = end + 1;
      }
      return table.toString();
    }

    /** The last capital of a run that is as far from its small letters, at equal steps. */
    private int run(List<Integer> capitals, int from) {
      int end = from;
      while (end + 1 < capitals.size()
          && distance(capitals.get(end + 1)) == distance(capitals.get(from))
          && capitals.get(end + 1) - capitals.get(end) <= 2
          && (end == from
              || capitals.get(end + 1) - capitals.get(end)
                  == capitals.get(from + 1) - capitals.get(from))) {
        end++;
      }
      return end;
    }

    private int distance(int capital) {
      return lower.get(capital).get(0) - capital;
    }

    private void ranges(List<Integer> characters, String name, int kind, StringBuilder table) {
      int from = -1;
      int last = -1;
      for (int c : characters) {
        boolean is = kinds.get(c) == kind;
        if (from >= 0 && (!is || c != last + 1)) {
          line(table, name + " %x %x", from, last);
          from = -1;
        }
        if (is) {
          from = from < 0 ? c : from;
          last = c;
        }
      }
    }

    private static void line(StringBuilder table, String format, Object... values) {
      table.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
  }

  @Test
  void charactersAreWhatTheLibraryTakesThemFor() throws Exception {
    List<Integer> asked = asked();
    String table = new Found(asked).table(asked);
    if (Boolean.getBoolean("characters.update")) {
      Files.writeString(TABLE, table);
    }
    assertEquals(Files.readString(TABLE), table);
    assertTrue(table.contains("lowers 130 69 307"), "one capital becomes two characters");
  }
}
