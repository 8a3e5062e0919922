package io.incrt.data.cache;

import io.incrt.data.records.LabelledSequence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Records that are kept in memory: those whose places, numbers drawn evenly, lie below a bound.
 * When they are too many, the bound is halved. So it is the same records whatever is read at once,
 * and the first does as well as the last.
 */
final class Chosen {

  /**
   * A record and its place.
   *
   * @param always whether it stays whatever its place
   */
  record One(long place, boolean always, LabelledSequence record) {}

  private final int most;
  private final long mostLetters;
  private long bound;
  private long letters;
  private List<One> all = new ArrayList<>();

  /**
   * None yet.
   *
   * @param share of the records that are chosen while there is room
   */
  Chosen(double share, int most, long mostLetters) {
    this.most = most;
    this.mostLetters = mostLetters;
    this.bound = share >= 1 ? Long.MAX_VALUE : (long) (share * Long.MAX_VALUE);
  }

  boolean takes(long place) {
    return place < bound;
  }

  /** Adds a record, and returns those that have to go for it. */
  List<One> add(One one) {
    all.add(one);
    letters += one.record().sequence().length();
    List<One> gone = new ArrayList<>();
    while ((all.size() > most || letters > mostLetters) && bound > 1) {
      bound /= 2;
      gone.addAll(remove(old -> !old.always() && old.place() >= bound));
    }
    return gone;
  }

  /** Takes out those that a test is true of. */
  List<One> remove(Predicate<One> wanted) {
    List<One> kept = new ArrayList<>();
    List<One> gone = new ArrayList<>();
    for (One one : all) {
      boolean goes = wanted.test(one);
      (goes ? gone : kept).add(one);
      letters -= goes ? one.record().sequence().length() : 0;
    }
    all = kept;
    return gone;
  }

  List<LabelledSequence> records() {
    return all.stream().map(One::record).toList();
  }

  int size() {
    return all.size();
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(bound);
    out.writeInt(all.size());
    for (One one : all) {
      LabelledSequence record = one.record();
      out.writeLong(one.place());
      out.writeBoolean(one.always());
      put(out, record.id());
      put(out, record.sequence());
      put(out, record.label());
      put(out, record.group());
      put(out, record.place());
    }
  }

  private static void put(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads what was written into this, which has nothing yet. */
  void read(DataInput in, int atMost) throws IOException {
    bound = in.readLong();
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      One one =
          new One(
              in.readLong(),
              in.readBoolean(),
              new LabelledSequence(
                  get(in, atMost),
                  get(in, atMost),
                  get(in, atMost),
                  get(in, atMost),
                  get(in, atMost)));
      all.add(one);
      letters += one.record().sequence().length();
    }
  }

  private static String get(DataInput in, int atMost) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > atMost) {
      throw new IOException("a text has " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
