package io.incrt.cli.serve;

import io.incrt.serve.access.AccessLog;
import io.incrt.serve.access.LogFile;
import io.incrt.serve.security.BearerToken;
import io.incrt.serve.security.ServerIdentity;
import io.incrt.serve.settings.ServerSettings;
import io.incrt.serve.settings.ServerSettingsBuilder;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that say who may ask {@code incrt serve}, how that is kept secret, and the log. */
public final class AccessOptions {

  /** Where a token may be, too; a file of it goes first. */
  static final String TOKEN = "INCRT_TOKEN";

  private static final String STANDARD_OUTPUT = "-";
  private static final String NOWHERE = "none";

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "A file with the token that requests must bring (Authorization: Bearer TOKEN); the variable",
        TOKEN + " may hold one instead. Pages, /openapi.json and health are open all the same."
      })
  private Path tokenFile;

  @Option(names = "--open-metrics", description = "Let /metrics be asked without the token.")
  private boolean openMetrics;

  @Option(
      names = "--tls-cert",
      paramLabel = "PEM",
      description = {
        "The server's certificate, and behind it those that vouch for it, for HTTPS. It and the key",
        "are read anew when they change."
      })
  private Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "PEM",
      description = "The certificate's key (PKCS#8, PKCS#1 or SEC 1), without a passphrase.")
  private Path key;

  @Option(
      names = "--cors-origin",
      paramLabel = "ORIGIN",
      description = {
        "The origin whose pages may ask from a browser, such as https://example.org; * is every one",
        "(default: none)."
      })
  private String origin;

  @Option(
      names = "--access-log",
      paramLabel = "FILE|-|none",
      defaultValue = STANDARD_OUTPUT,
      description = {
        "Where a line of JSON is written for every request; - is standard output, on which there is",
        "nothing else then (default: ${DEFAULT-VALUE})."
      })
  private String log;

  /**
   * What a server needs of these.
   *
   * @param warnings what is unwise, each in one line
   */
  public record Access(
      ServerSettings settings, Optional<ServerIdentity> identity, List<String> warnings) {}

  /** Settings with these options; reads the files. */
  public Access applyTo(ServerSettings settings, Map<String, String> environment)
      throws IOException {
    List<String> warnings = new ArrayList<>();
    Optional<BearerToken> token = token(environment);
    token.flatMap(BearerToken::warning).ifPresent(warnings::add);
    if (openMetrics && token.isEmpty()) {
      throw usage("--open-metrics: there is no token, so that /metrics is open anyway");
    }
    Optional<ServerSettings.Tls> tls = tls();
    Optional<ServerIdentity> identity = Optional.empty();
    if (tls.isPresent()) {
      try {
        identity = Optional.of(ServerIdentity.read(tls.get()));
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage());
      }
      warnings.addAll(identity.get().warnings());
    }
    if (!isLoopback(settings.host())) {
      warnings.addAll(beyondLoopback(settings, token.isPresent(), tls.isPresent()));
    }
    return new Access(
        ServerSettingsBuilder.builder(settings)
            .token(token.map(BearerToken::text))
            .openMetrics(openMetrics)
            .tls(tls)
            .corsOrigin(origin())
            .build(),
        identity,
        warnings);
  }

  private Optional<BearerToken> token(Map<String, String> environment) throws IOException {
    String variable = environment.get(TOKEN);
    try {
      if (tokenFile != null) {
        return Optional.of(BearerToken.of(tokenFile));
      }
      return variable == null
          ? Optional.empty()
          : Optional.of(BearerToken.of(variable.strip(), "the variable " + TOKEN));
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  private Optional<ServerSettings.Tls> tls() {
    if (certificate == null && key == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      throw usage(
          certificate == null
              ? "--tls-key needs the certificate, too: --tls-cert PEM"
              : "--tls-cert needs its key, too: --tls-key PEM");
    }
    return Optional.of(new ServerSettings.Tls(certificate, key));
  }

  private Optional<String> origin() {
    if (origin != null && !origin.equals("*") && !origin.matches("https?://[^/\\s,?#]+")) {
      throw usage(
          "--cors-origin '"
              + origin
              + "': an origin is expected, which is a scheme, a host and perhaps a port, such as"
              + " https://example.org, or *");
    }
    return Optional.ofNullable(origin);
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // The server says so when it cannot listen there.
      return true;
    }
  }

  private static List<String> beyondLoopback(ServerSettings settings, boolean token, boolean tls) {
    List<String> warnings = new ArrayList<>();
    if (!token) {
      warnings.add(
          "whoever reaches "
              + settings.host()
              + ":"
              + settings.port()
              + " may ask: there is no token (--token-file)");
    }
    if (!tls) {
      warnings.add(
          "what is asked"
              + (token ? ", and the token," : "")
              + " can be read on its way, unless a proxy in front of this server keeps it secret:"
              + " there is no TLS (--tls-cert, --tls-key)");
    }
    return warnings;
  }

  /** Whether standard output is the log's. */
  public boolean logsToStandardOutput() {
    return log.equals(STANDARD_OUTPUT);
  }

  /** The log, to be closed in the end; empty if none is wanted. */
  public Optional<AccessLog> log() throws IOException {
    if (log.equals(NOWHERE)) {
      return Optional.empty();
    }
    return Optional.of(
        new AccessLog(logsToStandardOutput() ? new StandardOutput() : new LogFile(Path.of(log))));
  }

  /** Standard output, which stays open. */
  private static final class StandardOutput implements AccessLog.Target {

    private final OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));

    @Override
    public OutputStream stream() {
      return out;
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  private ParameterException usage(String problem) {
    return new ParameterException(command.commandLine(), problem);
  }
}
