package io.incrt.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.tensor.Libtorch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HeadHalfTest {

  private static final int D = 12;
  private static final int DK = 4;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static Network network() {
    torch.manual_seed(3);
    Shape shape = new Shape(9, 0, 8, 1, false, Readout.ALL, 2, D, DK, true, 1);
    return Network.fixed(shape, Compute.DEFAULT, 1, 2);
  }

  private static Tensor product(Head head) {
    return head.queries().get(0).value().detach().matmul(head.keys().get(0).value().detach().t());
  }

  /** The singular values, the largest first. */
  private static double[] singular(Tensor matrix) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(D, D, false, false, false);
    svd.decompose(Head.matrix(matrix));
    return Arrays.stream(svd.getSingularValues()).map(s -> -s).sorted().map(s -> -s).toArray();
  }

  @Test
  void whatIsLeftIsTheBestProductOfThatRank() {
    try (Network network = network()) {
      Head head = network.layer(0).heads().get(1);
      Libtorch.scoped(
          () -> {
            Tensor before = product(head).clone();
            double[] all = singular(before);
            network.remove(new HeadHalf(head, DK / 2));
            assertEquals(DK / 2, head.dimensions());
            double lost = product(head).sub(before).norm().item_double();
            assertEquals(Math.hypot(all[2], all[3]), lost, 1e-5, "the weaker singular values");
            double[] kept = singular(product(head));
            assertArrayEquals(new double[] {all[0], all[1], 0}, Arrays.copyOf(kept, 3), 1e-5);
            return null;
          });
      assertEquals(List.of(List.of(DK, DK / 2)), network.architecture().dimensions());
      assertEquals(
          List.of(2, 2, 4, 4, 8),
          IntStream.of(2, 4, 6, 8, 16).map(HeadHalf::half).boxed().toList());
    }
  }

  /** The loss ⟨G, W_Q W_Kᵀ⟩ has the gradients G W_K and Gᵀ W_Q, before and after. */
  @Test
  void theOptimizersMomentsGoOnAsThoseOfWhatIsLeft() {
    try (Network network = network()) {
      Head head = network.layer(0).heads().get(0);
      Libtorch.scoped(
          () ->
              Libtorch.withoutGradients(
                  () -> {
                    Tensor g = torch.randn(D, D);
                    head.queries().get(0).first().copy_(g.matmul(head.keys().get(0).value()));
                    head.keys().get(0).first().copy_(g.t().matmul(head.queries().get(0).value()));
                    head.queries().get(0).steps().add_(new Scalar(7.0));
                    network.remove(new HeadHalf(head, DK / 2));
                    assertArrayEquals(
                        Libtorch.toDoubles(g.matmul(head.keys().get(0).value())),
                        Libtorch.toDoubles(head.queries().get(0).first().contiguous()),
                        1e-5);
                    assertArrayEquals(
                        Libtorch.toDoubles(g.t().matmul(head.queries().get(0).value())),
                        Libtorch.toDoubles(head.keys().get(0).first().contiguous()),
                        1e-5);
                    assertEquals(7, head.queries().get(0).steps().item_long());
                    return null;
                  }));
    }
  }
}
