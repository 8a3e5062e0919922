package io.incrt.train.judge;

import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import java.util.List;
import java.util.Set;
import java.util.function.ObjDoubleConsumer;

/**
 * A jury whose words are heard: of the words of one judgement the last are about what stays.
 *
 * @param jury who judges
 * @param heard told the worth of every part that is left, each time they are asked for, and the
 *     entropy of the labels
 */
public record HeardJury(Jury jury, ObjDoubleConsumer<List<Worth>> heard) implements Jury {

  @Override
  public double entropy() {
    return jury.entropy();
  }

  @Override
  public List<Worth> worths(Set<PartKey> removed) {
    List<Worth> worths = jury.worths(removed);
    heard.accept(worths, jury.entropy());
    return worths;
  }

  @Override
  public List<Worth> halves(Set<PartKey> removed) {
    return jury.halves(removed);
  }
}
