package io.incrt.lite.network;

import io.incrt.base.file.CorruptFileException;
import io.incrt.folder.HostTensor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The tensors of a model's folder; every one must be asked for, in the shape it has. */
final class Weights {

  private final Map<String, HostTensor> tensors;
  private final Set<String> unused;

  Weights(Map<String, HostTensor> tensors) {
    this.tensors = tensors;
    this.unused = new HashSet<>(tensors.keySet());
  }

  /** The values of a tensor, row by row; not to be changed. */
  float[] take(String name, long... shape) {
    HostTensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new CorruptFileException("the tensor " + name + " is missing");
    }
    if (!Arrays.equals(tensor.shape(), shape)) {
      throw new CorruptFileException(
          "the tensor "
              + name
              + " must be "
              + Arrays.toString(shape)
              + " but is "
              + tensor.shapeText());
    }
    tensor.requireWeights(name);
    unused.remove(name);
    return tensor.values();
  }

  /** Refuses tensors that nobody asked for. */
  void requireAllTaken() {
    if (!unused.isEmpty()) {
      throw new CorruptFileException(
          "the tensor " + unused.iterator().next() + " is not part of the architecture");
    }
  }
}
