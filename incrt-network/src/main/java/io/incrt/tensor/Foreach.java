package io.incrt.tensor;

import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorType;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Type;

/** Libtorch's operations on many tensors in one call. */
public final class Foreach {

  private Foreach() {}

  /** An empty list of tensors, as the operations take it. */
  public static GenericList list() {
    return new GenericList(new Type.TypePtr(TensorType.get()));
  }

  public static IValue list(TensorVector tensors) {
    GenericList list = list();
    for (long i = 0; i < tensors.size(); i++) {
      list.push_back(new IValue(tensors.get(i)));
    }
    return new IValue(list);
  }

  /** Adds tensors to sums; sums that are still empty become the tensors. */
  public static void addTo(TensorVector sums, TensorVector tensors) {
    if (sums.empty()) {
      for (long i = 0; i < tensors.size(); i++) {
        sums.push_back(tensors.get(i));
      }
      return;
    }
    call("aten::_foreach_add_", "List", list(sums), list(tensors), new IValue(new Scalar(1.0)));
  }

  /** The norm of every tensor of a list. */
  public static TensorVector norms(IValue tensors) {
    return call("aten::_foreach_norm", "Scalar", tensors, new IValue(new Scalar(2.0)), new IValue())
        .get(0)
        .toTensorVector();
  }

  /**
   * A tensor split along its first dimension.
   *
   * @param sizes a list of integers
   * @return a list of tensors
   */
  public static IValue split(Tensor whole, IValue sizes) {
    return new IValue(
        call("aten::split_with_sizes", "", new IValue(whole), sizes, new IValue(0L)).get(0));
  }

  /** Adds 1 to every tensor of a list, in one kernel on a GPU. */
  public static void addOne(IValue tensors) {
    call("aten::_foreach_add_", "Scalar", tensors, new IValue(new Scalar(1.0)));
  }

  /** Moves every tensor of a list towards its counterpart, by a share of the distance. */
  public static void approach(IValue tensors, IValue targets, double share) {
    call("aten::_foreach_lerp_", "Scalar", tensors, targets, new IValue(new Scalar(share)));
  }

  /** Calls an operation by its name. */
  public static IValueVector call(String name, String overload, IValue... given) {
    IValueVector arguments = new IValueVector();
    for (IValue argument : given) {
      arguments.push_back(argument);
    }
    Dispatcher.singleton()
        .callBoxed(Dispatcher.singleton().findSchemaOrThrow(name, overload), arguments);
    return arguments;
  }
}
