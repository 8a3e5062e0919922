package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.text;

import io.incrt.event.Certificate;
import java.util.List;

/** Why the model has the size it has: what every part is worth, and what was tried. */
final class WorthSection extends Section {

  WorthSection(ModelFiles files, StringBuilder out) {
    super(files, out);
  }

  /** Writes it, unless nothing was judged. */
  void write() {
    Certificate certificate = files.certificate();
    if (certificate.parts().isEmpty() && certificate.tried().isEmpty()) {
      return;
    }
    section("why", "Why this size?");
    out.append("<p>")
        .append(text(PartWords.why(certificate)))
        .append(
            " Worth is how much the network's own loss on validation records, the linear model"
                + " aside or added to, rises without a part, in nats, and how much of their accuracy"
                + " is lost; intervals are two standard errors to either side.")
        .append(certificate.judges() == null ? "" : " " + text(certificate.judges().words()) + ".")
        .append("</p>\n");
    if (!certificate.parts().isEmpty()) {
      out.append(
          "<div class=\"scroll\"><table><thead><tr><th>part</th><th>born at step</th><th>worth in nats</th><th></th>"
              + "<th>in accuracy</th>"
              + "<th>parameters</th></tr></thead><tbody>");
      for (Certificate.Part part : certificate.parts()) {
        out.append("<tr><td>")
            .append(text(PartWords.name(part)))
            .append("</td><td>")
            .append(number((double) part.bornAtStep()))
            .append("</td><td>")
            .append(text(PartWords.worth(part)))
            .append("</td><td>")
            .append(text(PartWords.verdict(part)))
            .append("</td><td>")
            .append(text(PartWords.accuracy(part)))
            .append("</td><td>")
            .append(number((double) part.parameters()))
            .append("</td></tr>");
      }
      out.append("</tbody></table></div>\n");
    }
    List<String> tried = PartWords.tried(certificate.tried());
    if (!tried.isEmpty()) {
      out.append("<p>Tried and not kept:</p>\n<ul>");
      tried.forEach(one -> out.append("<li>").append(text(one)).append("</li>"));
      out.append("</ul>\n");
    }
  }
}
