package io.incrt.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.report.ReproductionPage;
import java.io.IOException;
import java.util.List;

/** One of the paper's experiments. */
public interface Experiment {

  /** The name it is asked for by, and that its files carry. */
  String name();

  /** One line on what it shows. */
  String summary();

  /** The folder of real data it needs, below {@link Workbench#data}; empty where it needs none. */
  default String needs() {
    return "";
  }

  /** The tasks it goes over one by one; none where it is not divided. */
  default List<String> tasks(Workbench bench) {
    return List.of();
  }

  /** The tables of its NAME.json. */
  String markdown(JsonNode json);

  /** Runs it. The same scale and seed give the same result. */
  Result run(Workbench bench) throws IOException;

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

    /** The same as the page of all experiments shows it. */
    public ReproductionPage.Entry entry(String name) {
      return new ReproductionPage.Entry(name, markdown, figures.stream().map(Figure::svg).toList());
    }
  }
}
