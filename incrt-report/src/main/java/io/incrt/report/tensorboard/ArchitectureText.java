package io.incrt.report.tensorboard;

import io.incrt.base.Printable;
import io.incrt.folder.Architecture;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An architecture as a table in Markdown. */
final class ArchitectureText {

  private ArchitectureText() {}

  static String of(Architecture architecture) {
    StringBuilder out = new StringBuilder();
    out.append("| part | number | born at step | size |\n|---|---|---|---|\n");
    for (Architecture.Layer layer : architecture.layers()) {
      if (layer.heads().isEmpty()) {
        row(out, "layer", layer.id(), 0, "no head");
      }
      for (Architecture.HeadShape head : layer.heads()) {
        row(
            out,
            "head of layer " + layer.id(),
            head.id(),
            head.bornAt(),
            head.dimensions() + " key dimensions");
      }
    }
    for (Architecture.BlockShape block : architecture.blocks()) {
      row(out, escaped(block.type()), block.id(), block.bornAt(), sizes(block.sizes()));
    }
    if (architecture.layers().isEmpty() && architecture.blocks().isEmpty()) {
      row(out, "embedding and output layer alone", 0, 0, "");
    }
    return out.toString();
  }

  private static void row(StringBuilder out, String part, int number, long born, String size) {
    out.append("| ").append(part).append(" | ").append(number).append(" | ").append(born);
    out.append(" | ").append(size).append(" |\n");
  }

  private static String sizes(Map<String, Integer> sizes) {
    return new TreeMap<>(sizes)
        .entrySet().stream()
            .map(size -> escaped(size.getKey()) + " " + size.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Text that ends no cell and begins no markup. */
  static String escaped(String text) {
    return Printable.line(text).replaceAll("([\\\\`*_\\[\\]<>|])", "\\\\$1");
  }
}
