package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.event.LiveLine;
import io.incrt.report.live.LiveRun;
import io.incrt.report.live.LiveView;
import io.incrt.report.live.LiveView.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The page of a run that goes on. It is whole as it is sent, so that it can be read without a
 * script; its script asks for it again and again, and puts what has changed in the place of what
 * was there.
 */
public final class LivePage {

  /** Styles and scripts of the same server alone; nothing inline, nothing from elsewhere. */
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** What belongs to the page, by name. */
  public static final List<String> FILES = List.of("watch.css", "watch.js", "watch.svg");

  private final LiveView view;
  private final LiveRun run;
  private final StringBuilder out = new StringBuilder();

  private LivePage(LiveView view) {
    this.view = view;
    this.run = view.run();
  }

  /** The page of a run as it is. */
  public static String of(LiveView view) {
    return new LivePage(view).page();
  }

  /** A file that belongs to the page. */
  public static byte[] file(String name) {
    if (!FILES.contains(name)) {
      throw new IllegalArgumentException("the page has no file " + name);
    }
    try (InputStream in = LivePage.class.getResourceAsStream("live/" + name)) {
      byte[] own = in.readAllBytes();
      return name.endsWith(".css")
          ? (ReportPage.style() + new String(own, StandardCharsets.UTF_8))
              .getBytes(StandardCharsets.UTF_8)
          : own;
    } catch (IOException e) {
      throw new UncheckedIOException("the page's own file " + name + " cannot be read", e);
    }
  }

  private String page() {
    String title =
        (view.standing() == Standing.RUNNING ? tens(1) + " · " : "") + view.name() + " · INCRT";
    out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .append(text(title))
        .append("</title>\n<link rel=\"icon\" href=\"watch.svg\" type=\"image/svg+xml\">\n")
        .append("<link rel=\"stylesheet\" href=\"watch.css\">\n")
        .append("<script src=\"watch.js\" defer></script>\n")
        .append("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n")
        .append(
            "</head>\n<body>\n<main>\n<header><p class=\"kind\">INCRT training run</p><h1 id=\"")
        .append("name\" data-live>")
        .append(text(view.name()))
        .append("</h1>")
        .append("<p class=\"follow\"><button type=\"button\" id=\"pause\" aria-pressed=\"false\"")
        .append(" hidden>Pause this page</button></p></header>\n")
        .append("<p id=\"said\" class=\"unseen\" role=\"status\">")
        .append(text(said()))
        .append("</p>\n<p id=\"trouble\" class=\"trouble\" role=\"status\" hidden></p>\n");
    standing();
    figures();
    LiveSections sections = new LiveSections(run, out);
    sections.scores();
    sections.size();
    sections.worth();
    sections.energies();
    origin();
    out.append("</main>\n</body>\n</html>\n");
    return out.toString();
  }

  private void standing() {
    out.append("<div id=\"standing\" data-live><p class=\"lead ")
        .append(view.standing().name().toLowerCase(Locale.ROOT))
        .append("\">")
        .append(text(lead()))
        .append("</p>");
    view.trouble()
        .ifPresent(why -> out.append("<p class=\"trouble\">").append(text(why)).append("</p>"));
    if (run.begun().isPresent()) {
      out.append("<progress aria-label=\"steps made\" max=\"")
          .append(Math.max(1, run.steps()))
          .append("\" value=\"")
          .append(Math.max(0, run.step()))
          .append("\">")
          .append(tens(1))
          .append("</progress>");
    }
    out.append("</div>\n");
  }

  /** How it stands, in a sentence. */
  private String lead() {
    String at = "at step " + steps(run.step()) + " of " + steps(run.steps());
    return switch (view.standing()) {
      case WAITING ->
          "No run has begun here yet. One that was started reads its data first; this page shows it as soon as it begins.";
      case RUNNING ->
          run.step() >= run.steps()
              ? "All " + steps(run.steps()) + " steps are made; the best model is being judged."
              : "Running, " + at + left().map(words -> "; " + words + " left").orElse("") + ".";
      case SILENT ->
          "Nothing was heard for "
              + words(view.quiet(), true)
              + ", since it was "
              + at
              + ". It may have been killed (train --resume goes on with it), or compute something"
              + " long.";
      case FINISHED -> "Finished " + at + ".";
      case STOPPED -> "Stopped and saved " + at + "; train --resume goes on with it.";
      case FAILED -> "Failed " + at + "; the terminal it was started in says why.";
    };
  }

  /** What is read out: new only when something has happened that is worth an interruption. */
  private String said() {
    String score =
        run.best().isPresent() ? "; best " + scoreName() + " " + score(run.bestScore()) : "";
    return switch (view.standing()) {
      case WAITING -> "No run has begun yet.";
      case RUNNING -> "Running, " + tens(10) + " done.";
      case SILENT -> "The run is silent.";
      case FINISHED -> "The run has finished" + score + ".";
      case STOPPED -> "The run was stopped" + score + ".";
      case FAILED -> "The run has failed.";
    };
  }

  /** The share of steps made, rounded down to so many percent. */
  private String tens(int by) {
    return (int) Math.floor(100 * view.done() / by) * by + "\u00a0%";
  }

  private Optional<String> left() {
    return run.left().map(time -> "about " + words(time, false));
  }

  private static String steps(long count) {
    return number((double) count);
  }

  /** "3 min 20 s". */
  static String words(Duration time, boolean roughly) {
    long seconds = time.toSeconds();
    if (seconds < 60) {
      return seconds + "\u00a0s";
    }
    if (seconds < 3600) {
      return seconds / 60
          + "\u00a0min"
          + (roughly || seconds >= 600 || seconds % 60 == 0 ? "" : " " + seconds % 60 + "\u00a0s");
    }
    return seconds < 48 * 3600
        ? seconds / 3600 + "\u00a0h " + seconds % 3600 / 60 + "\u00a0min"
        : seconds / 86_400 + " days";
  }

  private String scoreName() {
    return run.begun().map(LiveLine.Begun::score).map(LiveSections::figureName).orElse("score");
  }

  private static String score(double value) {
    return value >= 0 && value <= 1 ? percent(value) : number(value);
  }

  private void figures() {
    out.append("<div id=\"figures\" data-live>");
    if (run.begun().isPresent()) {
      out.append("<dl class=\"figures\">");
      figure("loss", number(run.lastLoss()), "of the last steps");
      run.best()
          .ifPresentOrElse(
              best ->
                  figure(
                      "best " + scoreName(),
                      score(run.bestScore()),
                      "at step "
                          + steps(best.step())
                          + "; "
                          + score(run.lastScore())
                          + " at the last validation"),
              () -> figure("best " + scoreName(), "–", "no validation yet"));
      speed();
      figure("parts", parts(), heads());
      out.append("</dl>");
    }
    out.append("</div>\n");
  }

  private void speed() {
    OptionalDouble speed = run.stepsPerSecond();
    String records =
        speed.isEmpty() ? "–" : number(speed.getAsDouble() * run.begun().orElseThrow().batchSize());
    figure(
        view.standing() == Standing.RUNNING ? "throughput" : "throughput at last",
        records,
        speed.isEmpty()
            ? "records a second"
            : "records a second; " + number(speed.getAsDouble()) + " steps a second");
    if (view.standing() == Standing.RUNNING) {
      figure(
          "time left",
          run.left().map(time -> words(time, false)).orElse("–"),
          "if it makes all its steps");
    }
  }

  private String parts() {
    return run.parts().isEmpty() ? "–" : number((double) run.parts().size());
  }

  private String heads() {
    List<double[]> heads = run.heads().points();
    List<double[]> dimensions = run.dimensions().points();
    if (heads.isEmpty()) {
      return "none judged yet";
    }
    double count = heads.get(heads.size() - 1)[1];
    return number(count)
        + (count == 1 ? " head, " : " heads, ")
        + number(dimensions.get(dimensions.size() - 1)[1])
        + " key dimensions";
  }

  private void figure(String name, String value, String note) {
    out.append(Html.figure(name, value, note));
  }

  private void origin() {
    out.append("<section id=\"origin\" data-live>");
    run.begun()
        .ifPresent(
            begun -> {
              out.append("<h2>The run</h2><dl class=\"provenance\">");
              run.begunAt()
                  .ifPresent(at -> entry(run.resumedFrom() > 0 ? "went on" : "began", time(at)));
              if (run.resumedFrom() > 0) {
                entry("went on from step", steps(run.resumedFrom()));
              }
              run.lineAt().ifPresent(at -> entry("last heard of", time(at)));
              entry("training records", steps(begun.records()));
              entry("records in a step", steps(begun.batchSize()));
              if (begun.command() != null) {
                entry("command", begun.command());
              }
              out.append("</dl>");
            });
    out.append("</section>\n");
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
  }

  private void entry(String name, Object value) {
    out.append("<dt>").append(text(name)).append("</dt><dd>").append(text(value)).append("</dd>");
  }
}
