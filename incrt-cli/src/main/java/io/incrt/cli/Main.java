package io.incrt.cli;

import io.incrt.cli.console.OutputLostException;
import io.incrt.cli.console.Printers;
import io.incrt.cli.console.Problems;
import io.incrt.cli.launch.LaunchCommand;
import io.incrt.cli.watch.WatchCommand;
import io.incrt.tensor.Libtorch;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code incrt}. Exit codes: 0 done, 1 failed, 2 usage, 128 + a signal that ended it.
 */
@Command(
    name = "incrt",
    description = "A Transformer classifier that decides its own size.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      TrainCommand.class,
      LaunchCommand.class,
      EvaluateCommand.class,
      PredictCommand.class,
      ExplainCommand.class,
      InspectCommand.class,
      ReportCommand.class,
      ExportCommand.class,
      CompareCommand.class,
      ServeCommand.class,
      WatchCommand.class,
      ReproduceCommand.class
    },
    footer = {
      "",
      "incrt COMMAND --help explains a command. In the sources, ./incrt bench measures speed.",
      "Exit codes: 0 done, 1 failed, 2 usage, 130 or 143 ended by SIGINT or SIGTERM."
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
    // Half of what one prediction takes is loading libtorch.
    if (args.length > 1
        && List.of("predict", "explain", "evaluate", "compare", "serve").contains(args[0])) {
      Libtorch.loadAhead();
    }
    // Not System.out, which would keep a failure to write to itself.
    System.exit(run(args, results(), System.err));
  }

  /** Where results go; ./incrt names another place where libtorch prints lines of its own there. */
  private static OutputStream results() {
    String named = System.getProperty("incrt.results");
    if (named != null) {
      try {
        return new FileOutputStream(named, true);
      } catch (FileNotFoundException e) {
        // Such as a socket, which cannot be opened again.
      }
    }
    return new FileOutputStream(FileDescriptor.out);
  }

  /** Runs the command line on the given streams and returns the exit code. */
  public static int run(String[] args, OutputStream out, OutputStream err) {
    Main main = new Main();
    CommandLine line =
        new CommandLine(main)
            .registerConverter(long.class, Main::wholeNumber)
            .registerConverter(Long.class, Main::wholeNumber)
            .setOut(Printers.results(out))
            .setErr(Printers.messages(err));
    // What follows is another command's.
    line.getSubcommands().get("launch").setStopAtPositional(true);
    line.setParameterExceptionHandler((failure, arguments) -> usage(failure));
    line.setExecutionStrategy(
        parsed -> {
          try {
            return new CommandLine.RunLast().execute(parsed);
          } catch (OutputLostException e) {
            // Of a help text: picocli handles failures of commands only.
            return main.failed(e, line);
          }
        });
    line.setExecutionExceptionHandler((failure, command, result) -> main.failed(failure, command));
    try {
      int code = line.execute(args);
      line.getOut().flush();
      return code;
    } catch (RuntimeException | Error e) {
      return main.failed(e, line);
    }
  }

  private int failed(Throwable failure, CommandLine command) {
    boolean unread =
        Problems.cause(failure, OutputLostException.class)
            .map(OutputLostException::isClosed)
            .orElse(false);
    if (!unread) {
      command.getErr().println("incrt: " + Problems.inOneLine(failure));
    }
    if (verbose) {
      failure.printStackTrace(command.getErr());
    }
    command.getErr().flush();
    return CommandLine.ExitCode.SOFTWARE;
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
