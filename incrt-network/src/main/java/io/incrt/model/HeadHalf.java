package io.incrt.model;

import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The weaker key dimensions of a head. Only the product W_Q W_Kᵀ matters to attention, so its
 * dimensions are those of the singular value decomposition U S Vᵀ, the strongest first, and without
 * the weaker ones W_Q is U√S and W_K is V√S of the stronger. Each of them is the present matrix
 * times a small one, so that optimizer state and averages go through the same map.
 *
 * @param head the head
 * @param stronger the dimensions that are not part of it
 */
public record HeadHalf(Head head, int stronger) implements Part {

  private static final int PLANE = 2;

  /** Singular values below this share of the largest are none. */
  private static final double NONE = 1e-10;

  @Override
  public Part holder() {
    return head;
  }

  @Override
  public String name() {
    return head.name() + ".dimensions." + stronger;
  }

  @Override
  public String describe() {
    return "the weaker "
        + (head.dimensions() - stronger)
        + " of the "
        + head.dimensions()
        + " key dimensions of attention head "
        + head.id();
  }

  /** None of its own: it is a share of the head's. */
  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Cost cost(double tokens) {
    int d = Math.toIntExact(head.values().value().size(0));
    int dk = Math.toIntExact(head.values().value().size(1));
    Cost whole = Head.cost(d, head.dimensions(), dk, tokens);
    Cost half = Head.cost(d, stronger, dk, tokens);
    return new Cost(whole.parameters() - half.parameters(), whole.flops() - half.flops());
  }

  /**
   * The stronger half of some dimensions, in whole planes; as many as there are where one plane is
   * left.
   */
  public static int half(int dimensions) {
    return Math.min(dimensions, (dimensions / PLANE + 1) / 2 * PLANE);
  }

  /** Leaves out of packed weights what a pass leaves out of heads that stay. */
  static PackedWeights leaveOut(List<Head> heads, ForwardPass pass, PackedWeights weights) {
    for (int h = 0; h < heads.size(); h++) {
      int place = h;
      leftOut(heads.get(h), pass)
          .ifPresent(half -> half.leaveOut(weights.projection(), place, heads.size()));
    }
    return weights;
  }

  /** What a pass leaves out of a head that stays. */
  private static Optional<HeadHalf> leftOut(Head head, ForwardPass pass) {
    return pass.leftOut().stream()
        .filter(HeadHalf.class::isInstance)
        .map(HeadHalf.class::cast)
        .filter(half -> half.head.equals(head))
        .min(Comparator.comparingInt(half -> half.stronger));
  }

  /**
   * What W_Q and W_K are multiplied by from the right, r×s each. What is multiplied by one of them
   * has a gradient that is multiplied by the other.
   */
  private record Maps(Tensor queries, Tensor keys) {}

  /** The maps of the weights that an average or the present values give. */
  private Maps maps(Function<Parameter, Tensor> weights) {
    DMatrixRMaj ofQueries = triangle(columns(head.queries(), weights));
    DMatrixRMaj ofKeys = triangle(columns(head.keys(), weights));
    DMatrixRMaj product = CommonOps_DDRM.multTransB(ofQueries, ofKeys, (DMatrixRMaj) null);
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(product.numRows, product.numCols, true, true, true);
    if (!svd.decompose(product)) {
      throw new ArithmeticException("the weights of " + head.name() + " have no decomposition");
    }
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj s = svd.getW(null);
    DMatrixRMaj v = svd.getV(null, false);
    SingularOps_DDRM.descendingOrder(u, false, s, v, false);
    return new Maps(map(ofKeys, v, s), map(ofQueries, u, s));
  }

  /** R of the thin QR decomposition: all that the product's singular values depend on. */
  private static DMatrixRMaj triangle(Tensor columns) {
    QRDecomposition<DMatrixRMaj> qr =
        DecompositionFactory_DDRM.qr(
            Math.toIntExact(columns.size(0)), Math.toIntExact(columns.size(1)));
    if (!qr.decompose(Head.matrix(columns))) {
      throw new ArithmeticException("weights have no QR decomposition");
    }
    return qr.getR(null, true);
  }

  /** Rᵀ W S^(−1/2) of the strongest dimensions. */
  private Tensor map(DMatrixRMaj triangle, DMatrixRMaj vectors, DMatrixRMaj s) {
    DMatrixRMaj turned = CommonOps_DDRM.multTransA(triangle, vectors, (DMatrixRMaj) null);
    int r = turned.numRows;
    int kept = Math.min(stronger, turned.numCols);
    float[] values = new float[r * stronger];
    for (int j = 0; j < kept; j++) {
      double singular = s.get(j, j);
      if (singular > NONE * s.get(0, 0)) {
        for (int i = 0; i < r; i++) {
          values[i * stronger + j] = (float) (turned.get(i, j) / Math.sqrt(singular));
        }
      }
    }
    return Tensor.create(values, r, stronger).to(head.values().value());
  }

  private static Tensor columns(List<Parameter> blocks, Function<Parameter, Tensor> weights) {
    TensorVector columns = new TensorVector();
    blocks.forEach(block -> columns.push_back(weights.apply(block).detach()));
    return torch.cat(columns, 1);
  }

  /**
   * Leaves it out of packed weights.
   *
   * @param projection the packed queries, keys and values of all heads as rows; changed
   * @param place the head's place among them
   */
  private void leaveOut(Tensor projection, int place, int heads) {
    Maps maps = maps(Parameter::value);
    set(projection, place, columns(head.queries(), Parameter::value).matmul(maps.queries));
    set(projection, heads + place, columns(head.keys(), Parameter::value).matmul(maps.keys));
  }

  private void set(Tensor projection, int place, Tensor columns) {
    long dk = head.values().value().size(1);
    Tensor rows = projection.narrow(0, place * dk, dk);
    rows.zero_();
    rows.narrow(0, 0, columns.size(1)).copy_(columns.t());
  }

  /** Removes it from the head. */
  public void remove() {
    Libtorch.withoutGradients(
        () -> {
          boolean averaged = head.queries().stream().allMatch(block -> block.average() != null);
          Maps maps = maps(averaged ? Parameter::average : Parameter::value);
          head.replaceBlocks(
              mapped(head.queries(), maps.queries, maps.keys, averaged),
              mapped(head.keys(), maps.keys, maps.queries, averaged));
          return null;
        });
  }

  private static Parameter mapped(
      List<Parameter> blocks, Tensor map, Tensor ofGradients, boolean averaged) {
    Parameter first = blocks.get(0);
    Parameter mapped =
        new Parameter(
            first.name(),
            first.decays(),
            columns(blocks, Parameter::value).matmul(map),
            columns(blocks, Parameter::first).matmul(ofGradients),
            columns(blocks, Parameter::second).matmul(ofGradients.square()),
            first.steps().clone());
    return averaged ? mapped.averaging(columns(blocks, Parameter::average).matmul(map)) : mapped;
  }
}
