package io.incrt.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The safetensors format: eight bytes that give the length of a JSON header, the header, the
 * numbers. Only 32-bit floats. Files are not trusted: every size is checked against the bytes there
 * are before an array is allocated.
 */
public final class SafeTensors {

  private static final int MAX_HEADER = 16 << 20;
  private static final int BUFFER = 1 << 16;
  private static final String METADATA = "__metadata__";

  private SafeTensors() {}

  /** The bytes of a file with these tensors. */
  public static byte[] write(Map<String, HostTensor> tensors) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      write(tensors, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes everything", e);
    }
  }

  /** Writes a file with these tensors, of whatever size. */
  public static void write(Map<String, HostTensor> tensors, OutputStream out) throws IOException {
    ObjectNode header = Json.object();
    header.putObject(METADATA).put("format", "incrt");
    long offset = 0;
    for (Map.Entry<String, HostTensor> entry : tensors.entrySet()) {
      ObjectNode node = header.putObject(entry.getKey());
      node.put("dtype", "F32");
      for (long size : entry.getValue().shape()) {
        node.withArray("shape").add(size);
      }
      node.withArray("shape");
      long end = offset + 4L * entry.getValue().values().length;
      node.putArray("data_offsets").add(offset).add(end);
      offset = end;
    }
    byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
    // The numbers start at a multiple of eight, as the format asks; spaces fill the gap.
    int padded = (text.length + 7) / 8 * 8;
    out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(padded).array());
    out.write(text);
    out.write(" ".repeat(padded - text.length).getBytes(StandardCharsets.US_ASCII));
    ByteBuffer some = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    for (HostTensor tensor : tensors.values()) {
      float[] values = tensor.values();
      for (int from = 0; from < values.length; from += BUFFER / 4) {
        int count = Math.min(BUFFER / 4, values.length - from);
        some.asFloatBuffer().put(values, from, count);
        out.write(some.array(), 0, 4 * count);
      }
    }
  }

  /** The place of a tensor in a file. */
  private record Place(String name, List<Long> shape, long from, long to) {}

  /** The tensors of a file's bytes, in the order of their places. */
  public static Map<String, HostTensor> read(byte[] content) {
    try {
      return read(new ByteArrayInputStream(content), content.length);
    } catch (IOException e) {
      throw new UncheckedIOException("an array gives everything", e);
    }
  }

  /**
   * The tensors of a stream, in the order of their places.
   *
   * @param length the bytes of the stream that belong to them; they are read to the end
   */
  public static Map<String, HostTensor> read(InputStream in, long length) throws IOException {
    if (length < 8) {
      throw new CorruptFileException("not a safetensors file: shorter than its first length");
    }
    long header = ByteBuffer.wrap(bytes(in, 8)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (header < 2 || header > MAX_HEADER || header > length - 8) {
      throw new CorruptFileException(
          "the header claims " + header + " bytes, but " + (length - 8) + " follow");
    }
    List<Place> places = places(bytes(in, (int) header));
    long available = length - 8 - header;
    long expected = 0;
    for (Place place : places) {
      if (place.from != expected) {
        throw new CorruptFileException(
            "the tensor "
                + place.name
                + " starts at "
                + place.from
                + " where "
                + expected
                + " was expected: ranges overlap or leave a gap");
      }
      expected = place.to;
    }
    if (expected != available) {
      throw new CorruptFileException(
          "the tensors cover " + expected + " bytes, but there are " + available);
    }
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    for (Place place : places) {
      float[] values = new float[(int) ((place.to - place.from) / 4)];
      for (int from = 0; from < values.length; from += BUFFER / 4) {
        int count = Math.min(BUFFER / 4, values.length - from);
        ByteBuffer.wrap(bytes(in, 4 * count))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer()
            .get(values, from, count);
      }
      tensors.put(
          place.name,
          new HostTensor(place.shape.stream().mapToLong(Long::longValue).toArray(), values));
    }
    return tensors;
  }

  private static byte[] bytes(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new CorruptFileException("it is shorter than it was a moment ago");
    }
    return bytes;
  }

  private static List<Place> places(byte[] text) {
    JsonNode header;
    try {
      header = Json.mapper().readTree(PlainFiles.text("the header", text));
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("the header is not JSON: " + Json.problem(e));
    }
    if (header == null || !header.isObject()) {
      throw new CorruptFileException("the header is not a JSON object");
    }
    List<Place> places = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : header.properties()) {
      if (!field.getKey().equals(METADATA)) {
        places.add(place(field.getKey(), field.getValue()));
      }
    }
    places.sort(Comparator.comparingLong(Place::from));
    return places;
  }

  private static Place place(String name, JsonNode node) {
    JsonNode shape = node.path("shape");
    JsonNode range = node.path("data_offsets");
    if (!node.path("dtype").asText().equals("F32")) {
      throw new CorruptFileException(
          "the tensor " + name + " has dtype " + node.path("dtype").asText() + " instead of F32");
    }
    boolean ranged =
        range.size() == 2 && range.path(0).isIntegralNumber() && range.path(1).isIntegralNumber();
    if (!shape.isArray() || !ranged) {
      throw new CorruptFileException("the tensor " + name + " has no shape or no range");
    }
    List<Long> sizes = new ArrayList<>();
    long numbers = 1;
    for (JsonNode element : shape) {
      long size = element.isIntegralNumber() && element.canConvertToLong() ? element.asLong() : -1;
      if (size < 0 || (size > 0 && numbers > Integer.MAX_VALUE / size)) {
        throw new CorruptFileException("the tensor " + name + " has an impossible shape");
      }
      sizes.add(size);
      numbers *= size;
    }
    long from = range.path(0).canConvertToLong() ? range.path(0).asLong() : -1;
    long to = range.path(1).canConvertToLong() ? range.path(1).asLong() : -1;
    if (from < 0 || to < from || to - from != 4 * numbers) {
      throw new CorruptFileException(
          "the tensor " + name + " needs " + 4 * numbers + " bytes but has the range " + range);
    }
    return new Place(name, sizes, from, to);
  }
}
