package io.incrt.fuzz;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.DataSettingsBuilder;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the record readers have in common: read twice, once with bad records skipped. */
final class RecordTarget {

  private static final DataSettings LIMITS =
      DataSettingsBuilder.builder()
          .maxRecordLength(5000)
          .maxHeaderLength(500)
          .maxGzipRatio(100)
          .maxLabels(10)
          .wordsSeen(1)
          .wordPieces(0)
          .vectorWords(0)
          .strand(DataSettings.Strand.GIVEN)
          .split(DataSettings.Split.RANDOM)
          .digests(true)
          .mistakes(0)
          .cache(DataSettings.Cache.NEVER)
          .build();

  private RecordTarget() {}

  static void run(String start, byte[] data) throws IOException {
    byte[] prefix = start.getBytes(StandardCharsets.UTF_8);
    byte[] content = new byte[prefix.length + data.length];
    System.arraycopy(prefix, 0, content, 0, prefix.length);
    System.arraycopy(data, 0, content, prefix.length, data.length);
    List<LabelledSequence> strict = read(content, false);
    List<LabelledSequence> lenient = read(content, true);
    if (!lenient.subList(0, Math.min(strict.size(), lenient.size())).equals(strict)) {
      throw new IllegalStateException("skipping bad records changed the good ones before them");
    }
  }

  private static List<LabelledSequence> read(byte[] content, boolean skip) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    try {
      new RecordReader(ReadOptions.defaults().withSettings(LIMITS).withSkipBad(skip))
          .forEach("fuzz", new ByteArrayInputStream(content), true, records::add);
    } catch (BadRecordException e) {
      if (!e.getMessage().startsWith("fuzz") || e.getMessage().contains("\n")) {
        throw new IllegalStateException("a message must name the place, in one line", e);
      }
    }
    for (LabelledSequence one : records) {
      if (one.sequence().isBlank()
          || one.label().isBlank()
          || one.sequence().length() > LIMITS.maxRecordLength()) {
        throw new IllegalStateException("a record without a sequence or label came through");
      }
    }
    return records;
  }
}
