package io.incrt.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.HostTensor;
import io.incrt.folder.SafeTensors;
import io.incrt.objective.AnswerLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunRecordsTest {

  private static RunRecords records() {
    AnswerLog log = new AnswerLog();
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      log.add(i % 3, random.nextInt(3), random.nextFloat(), random.nextFloat());
    }
    return new RunRecords(
        random.longs(1000).sorted().distinct().toArray(),
        new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE},
        random.longs(300).toArray(),
        Optional.of(log));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    RunRecords records = records();
    RunRecords read = RunRecords.read(records.bytes(), 3);
    assertArrayEquals(records.train(), read.train());
    assertArrayEquals(records.valid(), read.valid());
    assertArrayEquals(records.test(), read.test());
    assertTrue(records.answers().orElseThrow().same(read.answers().orElseThrow()));
  }

  @Test
  void aDigestIsTheBeginningOfTheSha256() {
    // echo -n abc | sha256sum
    assertEquals(0xba7816bf8f01cfeaL, RunRecords.digest(" abc\n"));
    assertTrue(RunRecords.among(-5, 3, 9).test(3));
    assertTrue(RunRecords.among(-5, 3, 9).negate().test(4));
  }

  @Test
  void whatNoRunWritesIsRefused() {
    for (String[] change :
        new String[][] {
          {"train.records", "0", "0.5", "no part of a digest"},
          {"train.records", "0", "65536", "no part of a digest"},
          {"train.records", "3", "32767", "does not ascend"},
          {"test.answers", "0", "3", "no model gives"},
          {"test.answers", "1", "-1", "no model gives"},
          {"test.answers", "2", "NaN", "no model gives"},
          {"test.answers", "3", "2", "no model gives"}
        }) {
      Map<String, HostTensor> tensors = new LinkedHashMap<>(SafeTensors.read(records().bytes()));
      tensors.get(change[0]).values()[Integer.parseInt(change[1])] = Float.parseFloat(change[2]);
      String message = refused(tensors);
      assertTrue(message.contains(change[3]), message);
    }
    for (String name : new String[] {"train.records", "valid.records", "test.records"}) {
      Map<String, HostTensor> tensors = new LinkedHashMap<>(SafeTensors.read(records().bytes()));
      tensors.remove(name);
      assertTrue(refused(tensors).startsWith("records.safetensors: "));
    }
  }

  private static String refused(Map<String, HostTensor> tensors) {
    byte[] content = SafeTensors.write(tensors);
    return assertThrows(CorruptFileException.class, () -> RunRecords.read(content, 3)).getMessage();
  }
}
