package io.incrt.tensor;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.HostTensor;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/** Where a network's parameters come from: drawn fresh, or stored. */
@FunctionalInterface
public interface ParameterSource {

  /**
   * The parameter with that name.
   *
   * @param fresh draws its value if it is new
   * @param shape the shape it must have if it is stored
   */
  Parameter take(String name, boolean decays, Supplier<Tensor> fresh, long... shape);

  /** New parameters at step 0. */
  ParameterSource FRESH = (name, decays, fresh, shape) -> new Parameter(name, decays, fresh.get());

  /** Suffixes under which a checkpoint keeps a parameter's optimizer state. */
  String FIRST = "#first";

  String SECOND = "#second";
  String STEPS = "#steps";

  /** The suffix under which a checkpoint keeps the moving average of a parameter's values. */
  String AVERAGE = "#average";

  /** Parameters from stored tensors, with their optimizer state where that is stored too. */
  static ParameterSource stored(Map<String, HostTensor> tensors) {
    return (name, decays, fresh, shape) -> {
      HostTensor value = tensors.get(name);
      String expected = Arrays.toString(shape);
      if (value == null) {
        throw new CorruptFileException("the tensor " + name + " is missing");
      }
      if (!value.shapeText().equals(expected)) {
        throw new CorruptFileException(
            "the tensor " + name + " must be " + expected + " but is " + value.shapeText());
      }
      if (!tensors.containsKey(name + STEPS)) {
        return new Parameter(name, decays, HostCopy.tensor(value));
      }
      Parameter parameter =
          new Parameter(
              name,
              decays,
              HostCopy.tensor(value),
              HostCopy.tensor(tensors.get(name + FIRST)),
              HostCopy.tensor(tensors.get(name + SECOND)),
              HostCopy.tensor(tensors.get(name + STEPS)));
      HostTensor average = tensors.get(name + AVERAGE);
      return average == null ? parameter : parameter.averaging(HostCopy.tensor(average));
    };
  }
}
