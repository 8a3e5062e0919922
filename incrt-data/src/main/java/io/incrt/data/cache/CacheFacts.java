package io.incrt.data.cache;

import static io.incrt.base.Given.given;

import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import java.util.List;
import java.util.Map;

/**
 * What a cache says of its records in words and numbers.
 *
 * @param key how they were read
 * @param kind what they are made of
 * @param reason why they are read as that, to follow "because"; empty where the kind was given
 * @param source the file they are of
 * @param read how many records were read, those held out and those left out included
 * @param check of these, to tell whether a file that is read again is the same
 * @param grouped whether some records have groups
 * @param labels those of training records, in the order they were met
 * @param labelCounts how many training records have each
 * @param skipped why records were left out, and how many for each reason
 */
record CacheFacts(
    String key,
    Kind kind,
    String reason,
    CacheSource source,
    long read,
    int check,
    boolean grouped,
    List<String> labels,
    List<Long> labelCounts,
    Map<Flaw, Long> skipped) {

  /** Copies, and refuses what does not fit together. */
  CacheFacts {
    given(key, "key");
    given(kind, "kind");
    given(reason, "reason");
    given(source, "source");
    if (labels.size() != labelCounts.size() || labelCounts.stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException(
          "there are " + labels.size() + " labels with the counts " + labelCounts);
    }
    labels = List.copyOf(labels);
    labelCounts = List.copyOf(labelCounts);
    skipped = Map.copyOf(skipped);
  }
}
