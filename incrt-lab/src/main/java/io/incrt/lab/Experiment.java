package io.incrt.lab;

import java.util.List;
import java.util.function.Consumer;

/** One of the paper's experiments. */
public interface Experiment {

  /** The name it is asked for by, and that its files carry. */
  String name();

  /** One line on what it shows. */
  String summary();

  /**
   * Runs it. The same scale and seed give the same result.
   *
   * @param progress is told now and then how far it is
   */
  Result run(Scale scale, long seed, Consumer<String> progress);

  /**
   * What an experiment hands over.
   *
   * @param json what becomes NAME.json: a record or map
   * @param markdown what becomes NAME.md, and is shown to the user
   * @param figures the figures
   */
  record Result(Object json, String markdown, List<Figure> figures) {
    /** Copies the list. */
    public Result {
      figures = List.copyOf(figures);
    }
  }
}
