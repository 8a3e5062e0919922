package io.incrt.objective;

import java.util.List;
import java.util.ServiceLoader;

/** Rebuilds objectives of one type from a model's folder. */
public interface ObjectiveType {

  /** Its name in {@code config.json}. */
  String name();

  /** The objective with these labels. */
  Objective of(List<String> labels);

  /** The type with that name. */
  static ObjectiveType named(String name) {
    for (ObjectiveType type :
        ServiceLoader.load(ObjectiveType.class, ObjectiveType.class.getClassLoader())) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new IllegalArgumentException("this program knows no objective '" + name + "'");
  }
}
