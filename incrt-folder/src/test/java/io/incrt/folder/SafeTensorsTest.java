package io.incrt.folder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.incrt.base.file.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeTensorsTest {

  private static byte[] file(String header, int numbers) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length + numbers)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  @Test
  void tensorsComeBackAsTheyWere() {
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    tensors.put("a", new HostTensor(new long[] {2, 1}, new float[] {1.5f, -2}));
    tensors.put("single", new HostTensor(new long[] {}, new float[] {7}));
    tensors.put("none", new HostTensor(new long[] {0, 3}, new float[] {}));
    Map<String, HostTensor> read = SafeTensors.read(SafeTensors.write(tensors));
    assertEquals(tensors.keySet(), read.keySet());
    for (String name : tensors.keySet()) {
      assertArrayEquals(tensors.get(name).shape(), read.get(name).shape());
      assertArrayEquals(tensors.get(name).values(), read.get(name).values());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "[]|0|the header is not a JSON object",
        "{\"a\":{\"dtype\":\"F16\",\"shape\":[1],\"data_offsets\":[0,2]}}|2|the tensor a has dtype F16"
            + " instead of F32",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}|4|the tensor a needs 8 bytes"
            + " but has the range [0,4]",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}|8|the tensor a starts at 4"
            + " where 0 was expected: ranges overlap or leave a gap",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}|8|the tensors cover 4 bytes, but"
            + " there are 8",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}|4|the tensor a has an impossible"
            + " shape",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[3000000000,3000000000],\"data_offsets\":[0,4]}}|4|the tensor a"
            + " has an impossible shape",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,9223372036854775808]}}|4|the tensor a"
            + " needs 4 bytes but has the range [0,9223372036854775808]",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[9223372036854775808],\"data_offsets\":[0,4]}}|4|the tensor a"
            + " has an impossible shape",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},\"b\":{\"dtype\":\"F32\",\"shape\":[2],"
            + "\"data_offsets\":[4,12]}}|12|the tensor b starts at 4 where 8 was expected: ranges"
            + " overlap or leave a gap",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":{\"x\":0,\"y\":4}}}|4|the tensor a has no"
            + " shape or no range",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1.5],\"data_offsets\":[0,4]}}|4|the tensor a has an impossible"
            + " shape",
        "{\"a\":7}|0|the tensor a has dtype  instead of F32",
        "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}|4|the tensor a has no shape or no range",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}|4|the tensor a has no shape or no"
            + " range",
      })
  void hostileHeadersAreRefused(String header, int numbers, String message) {
    assertEquals(
        message,
        assertThrows(CorruptFileException.class, () -> SafeTensors.read(file(header, numbers)))
            .getMessage());
  }

  @Test
  void impossibleLengthsAreRefusedBeforeAnythingIsMade() {
    for (long length : new long[] {-1, 0, 1, 1000, Long.MAX_VALUE, 1L << 40}) {
      byte[] content =
          ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(length).array();
      assertThrows(CorruptFileException.class, () -> SafeTensors.read(content));
    }
    assertThrows(CorruptFileException.class, () -> SafeTensors.read(new byte[3]));
    byte[] twice =
        file("{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},\"a\":1}", 4);
    assertThrows(CorruptFileException.class, () -> SafeTensors.read(twice));
    assertThrows(CorruptFileException.class, () -> SafeTensors.read(file("{\"a\":", 0)));
    byte[] latin = file("{\"a?\":{}}", 0);
    latin[8 + 3] = (byte) 0xe9;
    assertEquals(
        "the header is not UTF-8 text",
        assertThrows(CorruptFileException.class, () -> SafeTensors.read(latin)).getMessage());
    byte[] deep = file("[".repeat(5000), 0);
    assertThrows(CorruptFileException.class, () -> SafeTensors.read(deep));
  }
}
