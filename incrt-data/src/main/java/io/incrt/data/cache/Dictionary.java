package io.incrt.data.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Words by provisional numbers, from 1 on in the order they are met, with how often they occur;
 * words are told apart by a hash. When there are too many the rarer half is forgotten: its numbers
 * mean nothing from then on. Once all numbers are given away, other words are 0, too.
 */
final class Dictionary {

  /** The most words at a time. */
  static final int ROOM = 1 << 20;

  /** The most numbers. */
  static final int NUMBERS = 1 << 24;

  /** No word of any language is longer; what is, is unknown. */
  private static final int LONGEST = 256;

  private static final int NUMBER_BITS = 25;
  private static final int NUMBER = (1 << NUMBER_BITS) - 1;

  private final int room;
  private final int most;
  // By the last bits of a word's hash: its first 39, and its number; 0 where there is none. So
  // small that most of it is in a near cache; of some hundred billion words one is taken for
  // another.
  private long[] table = new long[1 << 12];
  // By number: the word, null if it is forgotten, and how often it occurs.
  private String[] words = new String[1 << 12];
  private int[] counts = new int[1 << 12];
  private int last;
  private int size;
  private long all;

  Dictionary() {
    this(ROOM, NUMBERS);
  }

  /** One of another size. */
  Dictionary(int room, int most) {
    this.room = room;
    this.most = most;
  }

  /**
   * Counts words that are known already where they are first looked for, and gives their numbers;
   * −1 for others, which {@link #count} takes. So many lookups wait for memory side by side.
   */
  void countKnown(long[] hashes, int length, int[] found) {
    long[] places = table;
    int[] own = counts;
    int mask = places.length - 1;
    for (int i = 0; i < length; i++) {
      long entry = places[(int) hashes[i] & mask];
      int number = (int) entry & NUMBER;
      boolean known = number != 0 && entry >>> NUMBER_BITS == hashes[i] >>> NUMBER_BITS;
      if (known && own[number] != Integer.MAX_VALUE) {
        own[number]++;
      }
      found[i] = known ? number : -1;
    }
    all += length;
  }

  /** Counts a word that {@link #countKnown} did not find, and gives its number. */
  int count(long hash, char[] letters, int from, int to) {
    int number = (int) table[place(hash)] & NUMBER;
    if (number == 0) {
      if (to - from > LONGEST || (size >= room && !forget())) {
        return 0;
      }
      number = put(hash, new String(letters, from, to - from));
    }
    if (counts[number] != Integer.MAX_VALUE) {
      counts[number]++;
    }
    return number;
  }

  private int place(long hash) {
    int mask = table.length - 1;
    int at = (int) hash & mask;
    while (table[at] != 0 && table[at] >>> NUMBER_BITS != hash >>> NUMBER_BITS) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int put(long hash, String word) {
    last++;
    if (last == words.length) {
      words = Arrays.copyOf(words, 2 * last);
      counts = Arrays.copyOf(counts, 2 * last);
    }
    words[last] = word;
    enter(hash, last);
    return last;
  }

  private void enter(long hash, int number) {
    if (2 * ++size > table.length) {
      long[] old = table;
      table = new long[2 * old.length];
      for (long entry : old) {
        if (entry != 0) {
          set(WordCoder.hash(words[(int) entry & NUMBER]), (int) entry & NUMBER);
        }
      }
    }
    set(hash, number);
  }

  private void set(long hash, int number) {
    table[place(hash)] = (hash & -(1L << NUMBER_BITS)) | number;
  }

  /** Forgets the rarer half; false where there would be no numbers for others. */
  private boolean forget() {
    if (last + room / 2 > most) {
      return false;
    }
    int[] sorted =
        IntStream.rangeClosed(1, last)
            .filter(number -> words[number] != null)
            .map(number -> counts[number])
            .sorted()
            .toArray();
    int median = sorted[sorted.length / 2];
    Arrays.fill(table, 0);
    size = 0;
    for (int number = 1; number <= last; number++) {
      if (words[number] != null && counts[number] > median) {
        enter(WordCoder.hash(words[number]), number);
      } else {
        words[number] = null;
      }
    }
    return true;
  }

  /** The provisional numbers that were given. */
  int numbers() {
    return last;
  }

  /** All words that were counted. */
  long all() {
    return all;
  }

  /**
   * The provisional numbers of the words that occur often enough, the most frequent first, in the
   * order in which a vocabulary learned in memory has them.
   *
   * @param atLeast how often that is
   * @param limit the most that are wanted
   */
  int[] frequent(int atLeast, int limit) {
    return IntStream.rangeClosed(1, last)
        .filter(number -> words[number] != null && counts[number] >= atLeast)
        .boxed()
        .sorted(
            Comparator.comparing((Integer number) -> -counts[number])
                .thenComparing(number -> words[number]))
        .limit(limit)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** How often words with these numbers occur. */
  long occurrences(int... chosen) {
    return Arrays.stream(chosen).mapToLong(number -> counts[number]).sum();
  }

  /** The words with these numbers. */
  List<String> words(int... chosen) {
    return Arrays.stream(chosen).mapToObj(number -> words[number]).toList();
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(all);
    out.writeInt(last);
    out.writeInt(size);
    for (int number = 1; number <= last; number++) {
      if (words[number] != null) {
        byte[] word = words[number].getBytes(StandardCharsets.UTF_8);
        out.writeInt(number);
        out.writeInt(counts[number]);
        out.writeShort(word.length);
        out.write(word);
      }
    }
  }

  static Dictionary read(DataInput in) throws IOException {
    Dictionary dictionary = new Dictionary();
    dictionary.all = in.readLong();
    dictionary.last = in.readInt();
    int size = in.readInt();
    if (dictionary.last < 0 || dictionary.last > NUMBERS || size > dictionary.last || size < 0) {
      throw new IOException("it has " + size + " words of " + dictionary.last);
    }
    dictionary.words = new String[dictionary.last + 2];
    dictionary.counts = new int[dictionary.last + 2];
    for (int i = 0; i < size; i++) {
      int number = in.readInt();
      int count = in.readInt();
      byte[] word = new byte[in.readUnsignedShort()];
      in.readFully(word);
      if (number < 1 || number > dictionary.last || count < 1 || dictionary.words[number] != null) {
        throw new IOException("word " + number + " occurs " + count + " times");
      }
      dictionary.words[number] = new String(word, StandardCharsets.UTF_8);
      dictionary.counts[number] = count;
      dictionary.enter(WordCoder.hash(dictionary.words[number]), number);
    }
    return dictionary;
  }
}
