package io.incrt.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code incrt}. Exit codes: 0 done, 1 failed, 2 usage. */
@Command(
    name = "incrt",
    description = "A Transformer classifier that decides its own size.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      TrainCommand.class,
      EvaluateCommand.class,
      PredictCommand.class,
      InspectCommand.class,
      ReportCommand.class,
      ExportCommand.class,
      ReproduceCommand.class
    },
    footer = {
      "",
      "incrt COMMAND --help explains a command. In the sources, ./incrt bench measures speed."
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      description = "Show the stack trace of a failure.",
      scope = CommandLine.ScopeType.INHERIT)
  private boolean verbose;

  /** Runs the command line and exits. */
  public static void main(String[] args) {
    // Warnings of the library are printed as one line, like all other messages.
    System.setProperty("java.util.logging.SimpleFormatter.format", "incrt: %5$s%n");
    System.exit(run(args, System.out, System.err));
  }

  /** Runs the command line on the given streams and returns the exit code. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    Main main = new Main();
    CommandLine line =
        new CommandLine(main)
            .registerConverter(long.class, Main::wholeNumber)
            .registerConverter(Long.class, Main::wholeNumber)
            .setOut(utf8(out))
            .setErr(utf8(err));
    line.setParameterExceptionHandler((failure, arguments) -> usage(failure));
    line.setExecutionExceptionHandler(
        (failure, command, result) -> {
          command.getErr().println("incrt: " + Problems.inOneLine(failure));
          if (main.verbose) {
            failure.printStackTrace(command.getErr());
          }
          command.getErr().flush();
          return CommandLine.ExitCode.SOFTWARE;
        });
    return line.execute(args);
  }

  // The locale of a server is often "C", in which Γ and θ would come out as question marks.
  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static long wholeNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
  }

  private static int usage(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    String explanation = " (" + command.getCommandSpec().qualifiedName() + " --help explains)";
    command.getErr().println("incrt: " + whatWasWrong(failure) + explanation);
    return CommandLine.ExitCode.USAGE;
  }

  private static String whatWasWrong(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return failure.getMessage();
    }
    List<String> close = unmatched.getSuggestions();
    String hint = close.isEmpty() ? "" : "; did you mean " + String.join(" or ", close) + "?";
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    String first = unmatched.getUnmatched().get(0);
    if (first.startsWith("-")) {
      return failure.getMessage() + hint;
    }
    if (command.subcommands().isEmpty()) {
      return "unexpected argument '" + first + "'";
    }
    return "there is no command '"
        + first
        + "'"
        + (close.isEmpty()
            ? "; there is " + String.join(", ", command.subcommands().keySet())
            : hint);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no command given; there is " + String.join(", ", spec.subcommands().keySet()));
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"incrt " + (version == null ? "(not packaged)" : version)};
    }
  }
}
