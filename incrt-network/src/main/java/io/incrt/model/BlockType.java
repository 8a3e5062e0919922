package io.incrt.model;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.tensor.ParameterSource;
import java.util.ServiceLoader;

/** Rebuilds blocks of one type from their entries in an architecture. */
public interface BlockType {

  /** Its name in an architecture. */
  String name();

  /** Rebuilds a block from its entry. */
  Block read(
      Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource parameters);

  /** The type of a stored block. */
  static BlockType of(Architecture.BlockShape stored) {
    for (BlockType type : ServiceLoader.load(BlockType.class, BlockType.class.getClassLoader())) {
      if (type.name().equals(stored.type())) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "this program knows no part of the type '"
            + stored.type()
            + "'; it was written by another version or with another library");
  }
}
