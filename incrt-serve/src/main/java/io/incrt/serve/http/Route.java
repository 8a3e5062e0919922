package io.incrt.serve.http;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every route there is. */
public enum Route {
  /** The page to try a model. */
  PAGE("GET", "/", true),
  /** The document of this list. */
  OPENAPI("GET", "/openapi.json", true),
  /** What is served. */
  MODELS("GET", "/models", false),
  /** Figures for Prometheus. */
  METRICS("GET", "/metrics", false),
  /** Answers to records. */
  PREDICT("POST", "/predict", false),
  /** What spoke for answers. */
  EXPLAIN("POST", "/explain", false),
  /** The server, by the Open Inference Protocol. */
  V2("GET", "/v2", false),
  /** Whether the process runs. */
  LIVE("GET", "/v2/health/live", true),
  /** Whether every model answers. */
  READY("GET", "/v2/health/ready", true),
  /** A model, by the Open Inference Protocol. */
  MODEL("GET", "/v2/models/{name}", false),
  /** Whether a model answers. */
  MODEL_READY("GET", "/v2/models/{name}/ready", true),
  /** Answers to records, by the Open Inference Protocol. */
  INFER("POST", "/v2/models/{name}/infer", false),
  /** The same of a version. */
  VERSION("GET", "/v2/models/{name}/versions/{version}", false),
  /** The same of a version. */
  VERSION_READY("GET", "/v2/models/{name}/versions/{version}/ready", true),
  /** The same of a version. */
  VERSION_INFER("POST", "/v2/models/{name}/versions/{version}/infer", false);

  private static final Map<Route, List<String>> SEGMENTS = new EnumMap<>(Route.class);

  static {
    for (Route route : values()) {
      SEGMENTS.put(route, segments(route.path));
    }
  }

  private final String method;
  private final String path;
  private final boolean open;

  Route(String method, String path, boolean open) {
    this.method = method;
    this.path = path;
    this.open = open;
  }

  /** GET (then HEAD, too) or POST. */
  public String method() {
    return method;
  }

  /** Its path, with names in braces where anything may stand. */
  public String path() {
    return path;
  }

  /** Whether it may be asked without a token. */
  boolean isOpen() {
    return open;
  }

  /**
   * A route that a path leads to.
   *
   * @param model the name in the path; null where it has none
   * @param version the version in the path; null where it has none
   */
  record Match(Route route, String model, String version) {}

  private static List<String> segments(String path) {
    return Arrays.asList(path.substring(1).split("/", -1));
  }

  /** The route of a path; empty if there is none. */
  static Optional<Match> of(String path) {
    if (!path.startsWith("/")) {
      return Optional.empty();
    }
    boolean slashed = path.length() > 1 && path.endsWith("/");
    List<String> asked = segments(slashed ? path.substring(0, path.length() - 1) : path);
    for (Route route : values()) {
      Match match = route.match(asked);
      if (match != null) {
        return Optional.of(match);
      }
    }
    return Optional.empty();
  }

  private Match match(List<String> asked) {
    List<String> segments = SEGMENTS.get(this);
    if (asked.size() != segments.size()) {
      return null;
    }
    String model = null;
    String version = null;
    for (int i = 0; i < asked.size(); i++) {
      String segment = segments.get(i);
      if (segment.equals("{name}")) {
        model = asked.get(i);
      } else if (segment.equals("{version}")) {
        version = asked.get(i);
      } else if (!segment.equals(asked.get(i))) {
        return null;
      }
    }
    return new Match(this, model, version);
  }
}
