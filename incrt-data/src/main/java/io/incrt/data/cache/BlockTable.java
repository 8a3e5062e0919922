package io.incrt.data.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** Where the blocks of a cache are, how many records each has, and their checksums. */
final class BlockTable {

  private int size;
  private int[] bytes = new int[64];
  private int[] checks = new int[64];
  // By block, and one more: where it begins, and the number of its first record.
  private long[] offsets = new long[65];
  private int[] firsts = new int[65];

  BlockTable() {
    offsets[0] = CacheFormat.HEAD;
  }

  void add(int length, int records, int check) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
      checks = Arrays.copyOf(checks, 2 * size);
      offsets = Arrays.copyOf(offsets, 2 * size + 1);
      firsts = Arrays.copyOf(firsts, 2 * size + 1);
    }
    bytes[size] = length;
    checks[size] = check;
    offsets[size + 1] = offsets[size] + length;
    firsts[size + 1] = Math.addExact(firsts[size], records);
    size++;
  }

  int size() {
    return size;
  }

  /** The records of all blocks. */
  int records() {
    return firsts[size];
  }

  /** Where the last block ends. */
  long end() {
    return offsets[size];
  }

  long offset(int block) {
    return offsets[block];
  }

  int bytes(int block) {
    return bytes[block];
  }

  int check(int block) {
    return checks[block];
  }

  /** The number of a block's first record. */
  int first(int block) {
    return firsts[block];
  }

  int records(int block) {
    return firsts[block + 1] - firsts[block];
  }

  /** The block that a record is in. */
  int of(int record) {
    int found = Arrays.binarySearch(firsts, 0, size + 1, record);
    return found >= 0 ? found : -found - 2;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeInt(bytes[i]);
      out.writeInt(records(i));
      out.writeInt(checks[i]);
    }
  }

  static BlockTable read(DataInput in) throws IOException {
    BlockTable table = new BlockTable();
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      int length = in.readInt();
      int records = in.readInt();
      if (length < 1 || length > CacheFormat.MOST_BLOCK || records < 1 || records > length) {
        throw new IOException("block " + i + " has " + length + " bytes, " + records + " records");
      }
      table.add(length, records, in.readInt());
    }
    return table;
  }
}
