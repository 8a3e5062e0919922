package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.onnx.OnnxExport;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt export}. */
@Command(
    name = "export",
    description = {
      "Writes a model as a single ONNX file.",
      "onnxruntime must compute what the model computes before the file is put in place."
    })
final class ExportCommand implements Callable<Integer> {

  private static final int MAX_RECORDS = 1000;

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--format",
      paramLabel = "onnx",
      defaultValue = "onnx",
      description = "What to write (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(names = "--out", paramLabel = "F", required = true, description = "The file to write.")
  private Path out;

  @Option(
      names = "--data",
      paramLabel = "F",
      description = "Records to verify on, the first thousand, besides random tokens.")
  private String data;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Override
  public Integer call() throws IOException {
    if (!format.equals("onnx")) {
      throw new ParameterException(
          spec.commandLine(), "the format must be onnx, not '" + format + "'");
    }
    if (ModelFolder.isPartOf(model.folder(), out)
        || (data != null
            && !data.equals(RecordReader.STANDARD_INPUT)
            && Files.exists(out)
            && Files.isSameFile(out, Path.of(data)))) {
      throw new IOException(out + " is one of the files that export reads; choose another --out");
    }
    List<LabelledSequence> records = new ArrayList<>();
    if (data != null) {
      new RecordReader(input.options(set.forReading().data()))
          .forEach(
              data,
              false,
              record -> {
                if (records.size() < MAX_RECORDS) {
                  records.add(record);
                }
              });
    }
    try (Incrt opened = model.open()) {
      // Of a link, what it leads to is written.
      Path file = Files.isSymbolicLink(out) ? out.toRealPath() : out;
      OnnxExport.Result written = OnnxExport.write(opened, records, file);
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "%s: %d bytes, opset %d; verified on %d sequences, largest difference %.2g%n",
              out,
              written.bytes(),
              written.opset(),
              written.sequences(),
              written.difference());
    }
    return 0;
  }
}
