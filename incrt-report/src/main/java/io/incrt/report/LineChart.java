package io.incrt.report;

import static io.incrt.report.Html.at;
import static io.incrt.report.Html.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A line chart as inline SVG, drawn twice: for wide and for narrow screens, so that its letters are
 * of the same size on both; the style sheet shows one of the two. Its colours are the page's, so
 * that it follows light and dark; lines differ in dash as well as in colour, and a table beside it
 * says what screen readers cannot see.
 */
final class LineChart {

  private static final double TOP = 22;
  private static final double BOTTOM = 44;

  /** The width of a digit, rather too much than too little. */
  private static final double DIGIT = 8.3;

  /** The place of the y axis' name and the gaps beside it. */
  private static final double NAME = 26;

  private static final int TICKS = 5;
  private static final Screen WIDE = new Screen("wide", 720, 250, TICKS);
  private static final Screen NARROW = new Screen("narrow", 400, 240, 3);

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Series> series = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private double least = Double.NaN;
  private double most = Double.NaN;
  private double first = Double.NaN;
  private double last = Double.NaN;
  private double best = Double.NaN;

  private record Series(String name, List<double[]> points, boolean stairs) {}

  private record Mark(double x, String kind, String words) {}

  /** Where a chart is looked at, and what has room there. */
  private record Screen(String name, double width, double height, int ticks) {}

  /** The ends of an axis. */
  record Ends(double low, double high) {}

  /**
   * The area between the axes.
   *
   * @param xs the ends of the x axis
   * @param ys the ends of the y axis
   */
  private record Area(double left, double right, double bottom, Ends xs, Ends ys) {

    double x(double value) {
      return place(value, xs, left, right);
    }

    double y(double value) {
      return place(Math.max(ys.low, Math.min(ys.high, value)), ys, bottom, TOP);
    }

    private static double place(double value, Ends ends, double from, double to) {
      return from + (value - ends.low) / (ends.high - ends.low) * (to - from);
    }
  }

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

  /** Marks where the best was. */
  LineChart best(double x) {
    best = x;
    return this;
  }

  boolean isEmpty() {
    return series.isEmpty();
  }

  String svg() {
    StringBuilder out = new StringBuilder("<figure class=\"chart\">");
    draw(out, WIDE);
    draw(out, NARROW);
    out.append("<figcaption>").append(text(title)).append(legend());
    return out.append("</figcaption></figure>\n").toString();
  }

  private void draw(StringBuilder out, Screen screen) {
    out.append("<svg class=\"")
        .append(screen.name)
        .append("\" viewBox=\"0 0 ")
        .append(at(screen.width))
        .append(' ')
        .append(at(screen.height))
        .append("\" role=\"img\" aria-label=\"")
        .append(text(title))
        .append("\"><title>")
        .append(text(title))
        .append("</title>");
    Area area = axes(out, screen);
    if (!Double.isNaN(best)) {
      best(out, area);
    }
    for (int i = 0; i < series.size(); i++) {
      draw(out, series.get(i), i, area);
    }
    marks.forEach(mark -> draw(out, mark, area));
    out.append("</svg>");
  }

  private void best(StringBuilder out, Area area) {
    double x = area.x(best);
    boolean before = x > (area.left + area.right) / 2;
    line(out, "best", x, TOP - 18, x, area.bottom);
    label(out, before ? x - 5 : x + 5, TOP - 8, before ? "end" : "start", "best");
  }

  private static void draw(StringBuilder out, Mark mark, Area area) {
    double x = area.x(mark.x);
    out.append("<g class=\"event ").append(text(mark.kind)).append("\">");
    line(out, "when", x, TOP, x, area.bottom);
    out.append("<circle cx=\"")
        .append(at(x))
        .append("\" cy=\"")
        .append(at(area.bottom))
        .append("\" r=\"5\"><title>")
        .append(text(mark.words))
        .append("</title></circle></g>");
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

  private Ends ends(int axis) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Series line : series) {
      for (double[] point : line.points) {
        low = Math.min(low, point[axis]);
        high = Math.max(high, point[axis]);
      }
    }
    if (low > high) {
      return new Ends(0, 1);
    }
    if (axis == 1) {
      high += (high - Math.min(0, low)) * 0.05;
      low = low < 0 ? low - (high - low) * 0.05 : 0;
    }
    return high > low ? new Ends(low, high) : new Ends(low, low + 1);
  }

  /** Draws the axes; their labels need room at the sides, the last one half of its width. */
  private Area axes(StringBuilder out, Screen screen) {
    Ends xs = Double.isNaN(first) ? ends(0) : new Ends(first, last);
    Ends ys = Double.isNaN(least) ? ends(1) : new Ends(least, most);
    List<Double> acrossTicks = ticks(xs, screen.ticks);
    List<Double> upTicks = ticks(ys, TICKS);
    double widest = upTicks.stream().mapToDouble(tick -> Html.tick(tick).length()).max().orElse(1);
    double end = acrossTicks.isEmpty() ? 1 : Html.tick(last(acrossTicks)).length();
    Area area =
        new Area(
            NAME + DIGIT * widest,
            screen.width - Math.max(10, DIGIT * end / 2),
            screen.height - BOTTOM,
            xs,
            ys);
    for (double tick : upTicks) {
      double y = area.y(tick);
      line(out, "grid", area.left, y, area.right, y);
      label(out, area.left - 6, y + 4, "end", Html.tick(tick));
    }
    for (double tick : acrossTicks) {
      double x = area.x(tick);
      line(out, "tick", x, area.bottom, x, area.bottom + 4);
      label(out, x, area.bottom + 17, "middle", Html.tick(tick));
    }
    line(out, "axis", area.left, area.bottom, area.right, area.bottom);
    label(out, (area.left + area.right) / 2, screen.height - 8, "middle", xName);
    out.append("<text class=\"name\" text-anchor=\"middle\" transform=\"translate(14 ")
        .append(at((TOP + area.bottom) / 2))
        .append(") rotate(-90)\">")
        .append(text(yName))
        .append("</text>");
    return area;
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }

  /** Round numbers between the ends, about so many of them. */
  static List<Double> ticks(Ends ends, int about) {
    double raw = (ends.high - ends.low) / about;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step = power;
    for (double factor : new double[] {1, 2, 5, 10}) {
      step = factor * power;
      if (step >= raw) {
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(ends.low / step - 1e-9);
        i * step <= ends.high + 1e-9 * step;
        i++) {
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

  private static void draw(StringBuilder out, Series drawn, int index, Area area) {
    StringBuilder path = new StringBuilder();
    double before = Double.NaN;
    for (double[] point : drawn.points) {
      double x = area.x(point[0]);
      double y = area.y(point[1]);
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
          .append(at(area.x(only[0])))
          .append("\" cy=\"")
          .append(at(area.y(only[1])))
          .append("\"/>");
    }
  }
}
