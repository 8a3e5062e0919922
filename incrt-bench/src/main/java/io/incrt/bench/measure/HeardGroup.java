package io.incrt.bench.measure;

import io.incrt.train.group.Collective;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/** A group whose exchanges are told, before they begin. */
final class HeardGroup implements Collective {

  /** Hears of an exchange. */
  @FunctionalInterface
  interface Listener {
    /**
     * An exchange begins.
     *
     * @param bytes of it
     * @param waited whether nothing is computed meanwhile
     */
    void exchanged(double bytes, boolean waited);
  }

  private final Collective group;
  private final Listener listener;

  HeardGroup(Collective group, Listener listener) {
    this.group = group;
    this.listener = listener;
  }

  /**
   * One of so many of which the others are not there: what it computes is real, the sums are not.
   */
  static Collective pretended(int size) {
    return new Collective() {
      @Override
      public int rank() {
        return 0;
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public Summing beginSum(TensorVector tensors) {
        return () -> {};
      }

      @Override
      public double sum(double value) {
        return value * size;
      }

      @Override
      public boolean any(boolean wish) {
        return wish;
      }

      @Override
      public byte[][] all(byte... own) {
        byte[][] all = new byte[size][];
        Arrays.setAll(all, i -> own.clone());
        return all;
      }

      @Override
      public byte[] ofFirst(byte... own) {
        return own;
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private static double bytes(TensorVector tensors) {
    double bytes = 0;
    for (long i = 0; i < tensors.size(); i++) {
      Tensor tensor = tensors.get(i);
      bytes += (double) tensor.numel() * tensor.element_size();
    }
    return bytes;
  }

  @Override
  public int rank() {
    return group.rank();
  }

  @Override
  public int size() {
    return group.size();
  }

  @Override
  public Summing beginSum(TensorVector tensors) {
    listener.exchanged(bytes(tensors), false);
    return group.beginSum(tensors);
  }

  @Override
  public void sum(TensorVector tensors) {
    listener.exchanged(bytes(tensors), true);
    group.sum(tensors);
  }

  @Override
  public double sum(double value) {
    listener.exchanged(Double.BYTES, true);
    return group.sum(value);
  }

  @Override
  public boolean any(boolean wish) {
    listener.exchanged(Double.BYTES, true);
    return group.any(wish);
  }

  @Override
  public byte[][] all(byte... own) {
    listener.exchanged((double) size() * own.length, true);
    return group.all(own);
  }

  @Override
  public byte[] ofFirst(byte... own) {
    listener.exchanged(own.length, true);
    return group.ofFirst(own);
  }

  @Override
  public void close() {
    group.close();
  }
}
