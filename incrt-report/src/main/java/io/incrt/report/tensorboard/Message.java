package io.incrt.report.tensorboard;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A message in the encoding of protocol buffers. Five messages of TensorBoard's are written and
 * none is read, with four kinds of fields: that is this class. Generated classes for them would
 * come with TensorFlow's Java library, and protobuf-java alone writes fields by number, too.
 */
final class Message {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private void varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }

  private void key(int field, int type) {
    varint((long) field << 3 | type);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A field of a whole number, or of an enumeration. */
  Message number(int field, long value) {
    key(field, VARINT);
    varint(value);
    return this;
  }

  /** A field of 64 bits. */
  Message real(int field, double value) {
    key(field, FIXED64);
    out.writeBytes(little(Double.BYTES).putDouble(value).array());
    return this;
  }

  /** A field of 32 bits. */
  Message single(int field, float value) {
    key(field, FIXED32);
    out.writeBytes(little(Float.BYTES).putFloat(value).array());
    return this;
  }

  /** A repeated field, packed. */
  Message reals(int field, double... values) {
    byte[] packed = new byte[Double.BYTES * values.length];
    ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(values);
    return bytes(field, packed);
  }

  /** A field of text. */
  Message text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** A field of another message. */
  Message message(int field, Message value) {
    return bytes(field, value.bytes());
  }

  private Message bytes(int field, byte... value) {
    key(field, BYTES);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
