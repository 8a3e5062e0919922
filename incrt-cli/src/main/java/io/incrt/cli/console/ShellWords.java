package io.incrt.cli.console;

import io.incrt.base.Printable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Arguments written so that a shell reads back exactly these, whatever they hold. */
public final class ShellWords {

  private ShellWords() {}

  public static String of(List<String> arguments) {
    return arguments.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static boolean isControl(char c) {
    return c == '\n' || c == '\t' || Printable.isControl(c);
  }

  private static String quoted(String argument) {
    if (argument.matches("[A-Za-z0-9_./:=+,@%-]+")) {
      return argument;
    }
    if (argument.chars().noneMatch(c -> isControl((char) c))) {
      return "'" + argument.replace("'", "'\\''") + "'";
    }
    // Printed as they are, control characters would be lost or obeyed.
    StringBuilder escaped = new StringBuilder("$'");
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      if (c == '\'' || c == '\\') {
        escaped.append('\\').append(c);
      } else if (isControl(c)) {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.append('\'').toString();
  }
}
