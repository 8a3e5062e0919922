package io.incrt.model;

import io.incrt.tensor.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Sequences of token numbers padded with 0 to equal length, as tensors. Created inside a scope and
 * released with it.
 *
 * @param tokens [B, n]
 * @param targets the targets of the records, in the objective's form; null for predictions
 * @param mask true where a token is real, [B, n]; null where all are
 * @param count the number of real tokens
 */
public record Batch(Tensor tokens, Tensor targets, Tensor mask, double count) {

  /** Sequences to predict; none may be empty. */
  public static Batch of(int[]... sequences) {
    return of(sequences, null);
  }

  /** Sequences to learn from; none may be empty. */
  public static Batch of(int[][] sequences, Tensor targets) {
    int longest = 0;
    long count = 0;
    for (int[] sequence : sequences) {
      if (sequence.length == 0) {
        throw new IllegalArgumentException("a sequence without tokens cannot be classified");
      }
      longest = Math.max(longest, sequence.length);
      count += sequence.length;
    }
    long[] flat = new long[sequences.length * longest];
    for (int i = 0; i < sequences.length; i++) {
      for (int j = 0; j < sequences[i].length; j++) {
        flat[i * longest + j] = sequences[i][j];
      }
    }
    Tensor tokens = Tensor.create(flat, sequences.length, longest);
    boolean full = count == (long) sequences.length * longest;
    return new Batch(tokens, targets, full ? null : tokens.ne(new Scalar(0)), count);
  }

  /** The same batch on a device. */
  public Batch on(Device device) {
    return device.holds(tokens)
        ? this
        : new Batch(
            device.place(tokens),
            targets == null ? null : device.place(targets),
            mask == null ? null : device.place(mask),
            count);
  }

  /** The mask attention takes, [B, 1, 1, n]; null where all tokens are real. */
  public Tensor attentionMask() {
    return mask == null ? null : mask.unsqueeze(1).unsqueeze(1);
  }

  /** 1 where a token is real and 0 elsewhere, [B, n, 1]; null where all are. */
  public Tensor real() {
    return mask == null ? null : mask.unsqueeze(2).to(torch.ScalarType.Float);
  }
}
