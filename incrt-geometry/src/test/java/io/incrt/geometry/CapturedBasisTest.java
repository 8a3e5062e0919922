package io.incrt.geometry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class CapturedBasisTest {

  @RepeatedTest(5)
  void columnsStayOrthonormalUpToTheLastFreeDirectionEvenWhenNearlyParallel(Random random) {
    int d = 64;
    CapturedBasis basis = new CapturedBasis(d);
    double[] common = Vectors.randomDirection(d, random);
    for (int i = 0; i < d; i++) {
      double[] x = Vectors.randomDirection(d, random);
      Vectors.addScaled(x, 1e3, common);
      basis.add(i, x);
    }
    assertTrue(basis.orthogonalityError() < 1e-13, "error " + basis.orthogonalityError());
  }

  @RepeatedTest(5)
  void removingAHeadDropsItsColumnsAndNoOther(Random random) {
    CapturedBasis basis = new CapturedBasis(10);
    for (int head = 0; head < 3; head++) {
      basis.add(head, Vectors.randomDirection(10, random));
      basis.add(head, Vectors.randomDirection(10, random));
    }
    double[] kept = basis.columnsOf(2).get(1);
    basis.remove(1);
    assertEquals(4, basis.size());
    assertEquals(0, basis.columnsOf(1).size());
    assertEquals(1, Vectors.overlap(kept, basis.column(3)), 1e-15);
    assertEquals(2, basis.owner(3));
    assertEquals(4, basis.matrix().numCols);
  }

  @Test
  void aDirectionAlreadyCapturedIsRefused() {
    CapturedBasis basis = new CapturedBasis(3);
    basis.add(0, new double[] {1, 0, 0});
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> basis.add(7, new double[] {-2, 0, 0}));
    assertEquals(
        "the direction for head 7 lies in the span of the 1 directions already captured, so it"
            + " adds nothing",
        refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> basis.add(7, new double[3]));
    assertThrows(IllegalArgumentException.class, () -> basis.add(7, new double[] {1, 2}));
    assertThrows(IllegalArgumentException.class, () -> new CapturedBasis(0));
  }

  @RepeatedTest(5)
  void randomDirectionsOutsideTheSpanEndWithTheDimension(Random random) {
    CapturedBasis basis = new CapturedBasis(3);
    basis.add(0, Vectors.randomDirection(3, random));
    double[] u = basis.randomOutside(random);
    double[] v = basis.randomOutside(random, u);
    assertEquals(0, Vectors.dot(u, v), 1e-14);
    assertEquals(0, Vectors.dot(basis.column(0), v), 1e-14);
    assertNull(basis.randomOutside(random, u, v));
    assertFalse(basis.orthonormaliseAgainst(basis.column(0)));
  }
}
