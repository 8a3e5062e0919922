package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.ModelExplanation;

/** The answers that were wrong and that the model was surest of, with what spoke for them. */
final class MistakesSection extends Section {

  MistakesSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  void write() {
    files.explained().ifPresent(this::write);
  }

  private void write(ModelExplanation explained) {
    section("mistakes", "The worst mistakes");
    out.append("<p>Of ")
        .append(number((double) explained.records()))
        .append(' ')
        .append(text(explained.set()))
        .append(" records it answers ")
        .append(explained.wrong() == 0 ? "none" : number((double) explained.wrong()))
        .append(" wrong");
    if (explained.mistakes().isEmpty()) {
      out.append(".</p>\n");
    } else {
      out.append(
          explained.mistakes().size() == 1
              ? ". This is the one it was surest of:"
              : ". These are the " + explained.mistakes().size() + " it was surest of.");
      out.append(" Shaded in <mark class=\"for\" style=\"--share:70%\">green</mark> is what spoke")
          .append(" for the wrong label, in <mark class=\"against\" style=\"--share:70%\">orange")
          .append(" and underlined</mark> what spoke against it.</p>\n");
      explained.mistakes().forEach(this::mistake);
    }
    if (explained.faithfulness().records() > 0) {
      out.append("<details><summary>How far to trust such weights</summary>")
          .append(FaithfulnessTable.of(explained.faithfulness(), explained.faithfulness().chosen()))
          .append("</details>\n");
    }
  }

  private void mistake(ModelExplanation.Mistake mistake) {
    out.append("<article><h3>")
        .append(text(mistake.explanation().id()))
        .append(": <strong>")
        .append(text(mistake.explanation().label()))
        .append("</strong>, ")
        .append(percent(mistake.explanation().probability()))
        .append(", but it is ")
        .append(text(mistake.truth()))
        .append(" (")
        .append(percent(mistake.probability()))
        .append(")</h3>\n")
        .append(Highlight.of(mistake.explanation()))
        .append(Highlight.beside(mistake.explanation()))
        .append("</article>\n");
  }
}
