package io.incrt.tensor;

import io.incrt.folder.HostTensor;
import java.util.Map;
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

  /** As many floats are one number of the widest type. */
  static final int WIDE = 4;

  private final String name;
  private final boolean decays;
  private Tensor value;
  private Tensor first;
  private Tensor second;
  private Tensor steps;
  private Tensor average;
  private Tensor packed;
  private boolean fixed;

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

  /** The same with the moving average of its values, as a checkpoint kept it. */
  public Parameter averaging(Tensor stored) {
    if (average != null) {
      average.close();
    }
    average = Libtorch.keep(stored);
    return this;
  }

  /** The same, which no step changes; its average is set by who knows it. */
  public Parameter fixed() {
    fixed = true;
    Tensor[] moments = {first, second};
    first = Libtorch.keep(value.detach().new_zeros(0));
    second = Libtorch.keep(value.detach().new_zeros(0));
    for (Tensor moment : moments) {
      moment.close();
    }
    return this;
  }

  /** Whether the average follows the values. */
  public boolean isAveraged() {
    return !fixed && !isByRows();
  }

  /**
   * The same with a step count for each row, so that an update can leave rows alone. For tables of
   * which a batch needs a few rows only.
   */
  public Parameter byRows() {
    if (!isByRows()) {
      Tensor before = steps;
      steps = Libtorch.keep(value.detach().new_zeros(value.size(0), 1));
      before.close();
    }
    return this;
  }

  /** Whether rows are updated one by one. */
  public boolean isByRows() {
    return steps.dim() > 0;
  }

  /**
   * The table with the optimizer's state beside every row: values, first and second moments, and
   * the step count, [rows, 3c + 1] filled up to a multiple of {@link #WIDE}. A step then reaches
   * into memory once for a row, not four times. From the first call on values and state are views
   * of it.
   */
  Tensor packed() {
    if (packed == null) {
      long columns = value.size(1);
      long width = (3 * columns + WIDE) / WIDE * WIDE;
      Tensor[] before = {value, first, second, steps};
      packed = Libtorch.keep(value.detach().new_zeros(value.size(0), width));
      value = Libtorch.keep(moved(value.detach(), 0).requires_grad_(true));
      first = Libtorch.keep(moved(first, columns));
      second = Libtorch.keep(moved(second, 2 * columns));
      steps = Libtorch.keep(moved(steps, 3 * columns));
      for (Tensor old : before) {
        old.close();
      }
    }
    return packed;
  }

  private Tensor moved(Tensor part, long column) {
    return packed.narrow(1, column, part.size(1)).copy_(part).detach();
  }

  /**
   * Stores it with its optimizer state, as a checkpoint keeps it and {@link ParameterSource} reads
   * it.
   */
  public void store(Map<String, HostTensor> tensors) {
    tensors.put(name, HostCopy.of(value));
    tensors.put(name + ParameterSource.FIRST, HostCopy.of(first));
    tensors.put(name + ParameterSource.SECOND, HostCopy.of(second));
    tensors.put(name + ParameterSource.STEPS, HostCopy.of(steps));
    if (average != null) {
      tensors.put(name + ParameterSource.AVERAGE, HostCopy.of(average));
    }
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
    if (parameter.average != null) {
      columnMajor.averaging(columns(parameter.average.detach()));
    }
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
    if (average != null) {
      Tensor old = average;
      average = Libtorch.keep(device.place(old));
      old.close();
    }
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

  /** The moving average of its values; null while there is none. */
  public Tensor average() {
    return average;
  }

  /** Begins a moving average at the present value. */
  public void startAverage() {
    average = Libtorch.keep(value.detach().clone());
  }

  /** Exchanges the value and the moving average, if there is one. */
  public void exchange() {
    if (average != null) {
      Tensor before = value;
      value = average;
      average = before;
    }
  }

  @Override
  public void close() {
    if (average != null) {
      average.close();
    }
    if (packed != null) {
      packed.close();
    }
    value.close();
    first.close();
    second.close();
    steps.close();
  }
}
