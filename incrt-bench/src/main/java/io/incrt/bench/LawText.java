package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.lab.experiment.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cost law in words and tables: exponents beside those of the FLOPs, and far sizes. */
final class LawText {

  /** Exponents closer than this are not told apart. */
  private static final double CLOSE = 0.1;

  private static final double SEQUENCES = 1e7;
  private static final int FAR_LENGTH = 8192;

  private LawText() {}

  static String of(Results results) {
    List<CostLaw.Exponent> exponents = CostLaw.exponents(results.law());
    Size around = around(results.law());
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "How the step without the Homeostat grows from %s, batch %d, one size varied at a time:"
                + " time ∝ sizeᵉ.%n%n",
            Tables.name(around),
            around.batch()));
    MarkdownTable table =
        new MarkdownTable("size", "e of the FLOPs", "e", "e, smallest two", "e, largest two");
    for (CostLaw.Exponent one : exponents) {
      table.row(
          one.varies(),
          Tables.f(one.counted(), 2),
          Tables.f(one.measured(), 2),
          Tables.f(one.lower(), 2),
          Tables.f(one.upper(), 2));
    }
    text.append(table).append('\n');
    exponents.forEach(one -> text.append("- ").append(againstFlops(one)).append('\n'));
    extrapolate(text, results, around);
    return text.toString();
  }

  /** How the exponent of the time compares with that of the counted FLOPs. */
  static String againstFlops(CostLaw.Exponent one) {
    double gap = one.measured() - one.counted();
    String comparison =
        Math.abs(gap) < CLOSE
            ? "within " + CLOSE + " of"
            : Tables.f(Math.abs(gap), 2) + (gap < 0 ? " below" : " above");
    return String.format(
        Locale.ROOT,
        "%s: e = %s is %s that of the FLOPs.",
        one.varies(),
        Tables.f(one.measured(), 2),
        comparison);
  }

  private static void extrapolate(StringBuilder text, Results results, Size around) {
    List<Results.Point> all = new ArrayList<>(results.law());
    results.steps().stream()
        .filter(step -> step.size().preset() == around.preset())
        .forEach(step -> all.add(new Results.Point("step", step.size(), step.times().unwatched())));
    CostLaw law = CostLaw.fit(all);
    text.append(
        String.format(
            Locale.ROOT,
            "%nFitted to all %d sizes, a step takes %.2f ms, and the time of its products with weights"
                + " at %s GFLOP/s, of its attention%nat %s GFLOP/s, and of the numbers it keeps at %s"
                + " billion a second (median relative error %.0f %%; –: the fit leaves%nthat term out)."
                + " Extrapolated from the fit, not measured:%n%n",
            all.size(),
            law.fixed(),
            Tables.f(law.projectionRate(), 0),
            Tables.f(law.attentionRate(), 0),
            Tables.f(law.numberRate(), 2),
            100 * law.error()));
    MarkdownTable table = new MarkdownTable("", "a step", "an epoch", "memory");
    Size many = new Size(256, 64, 32, 512, 32).of(around.preset());
    double steps = SEQUENCES / many.batch();
    table.row(
        "10⁷ sequences, " + Tables.name(many) + ", batch " + many.batch(),
        Tables.f(law.milliseconds(many) / 1e3, 2) + " s",
        Tables.f(law.milliseconds(many) / 1e3 * steps / 86_400, 1) + " days",
        gigabytes((double) Costs.neededBytes(many))
            + " for the step, "
            + gigabytes(SEQUENCES * many.length() * Integer.BYTES)
            + " for the tokens of all sequences");
    Size far =
        new Size(around.width(), around.keyDimensions(), around.heads(), FAR_LENGTH, 1)
            .of(around.preset());
    double scores = (double) far.heads() * far.length() * far.length() * Float.BYTES;
    table.row(
        Tables.name(far) + ", batch 1",
        Tables.f(law.milliseconds(far) / 1e3, 2) + " s",
        "",
        gigabytes((double) Costs.neededBytes(far))
            + " for the step; the scores of all heads, held whole, would add "
            + gigabytes(scores));
    text.append(table);
  }

  private static String gigabytes(double bytes) {
    return Tables.f(bytes / 1e9, 2) + " GB";
  }

  /** The size that most of the points share. */
  private static Size around(List<Results.Point> points) {
    List<Size> sizes = points.stream().map(Results.Point::size).toList();
    return sizes.stream()
        .max(
            (a, b) ->
                Long.compare(
                    sizes.stream().filter(a::equals).count(),
                    sizes.stream().filter(b::equals).count()))
        .orElseThrow();
  }
}
