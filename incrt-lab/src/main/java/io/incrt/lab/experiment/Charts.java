package io.incrt.lab.experiment;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Charts of one look, stacked into one SVG. */
public final class Charts {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 320;
  // Apart in hue and in lightness, so that they stay apart in grey and for the colour-blind.
  private static final Color[] COLOURS = {
    new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0x555555)
  };

  private Charts() {}

  public static XYChart xy(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setSeriesColors(COLOURS);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setMarkerSize(8);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  public static XYSeries line(XYChart chart, String name, List<Double> x, List<Double> y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  public static XYSeries points(XYChart chart, String name, List<Double> x, List<Double> y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE);
    return series;
  }

  /** The charts one below the other, as the text of an SVG file that screen readers call title. */
  public static String svg(String title, List<XYChart> charts) {
    try {
      return drawn(title, charts);
    } catch (LinkageError e) {
      // Java measures text with libraries that bare systems lack; hours of training outweigh them.
      return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"40\" role=\"img\"><title>"
          + title
          + "</title><text x=\"8\" y=\"24\">Not drawn: Java's fonts need libharfbuzz, libfreetype and"
          + " libfontconfig here.</text></svg>\n";
    }
  }

  private static String drawn(String title, List<XYChart> charts) {
    Document document =
        documentBuilder()
            .getDOMImplementation()
            .createDocument(SVGGraphics2D.SVG_NAMESPACE_URI, "svg", null);
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment(null);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT * charts.size()));
    for (XYChart chart : charts) {
      Graphics2D panel = (Graphics2D) graphics.create();
      chart.paint(panel, WIDTH, HEIGHT);
      panel.dispose();
      graphics.translate(0, HEIGHT);
    }
    Element root = graphics.getRoot();
    root.setAttribute("role", "img");
    root.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT * charts.size());
    Element spoken = document.createElementNS(SVGGraphics2D.SVG_NAMESPACE_URI, "title");
    spoken.setTextContent(title);
    root.insertBefore(spoken, root.getFirstChild());
    StringWriter text = new StringWriter();
    try {
      graphics.stream(root, text, true, false);
    } catch (SVGGraphics2DIOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static DocumentBuilder documentBuilder() {
    try {
      return DocumentBuilderFactory.newInstance().newDocumentBuilder();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("this Java has no XML document builder", e);
    }
  }
}
