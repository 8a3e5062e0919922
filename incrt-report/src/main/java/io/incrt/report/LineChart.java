package io.incrt.report;

import static io.incrt.report.Html.at;
import static io.incrt.report.Html.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A line chart as inline SVG. Its colours are the page's, so that it follows light and dark; lines
 * differ in dash as well as in colour, and a table beside it says what screen readers cannot see.
 */
final class LineChart {

  private static final double WIDTH = 720;
  private static final double HEIGHT = 250;
  private static final double LEFT = 62;
  private static final double RIGHT = 14;
  private static final double TOP = 14;
  private static final double BOTTOM = 44;
  private static final int TICKS = 5;

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Series> series = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private double least = Double.NaN;
  private double most = Double.NaN;
  private double first = Double.NaN;
  private double last = Double.NaN;

  private record Series(String name, List<double[]> points, boolean stairs) {}

  private record Mark(double x, String kind, String words) {}

  LineChart(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  /** Fixes the ends of the x axis. */
  LineChart over(double from, double to) {
    first = from;
    last = to;
    return this;
  }

  /** Fixes the ends of the y axis. */
  LineChart between(double low, double high) {
    least = low;
    most = high;
    return this;
  }

  /** A line through points (x, y); points that are not finite are left out. */
  LineChart line(String name, List<double[]> points) {
    return add(name, points, false);
  }

  /** A line that keeps its value until the next point. */
  LineChart stairs(String name, List<double[]> points) {
    return add(name, points, true);
  }

  private LineChart add(String name, List<double[]> points, boolean stairs) {
    List<double[]> kept =
        points.stream()
            .filter(point -> Double.isFinite(point[0]) && Double.isFinite(point[1]))
            .toList();
    if (!kept.isEmpty()) {
      series.add(new Series(name, kept, stairs));
    }
    return this;
  }

  /** An event, as a mark at the bottom with a tooltip. */
  LineChart mark(double x, String kind, String words) {
    marks.add(new Mark(x, kind, words));
    return this;
  }

  boolean isEmpty() {
    return series.isEmpty();
  }

  String svg() {
    double[] xs = Double.isNaN(first) ? ends(0) : new double[] {first, last};
    double[] ys = ends(1);
    if (!Double.isNaN(least)) {
      ys = new double[] {least, most};
    }
    StringBuilder out = new StringBuilder();
    out.append("<figure class=\"chart\"><svg viewBox=\"0 0 ")
        .append(at(WIDTH))
        .append(' ')
        .append(at(HEIGHT))
        .append("\" role=\"img\" aria-label=\"")
        .append(text(title))
        .append("\"><title>")
        .append(text(title))
        .append("</title>");
    axes(out, xs, ys);
    for (int i = 0; i < series.size(); i++) {
      draw(out, series.get(i), i, xs, ys);
    }
    for (Mark mark : marks) {
      double x = place(mark.x, xs, LEFT, WIDTH - RIGHT);
      out.append("<g class=\"event ")
          .append(text(mark.kind))
          .append("\"><line x1=\"")
          .append(at(x))
          .append("\" x2=\"")
          .append(at(x))
          .append("\" y1=\"")
          .append(at(TOP))
          .append("\" y2=\"")
          .append(at(HEIGHT - BOTTOM))
          .append("\"/><circle cx=\"")
          .append(at(x))
          .append("\" cy=\"")
          .append(at(HEIGHT - BOTTOM))
          .append("\" r=\"5\"><title>")
          .append(text(mark.words))
          .append("</title></circle></g>");
    }
    out.append("</svg><figcaption>").append(text(title)).append(legend());
    return out.append("</figcaption></figure>\n").toString();
  }

  private String legend() {
    StringBuilder out = new StringBuilder();
    if (series.size() > 1) {
      out.append("<span class=\"legend\">");
      for (int i = 0; i < series.size(); i++) {
        out.append("<span><svg width=\"26\" height=\"10\" aria-hidden=\"true\"><line class=\"s")
            .append(i % 4)
            .append("\" x1=\"1\" y1=\"5\" x2=\"25\" y2=\"5\"/></svg> ")
            .append(text(series.get(i).name))
            .append("</span>");
      }
      out.append("</span>");
    }
    return out.toString();
  }

  private double[] ends(int axis) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Series line : series) {
      for (double[] point : line.points) {
        low = Math.min(low, point[axis]);
        high = Math.max(high, point[axis]);
      }
    }
    if (low > high) {
      return new double[] {0, 1};
    }
    if (axis == 1) {
      high += (high - Math.min(0, low)) * 0.05;
      low = low < 0 ? low - (high - low) * 0.05 : 0;
    }
    return high > low ? new double[] {low, high} : new double[] {low, low + 1};
  }

  private static double place(double value, double[] ends, double from, double to) {
    return from + (value - ends[0]) / (ends[1] - ends[0]) * (to - from);
  }

  private void axes(StringBuilder out, double[] xs, double[] ys) {
    double bottom = HEIGHT - BOTTOM;
    for (double tick : ticks(ys)) {
      double y = place(tick, ys, bottom, TOP);
      line(out, "grid", LEFT, y, WIDTH - RIGHT, y);
      label(out, LEFT - 6, y + 4, "end", Html.tick(tick));
    }
    for (double tick : ticks(xs)) {
      double x = place(tick, xs, LEFT, WIDTH - RIGHT);
      line(out, "tick", x, bottom, x, bottom + 4);
      label(out, x, bottom + 17, "middle", Html.tick(tick));
    }
    line(out, "axis", LEFT, bottom, WIDTH - RIGHT, bottom);
    label(out, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "middle", xName);
    out.append("<text class=\"name\" text-anchor=\"middle\" transform=\"translate(14 ")
        .append(at((TOP + bottom) / 2))
        .append(") rotate(-90)\">")
        .append(text(yName))
        .append("</text>");
  }

  /** Round numbers between the ends, about five of them. */
  static List<Double> ticks(double[] ends) {
    double raw = (ends[1] - ends[0]) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step = power;
    for (double factor : new double[] {1, 2, 5, 10}) {
      step = factor * power;
      if (step >= raw) {
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(ends[0] / step - 1e-9); i * step <= ends[1] + 1e-9 * step; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static void line(
      StringBuilder out, String kind, double x1, double y1, double x2, double y2) {
    out.append("<line class=\"")
        .append(kind)
        .append("\" x1=\"")
        .append(at(x1))
        .append("\" y1=\"")
        .append(at(y1))
        .append("\" x2=\"")
        .append(at(x2))
        .append("\" y2=\"")
        .append(at(y2))
        .append("\"/>");
  }

  private static void label(StringBuilder out, double x, double y, String anchor, String words) {
    out.append("<text x=\"")
        .append(at(x))
        .append("\" y=\"")
        .append(at(y))
        .append("\" text-anchor=\"")
        .append(anchor)
        .append("\">")
        .append(text(words))
        .append("</text>");
  }

  private static void draw(StringBuilder out, Series drawn, int index, double[] xs, double[] ys) {
    StringBuilder path = new StringBuilder();
    double before = Double.NaN;
    for (double[] point : drawn.points) {
      double x = place(point[0], xs, LEFT, WIDTH - RIGHT);
      double y = place(Math.max(ys[0], Math.min(ys[1], point[1])), ys, HEIGHT - BOTTOM, TOP);
      if (drawn.stairs && !Double.isNaN(before)) {
        path.append('L').append(at(x)).append(' ').append(at(before));
      }
      path.append(path.length() == 0 ? 'M' : 'L').append(at(x)).append(' ').append(at(y));
      before = y;
    }
    out.append("<path class=\"s")
        .append(index % 4)
        .append("\" d=\"")
        .append(path)
        .append("\"><title>")
        .append(text(drawn.name))
        .append("</title></path>");
    if (drawn.points.size() == 1) {
      double[] only = drawn.points.get(0);
      out.append("<circle class=\"s")
          .append(index % 4)
          .append("\" r=\"3\" cx=\"")
          .append(at(place(only[0], xs, LEFT, WIDTH - RIGHT)))
          .append("\" cy=\"")
          .append(at(place(only[1], ys, HEIGHT - BOTTOM, TOP)))
          .append("\"/>");
    }
  }
}
