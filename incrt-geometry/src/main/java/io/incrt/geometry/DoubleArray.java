package io.incrt.geometry;

import java.util.Arrays;

/**
 * An immutable array of numbers, equal to another when every number is the same to the bit. States
 * and results of the geometry hold their directions and averages in it.
 *
 * @param values the numbers; copied on the way in and on the way out
 */
@SuppressWarnings("ArrayRecordComponent") // this record is what makes an array safe as a component
public record DoubleArray(double... values) {

  /** Copies the numbers. */
  public DoubleArray {
    values = values.clone();
  }

  /** The numbers, as a copy. */
  @Override
  public double[] values() {
    return values.clone();
  }

  /** The number of values. */
  public int length() {
    return values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DoubleArray array && Arrays.equals(values, array.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return values.length <= 8
        ? Arrays.toString(values)
        : "[" + values[0] + ", … " + values.length + " numbers]";
  }
}
