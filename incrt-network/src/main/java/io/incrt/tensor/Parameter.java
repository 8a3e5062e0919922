package io.incrt.tensor;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/**
 * One trained tensor with its own AdamW state: moments and a step count. A head's tensors are
 * parameters of their own, so a head that is born starts at step 0 and one that is pruned takes its
 * state with it.
 */
public final class Parameter implements AutoCloseable {

  private final String name;
  private final boolean decays;
  private Tensor value;
  private Tensor first;
  private Tensor second;
  private Tensor steps;

  /** A fresh parameter; takes ownership of the tensor. */
  public Parameter(String name, boolean decays, Tensor value) {
    this(
        name,
        decays,
        value,
        torch.zeros_like(value),
        torch.zeros_like(value),
        torch.zeros(new long[] {}, new TensorOptions(torch.ScalarType.Float)));
  }

  /** A parameter with its stored optimizer state. */
  public Parameter(
      String name, boolean decays, Tensor value, Tensor first, Tensor second, Tensor steps) {
    this.name = name;
    this.decays = decays;
    this.value = Libtorch.keep(value.detach().requires_grad_(true));
    this.first = Libtorch.keep(first);
    this.second = Libtorch.keep(second);
    this.steps = Libtorch.keep(steps);
  }

  /**
   * The same in column-major layout. The heads' columns are packed as rows of one matrix, so their
   * gradients have that layout as well.
   */
  public static Parameter ofColumns(Parameter parameter) {
    Parameter columnMajor =
        new Parameter(
            parameter.name,
            parameter.decays,
            columns(parameter.value.detach()),
            columns(parameter.first),
            columns(parameter.second),
            parameter.steps.clone());
    parameter.close();
    return columnMajor;
  }

  private static Tensor columns(Tensor tensor) {
    return tensor.t().contiguous().t();
  }

  /** Moves the value and the optimizer's state to a device, before anything is computed. */
  public void moveTo(Device device) {
    if (device.holds(value)) {
      return;
    }
    Tensor[] before = {value, first, second, steps};
    value = Libtorch.keep(device.place(value.detach()).requires_grad_(true));
    first = Libtorch.keep(device.place(first));
    second = Libtorch.keep(device.place(second));
    steps = Libtorch.keep(device.place(steps));
    for (Tensor old : before) {
      old.close();
    }
  }

  /** Normally distributed values of the given deviation, drawn on the CPU. */
  public static Tensor normal(double deviation, long... shape) {
    return torch.randn(shape).mul(new Scalar(deviation));
  }

  public String name() {
    return name;
  }

  /** Whether weight decay applies: not to norms and biases. */
  public boolean decays() {
    return decays;
  }

  public Tensor value() {
    return value;
  }

  public Tensor first() {
    return first;
  }

  public Tensor second() {
    return second;
  }

  public Tensor steps() {
    return steps;
  }

  @Override
  public void close() {
    value.close();
    first.close();
    second.close();
    steps.close();
  }
}
