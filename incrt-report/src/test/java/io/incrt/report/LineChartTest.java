package io.incrt.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LineChartTest {

  private static final Pattern DRAWING =
      Pattern.compile("<svg class=\"(wide|narrow)\" viewBox=\"0 0 ([0-9.]+) .*?</svg>");
  private static final Pattern LABEL =
      Pattern.compile("<text x=\"([0-9.-]+)\" y=\"[0-9.-]+\" text-anchor=\"(\\w+)\">([^<]*)<");

  private static String chart(double last, double most) {
    return new LineChart("how it went", "step", "loss")
        .over(0, last)
        .best(last)
        .line("loss", List.of(new double[] {0, most}, new double[] {last, 0}))
        .svg();
  }

  @Test
  void noLabelIsCutAtEitherSide() {
    for (double last : new double[] {1, 60, 12_000, 30_000, 123_456, 2_000_000}) {
      Matcher drawings = DRAWING.matcher(chart(last, 0.00012345 * last));
      int count = 0;
      while (drawings.find()) {
        count++;
        double width = Double.parseDouble(drawings.group(2));
        Matcher labels = LABEL.matcher(drawings.group());
        while (labels.find()) {
          double x = Double.parseDouble(labels.group(1));
          double letters = 8 * labels.group(3).length();
          double begin =
              switch (labels.group(2)) {
                case "end" -> x - letters;
                case "middle" -> x - letters / 2;
                default -> x;
              };
          assertTrue(begin >= 14 && begin + letters <= width, labels.group());
        }
      }
      assertEquals(2, count, "drawn for wide and for narrow screens");
    }
  }

  @Test
  void theBestIsMarked() {
    assertEquals(3, chart(100, 1).split("<line class=\"best\"", -1).length);
    assertTrue(chart(100, 1).contains(">best</text>"));
    assertTrue(
        !new LineChart("t", "x", "y")
            .line("a", List.of(new double[] {0, 1}))
            .svg()
            .contains("best"));
  }

  @Test
  void narrowScreensGetFewerTicks() {
    assertEquals(
        List.of(0.0, 20.0, 40.0, 60.0, 80.0, 100.0),
        LineChart.ticks(new LineChart.Ends(0, 100), 5));
    assertEquals(List.of(0.0, 50.0, 100.0), LineChart.ticks(new LineChart.Ends(0, 100), 3));
  }
}
