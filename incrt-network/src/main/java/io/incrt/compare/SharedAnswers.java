package io.incrt.compare;

import io.incrt.objective.AnswerLog;
import java.util.List;

/**
 * What several models answered to the same records.
 *
 * @param logs of each model
 * @param classes the number of classes
 */
record SharedAnswers(List<AnswerLog> logs, int classes) {

  SharedAnswers {
    logs = List.copyOf(logs);
    for (AnswerLog log : logs) {
      if (!log.sameLabels(logs.get(0))) {
        throw new IllegalArgumentException("the models did not answer the same records");
      }
    }
  }

  int models() {
    return logs.size();
  }

  int records() {
    return logs.get(0).size();
  }

  /** How many records one model got right and another did not. */
  long onlyFirst(int first, int second) {
    long count = 0;
    for (int i = 0; i < records(); i++) {
      count += logs.get(first).right(i) && !logs.get(second).right(i) ? 1 : 0;
    }
    return count;
  }

  /** Whether two models gave the same answers with the same certainty. */
  boolean same(int first, int second) {
    return logs.get(first).same(logs.get(second));
  }
}
