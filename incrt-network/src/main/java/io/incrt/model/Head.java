package io.incrt.model;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.geometry.Motor;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.homeostat.HeadMotor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * One attention head: W_Q and W_K (d×r) as blocks of columns, one per plane it was given, W_V
 * (d×d_k) and W_O (d_k×d). A block is a parameter of its own, so a plane given later starts its
 * optimizer at step 0. Computed by its {@link AttentionLayer}.
 *
 * @param name what its parameters' names begin with
 * @param id its number, assigned by the Homeostat
 * @param bornAt the step it was born at
 */
public record Head(
    String name,
    int id,
    long bornAt,
    List<Parameter> queries,
    List<Parameter> keys,
    Parameter values,
    Parameter output)
    implements Part {

  /**
   * σ of a motor at birth. On normalised tokens scores start with a deviation of about 1/√d_k, a
   * quarter of a usual head's, so that attention starts near uniform (assumption A3).
   */
  public static final double MOTOR_SCALE = 1;

  /**
   * The deviation of a seed head's and a fixed head's W_O, times √d. Attention that is still near
   * uniform adds the same vector to every token; a small one does not drown the embeddings.
   */
  static final double OUTPUT_SCALE = 0.1;

  /**
   * A new head on a plane: columns 0 and 1 carry the motor exactly.
   *
   * @param outputDeviation the deviation of W_O; 0 leaves what the network computes unchanged
   */
  public static Head born(
      int id, long step, Plane plane, Shape shape, String prefix, double outputDeviation) {
    Tensor values = values(shape);
    Tensor output = Parameter.normal(outputDeviation, shape.keyDimensions(), shape.width());
    return born(id, step, plane, shape, prefix, values, output);
  }

  /**
   * The same with W_V = 0 and a random W_O, which leaves what the network computes unchanged too. A
   * head then learns what to read for directions in which the network already listens: it learns
   * look-ups sooner than one whose W_O is zero (docs/experiments.md).
   */
  public static Head bornSilent(int id, long step, Plane plane, Shape shape, String prefix) {
    int d = shape.width();
    int dk = shape.keyDimensions();
    Tensor output = Parameter.normal(1 / Math.sqrt(d), dk, d);
    return born(id, step, plane, shape, prefix, torch.zeros(d, dk), output);
  }

  private static Head born(
      int id, long step, Plane plane, Shape shape, String prefix, Tensor values, Tensor output) {
    int d = shape.width();
    int dk = shape.keyDimensions();
    String name = name(prefix, id);
    Head head =
        new Head(
            name,
            id,
            step,
            new ArrayList<>(),
            new ArrayList<>(),
            Parameter.ofColumns(new Parameter(name + ".v", true, values)),
            new Parameter(name + ".o", true, output));
    double root = Math.sqrt(MOTOR_SCALE);
    head.addBlock(
        columns(plane.plus().values(), root, plane.minus().values(), -root),
        columns(plane.minus().values(), root, plane.plus().values(), root));
    if (shape.allDimensions() && dk > 2) {
      head.addBlock(Parameter.normal(1 / Math.sqrt(d), d, dk - 2), torch.zeros(d, dk - 2));
    }
    return head;
  }

  /** A head of a network that does not grow: all key dimensions, drawn as usual. */
  static Head fixed(int id, Shape shape, String prefix) {
    int d = shape.width();
    int dk = shape.keyDimensions();
    double deviation = 1 / Math.sqrt(d);
    String name = name(prefix, id);
    Head head =
        new Head(
            name,
            id,
            0,
            new ArrayList<>(),
            new ArrayList<>(),
            Parameter.ofColumns(new Parameter(name + ".v", true, values(shape))),
            new Parameter(name + ".o", true, Parameter.normal(OUTPUT_SCALE * deviation, dk, d)));
    head.addBlock(Parameter.normal(deviation, d, dk), Parameter.normal(deviation, d, dk));
    return head;
  }

  private static Tensor values(Shape shape) {
    double deviation = Math.sqrt(shape.valueVariance() / shape.width());
    return Parameter.normal(deviation, shape.width(), shape.keyDimensions());
  }

  /** A head restored from an architecture. */
  static Head stored(
      Architecture.HeadShape stored, Shape shape, String prefix, ParameterSource source) {
    int d = shape.width();
    int dk = shape.keyDimensions();
    String name = name(prefix, stored.id());
    List<Parameter> queries = new ArrayList<>();
    List<Parameter> keys = new ArrayList<>();
    for (int i = 0; i < stored.blocks().size(); i++) {
      int width = stored.blocks().get(i);
      queries.add(
          Parameter.ofColumns(
              source.take(name + ".q." + i, true, () -> torch.zeros(d, width), d, width)));
      keys.add(
          Parameter.ofColumns(
              source.take(name + ".k." + i, true, () -> torch.zeros(d, width), d, width)));
    }
    return new Head(
        name,
        stored.id(),
        stored.bornAt(),
        queries,
        keys,
        Parameter.ofColumns(source.take(name + ".v", true, () -> torch.zeros(d, dk), d, dk)),
        source.take(name + ".o", true, () -> torch.zeros(dk, d), dk, d));
  }

  private static String name(String prefix, int id) {
    return prefix + ".head." + id;
  }

  /** Its entry in an architecture. */
  public Architecture.HeadShape shape() {
    return new Architecture.HeadShape(
        id, bornAt, queries.stream().map(block -> (int) block.value().size(1)).toList());
  }

  /** Two more key dimensions: W_Q carries the plane, W_K starts at zero. */
  public void widen(Plane plane) {
    double root = Math.sqrt(MOTOR_SCALE);
    addBlock(
        columns(plane.plus().values(), root, plane.minus().values(), root),
        torch.zeros(plane.plus().length(), 2));
  }

  private void addBlock(Tensor query, Tensor key) {
    int index = queries.size();
    queries.add(Parameter.ofColumns(new Parameter(name + ".q." + index, true, query)));
    keys.add(Parameter.ofColumns(new Parameter(name + ".k." + index, true, key)));
  }

  private static Tensor columns(double[] first, double s, double[] second, double t) {
    float[] rows = new float[2 * first.length];
    for (int i = 0; i < first.length; i++) {
      rows[2 * i] = (float) (s * first[i]);
      rows[2 * i + 1] = (float) (t * second[i]);
    }
    return Tensor.create(rows, first.length, 2);
  }

  /** Replaces its blocks of columns by one. */
  public void replaceBlocks(Parameter query, Parameter key) {
    queries.forEach(Parameter::close);
    keys.forEach(Parameter::close);
    queries.clear();
    keys.clear();
    queries.add(Parameter.ofColumns(query));
    keys.add(Parameter.ofColumns(key));
  }

  /** The number r of active key dimensions. */
  public int dimensions() {
    int sum = 0;
    for (Parameter block : queries) {
      sum += Math.toIntExact(block.value().size(1));
    }
    return sum;
  }

  /** M_a = (W_Q W_Kᵀ − W_K W_Qᵀ)/2 of each head, fetched from the device at once. */
  public static List<HeadMotor> motors(List<Head> heads) {
    if (heads.isEmpty()) {
      return List.of();
    }
    TensorVector columns = new TensorVector();
    for (Head head : heads) {
      head.queries.forEach(block -> columns.push_back(block.value().t()));
      head.keys.forEach(block -> columns.push_back(block.value().t()));
    }
    DMatrixRMaj stacked = matrix(torch.cat(columns, 0));
    List<HeadMotor> motors = new ArrayList<>();
    int from = 0;
    for (Head head : heads) {
      int r = head.dimensions();
      DMatrixRMaj queries = columns(stacked, from, r);
      DMatrixRMaj keys = columns(stacked, from + r, r);
      motors.add(new HeadMotor(head.id, Motor.ofFactors(queries, keys)));
      from += 2 * r;
    }
    return motors;
  }

  /** {@code count} rows, transposed to columns. */
  private static DMatrixRMaj columns(DMatrixRMaj rows, int from, int count) {
    return CommonOps_DDRM.transpose(
        CommonOps_DDRM.extract(rows, from, from + count, 0, rows.numCols), (DMatrixRMaj) null);
  }

  /** A two-dimensional tensor as a matrix of the geometry. */
  public static DMatrixRMaj matrix(Tensor whole) {
    return new DMatrixRMaj(
        Math.toIntExact(whole.size(0)),
        Math.toIntExact(whole.size(1)),
        true,
        Libtorch.toDoubles(whole));
  }

  @Override
  public String describe() {
    return "attention head "
        + id
        + " with "
        + dimensions()
        + " key dimensions, born at step "
        + bornAt;
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(queries);
    parameters.addAll(keys);
    parameters.add(values);
    parameters.add(output);
    return parameters;
  }

  @Override
  public Cost cost(double tokens) {
    int d = Math.toIntExact(values.value().size(0));
    int dk = Math.toIntExact(values.value().size(1));
    return cost(d, dimensions(), dk, tokens);
  }

  /**
   * The cost of a head: its projections, its scores and their product with the values.
   *
   * @param d the model dimension
   * @param r its key dimensions
   * @param dk its value dimensions
   */
  public static Cost cost(int d, int r, int dk, double tokens) {
    double projections = 2.0 * tokens * d * (2.0 * r + 2.0 * dk);
    double attention = 2.0 * tokens * tokens * (r + dk);
    return new Cost(2L * d * (r + dk), projections + attention);
  }
}
