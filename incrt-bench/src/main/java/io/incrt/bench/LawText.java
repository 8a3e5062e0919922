package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.lab.experiment.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cost law in words and tables: exponents, where they leave the FLOPs, and far sizes. */
final class LawText {

  /** Exponents closer than this are called the same. */
  private static final double CLOSE = 0.1;

  private static final double SEQUENCES = 1e7;
  private static final int FAR_LENGTH = 8192;

  private static final Map<String, String> WHY_LESS =
      Map.of(
          "K", "embedding, norms, dropout and pooling cost the same whatever K is",
          "n", "what grows with n alone, norms and dropout among it, takes time and no FLOPs",
          "d", "attention does not depend on d, and its FLOPs take longer than those that do",
          "batch", "AdamW, the small tensors and the calls cost the same whatever the batch is");

  private static final Map<String, String> WHY_MORE =
      Map.of(
          "K", "what is kept for the backward pass leaves the caches",
          "n", "attention with so few key dimensions runs below the rate of the large products",
          "d", "norms, dropout and the residual grow with d, take time and no FLOPs",
          "batch", "what is kept for the backward pass leaves the caches");

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
    for (CostLaw.Exponent one : exponents) {
      double gap = one.measured() - one.counted();
      text.append("- ").append(one.varies());
      if (Math.abs(gap) < CLOSE) {
        text.append(": as the FLOPs.\n");
      } else {
        text.append(gap < 0 ? " grows the time less than the FLOPs: " : " grows the time more: ")
            .append((gap < 0 ? WHY_LESS : WHY_MORE).get(one.varies()))
            .append(".\n");
      }
    }
    extrapolate(text, results, around);
    return text.toString();
  }

  private static void extrapolate(StringBuilder text, Results results, Size around) {
    List<Results.Point> all = new ArrayList<>(results.law());
    results
        .steps()
        .forEach(step -> all.add(new Results.Point("step", step.size(), step.times().unwatched())));
    CostLaw law = CostLaw.fit(all);
    text.append(
        String.format(
            Locale.ROOT,
            "%nOver all %d sizes a step takes %.2f ms, and the time of its products with weights at %s"
                + " GFLOP/s, of its attention%nat %s GFLOP/s, and of the numbers it keeps at %s"
                + " billion a second (median error %.0f %%; – means that a term is lost%nin the"
                + " others). On paper, from that:%n%n",
            all.size(),
            law.fixed(),
            Tables.f(law.projectionRate(), 0),
            Tables.f(law.attentionRate(), 0),
            Tables.f(law.numberRate(), 2),
            100 * law.error()));
    MarkdownTable table = new MarkdownTable("", "a step", "an epoch", "memory");
    Size many = new Size(256, 64, 32, 512, 32);
    double steps = SEQUENCES / many.batch();
    table.row(
        "10⁷ sequences, " + Tables.name(many) + ", batch " + many.batch(),
        Tables.f(law.milliseconds(many) / 1e3, 2) + " s",
        Tables.f(law.milliseconds(many) / 1e3 * steps / 86_400, 1) + " days",
        gigabytes((double) Costs.neededBytes(many))
            + " for the step, "
            + gigabytes(SEQUENCES * many.length() * Integer.BYTES)
            + " for the tokens, all of which are held");
    Size far = new Size(around.width(), around.keyDimensions(), around.heads(), FAR_LENGTH, 1);
    double scores = (double) far.heads() * far.length() * far.length() * Float.BYTES;
    table.row(
        Tables.name(far) + ", batch 1",
        Tables.f(law.milliseconds(far) / 1e3, 2) + " s",
        "",
        gigabytes((double) Costs.neededBytes(far))
            + " for the step; the scores, which are never held whole, would be "
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
