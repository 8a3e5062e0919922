package io.incrt.lab.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.geometry.prediction.NtkConstants;
import io.incrt.lab.experiment.Charts;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.kernel.Snapshots.HeadMatrices;
import io.incrt.lab.study.Study;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.knowm.xchart.XYChart;

/**
 * Theorem thm:ntk measured: how a new head's part of the tangent kernel is aligned with the
 * residual operator it was born on, at birth and as its motor moves away by ε(t).
 */
public final class NtkExperiment implements Experiment {

  @Override
  public String name() {
    return "ntk";
  }

  @Override
  public String summary() {
    return "a new head's tangent kernel against the residual operator, at birth and after";
  }

  /**
   * A head at a moment.
   *
   * @param preset which settings
   * @param head its number
   * @param step the step
   * @param epsilon ‖M_a(t) − M_a(birth)‖
   * @param alignment ⟨PFP, A⟩/(‖PFP‖‖A‖), F the kernel in feature space, A the operator at birth
   * @param traceless the same with the trace of PFP taken away, as A has none
   * @param leading how much of PFP's leading direction lies in the plane (v₁, v_r) of A
   * @param samples the centred alignment of Θ with A as a kernel between records
   * @param constant ‖PFP‖/‖A‖ over the c the paper gives
   */
  public record Moment(
      String preset,
      int head,
      long step,
      double epsilon,
      double alignment,
      double traceless,
      double leading,
      double samples,
      double constant) {}

  /**
   * What to expect where the two have nothing to do with each other.
   *
   * @param alignment the mean |cosine| of random symmetric matrices without a trace
   * @param leading the share of a random direction that lies in a given plane
   */
  public record Chance(String preset, int head, double alignment, double leading) {}

  /** ntk.json. */
  public record Json(
      long seed,
      Scale scale,
      String task,
      List<Study.Claim> paper,
      List<Study.Claim> recomputed,
      List<Moment> measured,
      List<Chance> chance,
      List<String> remarks) {}

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    String task =
        bench.pick(
            "builtin:order?pairs=2&train=64&held=32",
            "builtin:order?pairs=16",
            "builtin:order?pairs=16");
    Corpus corpus = BuiltinTasks.generate(task, bench.seed());
    List<Moment> moments = new ArrayList<>();
    List<Chance> chances = new ArrayList<>();
    Map<String, RunSettings> presets = new LinkedHashMap<>();
    presets.put("default", Study.standard(bench, bench.pick(60, 400, 1000), bench.seed()));
    presets.put("paper", Study.printed(bench, bench.pick(20, 60, 1000), bench.seed()));
    for (Map.Entry<String, RunSettings> preset : presets.entrySet()) {
      bench.progress().accept("ntk: preset " + preset.getKey());
      Watch watch = new Watch(preset.getKey(), moments, chances);
      // Level 3 would put layers between the tokens and what they are compared with.
      RunSettings settings =
          Settings.with(preset.getValue(), Map.of("homeostat.depth.enabled", "false"));
      Snapshots.during(
          corpus,
          settings,
          corpus.test().subList(0, bench.pick(4, 12, 32)),
          bench.pick(10, 20, 20),
          watch::look);
    }
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            task,
            List.of(
                new Study.Claim("P ΔΘ P", "proportional to A_res: alignment 1 at birth"),
                new Study.Claim("‖P ΔΘ P‖/‖A_res‖", "c = σ_V² d_v/(d_k n)"),
                new Study.Claim("as ε grows", "the alignment degrades by O(ε²)")),
            List.of(
                new Study.Claim(
                    "P ΔΘ P",
                    "near uniform attention ∂z_ia/∂M = x_i (C v_a)ᵀ/√d_k, C the covariance of the"
                        + " tokens: F is made of G and C alone. Where they commute, F commutes with G,"
                        + " and ⟨F, ½[G, M]⟩ = ½ tr([F, G] M) = 0: alignment 0")),
            moments,
            chances,
            remarks(moments));
    return new Result(json, markdown(json), List.of(figure(moments)));
  }

  /** Follows every head from the first moment it is seen at. */
  private static final class Watch {
    private final String preset;
    private final List<Moment> moments;
    private final List<Chance> chances;
    private final Map<Integer, Birth> births = new LinkedHashMap<>();

    private record Birth(
        DMatrixRMaj motor, CapturedBasis basis, DMatrixRMaj a, List<double[]> plane) {}

    Watch(String preset, List<Moment> moments, List<Chance> chances) {
      this.preset = preset;
      this.moments = moments;
      this.chances = chances;
    }

    void look(Snapshots.Snapshot seen) {
      for (HeadMatrices head : seen.heads()) {
        Birth birth = births.computeIfAbsent(head.id(), id -> birth(head, seen));
        TangentKernel kernel =
            new TangentKernel(seen.tokens(), head.queries(), head.keys(), head.values());
        DMatrixRMaj f = projected(kernel.featureSpace(), birth.basis);
        DMatrixRMaj away = motor(head);
        CommonOps_DDRM.subtractEquals(away, birth.motor);
        int free = f.numRows - birth.basis.size();
        DMatrixRMaj traceless = f.copy();
        CommonOps_DDRM.addEquals(
            traceless, -CommonOps_DDRM.trace(f) / free, projector(birth.basis, f.numRows));
        double[] first = Spectrum.of(f).maxVector();
        double leading = 0;
        for (double[] direction : birth.plane) {
          leading += Math.pow(Vectors.dot(first, direction), 2);
        }
        moments.add(
            new Moment(
                preset,
                head.id(),
                seen.step(),
                Math.sqrt(TangentKernel.inner(away, away)),
                TangentKernel.cosine(f, birth.a),
                TangentKernel.cosine(traceless, birth.a),
                leading,
                TangentKernel.cosine(
                    TangentKernel.centred(kernel.sampleSpace()),
                    TangentKernel.centred(TangentKernel.asKernel(birth.a, seen.tokens()))),
                constant(f, birth.a, head, seen)));
      }
    }

    private static double constant(
        DMatrixRMaj f, DMatrixRMaj a, HeadMatrices head, Snapshots.Snapshot seen) {
      int dv = head.values().numCols;
      int n = seen.tokens().get(0).numRows;
      double variance = TangentKernel.inner(head.values(), head.values()) / dv;
      double c = NtkConstants.alignment(variance, dv, dv, n);
      double perToken = (double) n * seen.tokens().size();
      double energies = Math.sqrt(TangentKernel.inner(f, f) / TangentKernel.inner(a, a)) / perToken;
      return energies / c;
    }

    /** The operator a head was born on: without itself, outside what older heads captured. */
    private Birth birth(HeadMatrices head, Snapshots.Snapshot seen) {
      int d = head.values().numRows;
      List<HeadMatrices> older =
          seen.heads().stream().filter(other -> other.id() < head.id()).toList();
      List<HeadMatrices> mean = older.isEmpty() ? List.of(head) : older;
      DMatrixRMaj motor = new DMatrixRMaj(d, d);
      for (HeadMatrices one : mean) {
        CommonOps_DDRM.addEquals(motor, 1.0 / mean.size(), motor(one));
      }
      CapturedBasis basis = new CapturedBasis(d);
      for (HomeostatState.Column column : seen.captured()) {
        if (column.head() < head.id()) {
          basis.add(column.head(), column.direction().values());
        }
      }
      ResidualOperator a =
          new ResidualOperator(DirectedOperator.of(gram(seen.tokens()), Motor.of(motor)), basis);
      Spectrum spectrum = Spectrum.of(a);
      int free = d - basis.size();
      chances.add(
          new Chance(
              preset,
              head.id(),
              Math.sqrt(2 / (Math.PI * (free * (free + 1) / 2.0 - 1))),
              2.0 / free));
      return new Birth(
          motor(head),
          basis,
          a.matrix().copy(),
          List.of(spectrum.maxVector(), spectrum.minVector()));
    }
  }

  private static DMatrixRMaj gram(List<DMatrixRMaj> tokens) {
    int d = tokens.get(0).numCols;
    DMatrixRMaj gram = new DMatrixRMaj(d, d);
    double count = 0;
    for (DMatrixRMaj x : tokens) {
      CommonOps_DDRM.multAddTransA(x, x, gram);
      count += x.numRows;
    }
    CommonOps_DDRM.scale(1 / count, gram);
    return gram;
  }

  /** M_a = (W_Q W_Kᵀ − W_K W_Qᵀ)/2. */
  private static DMatrixRMaj motor(HeadMatrices head) {
    int d = head.queries().numRows;
    DMatrixRMaj motor = new DMatrixRMaj(d, d);
    CommonOps_DDRM.multTransB(0.5, head.queries(), head.keys(), motor);
    CommonOps_DDRM.multAddTransB(-0.5, head.keys(), head.queries(), motor);
    return motor;
  }

  private static DMatrixRMaj projector(CapturedBasis basis, int d) {
    DMatrixRMaj p = CommonOps_DDRM.identity(d);
    if (basis.size() > 0) {
      CommonOps_DDRM.multAddTransB(-1, basis.matrix(), basis.matrix(), p);
    }
    return p;
  }

  private static DMatrixRMaj projected(DMatrixRMaj f, CapturedBasis basis) {
    DMatrixRMaj p = projector(basis, f.numRows);
    DMatrixRMaj half = new DMatrixRMaj(f.numRows, f.numRows);
    CommonOps_DDRM.mult(p, f, half);
    DMatrixRMaj whole = new DMatrixRMaj(f.numRows, f.numRows);
    CommonOps_DDRM.mult(half, p, whole);
    return DirectedOperator.symmetricPart(whole);
  }

  private static List<String> remarks(List<Moment> moments) {
    double atBirth =
        moments.stream()
            .filter(one -> one.epsilon == 0)
            .mapToDouble(one -> Math.abs(one.traceless))
            .average()
            .orElse(Double.NaN);
    double most = moments.stream().mapToDouble(one -> Math.abs(one.traceless)).max().orElse(0);
    return List.of(
        String.format(
            Locale.ROOT,
            "Mean |alignment| of the traceless parts at birth: %.3f; the largest at any moment:"
                + " %.3f. Proportional would be 1.",
            atBirth,
            most));
  }

  private static String markdown(Json json) {
    MarkdownTable claims = new MarkdownTable("", "paper, as printed", "recomputed");
    for (Study.Claim claim : json.paper()) {
      claims.row(
          claim.what(),
          claim.value(),
          json.recomputed().stream()
              .filter(one -> one.what().equals(claim.what()))
              .map(Study.Claim::value)
              .findFirst()
              .orElse("–"));
    }
    MarkdownTable table =
        new MarkdownTable(
            "preset",
            "head",
            "step",
            "ε",
            "alignment",
            "traceless",
            "by chance",
            "leading direction in A's plane",
            "by chance",
            "records",
            "constant / c");
    for (Chance chance : json.chance()) {
      List<Moment> own =
          json.measured().stream()
              .filter(one -> one.preset.equals(chance.preset) && one.head == chance.head)
              .toList();
      int last = own.size() - 1;
      for (int i : IntStream.of(0, last / 8, last / 2, last).distinct().toArray()) {
        Moment one = own.get(i);
        table.row(
            one.preset,
            one.head,
            one.step,
            number(one.epsilon),
            number(one.alignment),
            number(one.traceless),
            "±" + number(chance.alignment),
            number(one.leading),
            number(chance.leading),
            number(one.samples),
            String.format(Locale.ROOT, "%.2g", one.constant));
      }
    }
    return "# ntk: a new head's tangent kernel and the residual operator\n\n"
        + claims
        + "\nMeasured on "
        + json.task()
        + ", the first layer; head 0 is the seed, judged on the operator of its own motor. Alignment:"
        + " the cosine of P F P with A_res at birth, F the kernel in feature space; traceless: without"
        + " F's trace; records: the centred alignment of Θ with A_res as a kernel between records.\n\n"
        + table
        + "\n"
        + String.join("\n\n", json.remarks())
        + "\n";
  }

  private static String number(double value) {
    // Without it, small negative numbers would print as −0.000.
    double rounded = Math.round(value * 1000) / 1000.0 + 0.0;
    return String.format(Locale.ROOT, "%.3f", rounded);
  }

  private static Figure figure(List<Moment> moments) {
    XYChart chart = Charts.xy("Alignment as the motor moves", "ε", "cosine, traceless part");
    chart.getStyler().setYAxisMin(-1.0).setYAxisMax(1.0);
    Map<String, List<Moment>> lines = new LinkedHashMap<>();
    for (Moment one : moments) {
      lines.computeIfAbsent(one.preset + ", head " + one.head, key -> new ArrayList<>()).add(one);
    }
    lines.forEach(
        (name, line) ->
            Charts.line(
                chart,
                name,
                line.stream().map(Moment::epsilon).toList(),
                line.stream().map(Moment::traceless).toList()));
    return new Figure(
        "ntk-alignment", Charts.svg("Tangent kernel against residual operator", List.of(chart)));
  }
}
