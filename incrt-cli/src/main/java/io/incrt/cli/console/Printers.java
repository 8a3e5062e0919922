package io.incrt.cli.console;

import io.incrt.base.Printable;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * What commands print to: UTF-8, whatever the locale of the machine (in "C" Γ and θ would come out
 * as question marks), and without control characters, which a terminal would obey.
 */
public final class Printers {

  private Printers() {}

  /** For results: a failure to write is an {@link OutputLostException}. */
  public static PrintWriter results(OutputStream stream) {
    boolean own = stream instanceof FileOutputStream;
    return printer(
        new FilterOutputStream(stream) {
          @Override
          public void write(byte[] bytes, int from, int length) {
            try {
              out.write(bytes, from, length);
            } catch (IOException e) {
              throw new OutputLostException(e, own);
            }
          }

          @Override
          public void flush() {
            try {
              out.flush();
            } catch (IOException e) {
              throw new OutputLostException(e, own);
            }
          }
        });
  }

  /** For messages: if they cannot be written, there is nobody to tell. */
  public static PrintWriter messages(OutputStream stream) {
    return printer(stream);
  }

  private static PrintWriter printer(OutputStream stream) {
    return new PrintWriter(
        new CleanWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
  }

  /** Escapes control characters; a carriage return passes only where it is all of a text. */
  private static final class CleanWriter extends FilterWriter {

    CleanWriter(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      write(String.valueOf((char) c), 0, 1);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
      for (int i = from; i < from + length; i++) {
        if (Printable.isControl(text[i])) {
          write(new String(text, from, length), 0, length);
          return;
        }
      }
      out.write(text, from, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
      boolean back = length == 1 && text.charAt(from) == '\r';
      out.write(back ? "\r" : Printable.text(text.substring(from, from + length)));
    }
  }
}
