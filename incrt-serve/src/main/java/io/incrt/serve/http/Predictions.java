package io.incrt.serve.http;

import io.incrt.serve.model.Answer;
import io.incrt.serve.queue.Outcome;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.request.Entry;
import io.incrt.serve.request.InferRequest;
import io.incrt.serve.request.PredictRequest;
import io.incrt.serve.request.RefusedException;
import io.incrt.serve.request.RequestReader;
import io.incrt.serve.settings.ServerSettings;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** {@code POST /predict} and {@code POST /v2/models/…/infer}. */
final class Predictions {

  static final String LINES = "application/x-ndjson";

  private static final String HEADER_LENGTH = "Inference-Header-Content-Length";

  private final ServerSettings settings;
  private final Served served;
  private final BodyBudget budget;
  private final RequestReader reader;
  private final AtomicInteger streams = new AtomicInteger();

  Predictions(ServerSettings settings, Served served, BodyBudget budget) {
    this.settings = settings;
    this.served = served;
    this.budget = budget;
    this.reader = new RequestReader(settings.limits());
  }

  /** The requests of lines that are being answered. */
  int streams() {
    return streams.get();
  }

  private long patience() {
    return settings.queue().deadline().toNanos();
  }

  void predict(Exchange exchange) {
    requireIdentity(exchange);
    switch (type(exchange)) {
      case "", "application/json" -> document(exchange);
      case LINES, "application/jsonl", "application/json-lines", "application/jsonlines" ->
          lines(exchange, true);
      case "text/plain" -> lines(exchange, false);
      default ->
          throw new RefusedException(
              415,
              "the content type must be application/json, "
                  + LINES
                  + " or text/plain, not "
                  + type(exchange)
                  + " (with curl: -H 'Content-Type: application/json')");
    }
  }

  static void requireIdentity(Exchange exchange) {
    String encoding = exchange.header(HttpHeader.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new RefusedException(415, "the content encoding '" + encoding + "' is not supported");
    }
  }

  static String type(Exchange exchange) {
    String type = exchange.header(HttpHeader.CONTENT_TYPE);
    if (type == null) {
      return "";
    }
    String[] parts = type.toLowerCase(Locale.ROOT).split(";", 2);
    if (parts.length > 1
        && parts[1].contains("charset")
        && !parts[1].replaceAll("[\"' ]", "").matches(".*charset=(utf-?8|us-ascii)(;.*)?")) {
      throw new RefusedException(415, "the charset must be UTF-8, not as in '" + type + "'");
    }
    return parts[0].strip();
  }

  private static Fields query(Exchange exchange) {
    try {
      return Request.extractQueryParameters(exchange.request());
    } catch (RuntimeException e) {
      throw new RefusedException(400, "the query of the address cannot be read");
    }
  }

  private static int top(Fields query) {
    String top = query.getValue("top");
    if (top == null) {
      return 0;
    }
    if (!top.matches("[0-9]{1,9}")) {
      throw new RefusedException(400, "'top' must be a whole number, not '" + top + "'");
    }
    return Integer.parseInt(top);
  }

  private void document(Exchange exchange) {
    Fields query = query(exchange);
    int top = top(query);
    String name = query.getValue("model");
    new BodyReader(
            exchange,
            settings.limits().bodyBytes(),
            budget,
            settings.bodyPatience(),
            (body, length) -> document(exchange, name, top, reader.predict(body, length)))
        .start();
  }

  private void document(Exchange exchange, String name, int top, PredictRequest request) {
    ServedModel model = served.ready(request.model() == null ? name : request.model());
    List<Entry> entries = request.entries();
    List<String> texts = entries.stream().map(Entry::text).filter(t -> t != null).toList();
    if (entries.size() == 1 && texts.isEmpty()) {
      throw new RefusedException(400, entries.get(0).problem());
    }
    int wanted = request.top() > 0 ? request.top() : top;
    if (texts.isEmpty()) {
      exchange.model(model.name());
      exchange.send(
          200,
          Exchange.JSON,
          new AnswerWriter(model.slot().card().orElseThrow(), wanted)
              .document(model.name(), entries, List.of()));
      return;
    }
    Asking.ask(
        exchange,
        model,
        texts,
        patience(),
        answered -> {
          Answer first = answered.answers().get(0);
          if (entries.size() == 1 && !first.isGiven()) {
            exchange.error(400, first.problem());
            return;
          }
          byte[] body =
              new AnswerWriter(answered.model(), wanted)
                  .document(model.name(), entries, answered.answers());
          exchange.send(200, Exchange.JSON, body);
        });
  }

  private void lines(Exchange exchange, boolean json) {
    Fields query = query(exchange);
    int top = top(query);
    ServedModel model = served.ready(query.getValue("model"));
    if (streams.incrementAndGet() > settings.streams()) {
      streams.decrementAndGet();
      throw new RefusedException(
          429, "the server answers " + settings.streams() + " streams already; try again");
    }
    exchange.model(model.name());
    exchange.whenAnswered(streams::decrementAndGet);
    new StreamedLines(
            exchange,
            model,
            settings,
            (bytes, from, to, number) ->
                json
                    ? reader.jsonLine(bytes, from, to, number)
                    : reader.textLine(bytes, from, to, number),
            json,
            top)
        .start();
  }

  void infer(Exchange exchange) {
    requireIdentity(exchange);
    Information.requireVersion(exchange.match().version());
    ServedModel model = served.ready(exchange.match().model());
    OptionalInt header = headerLength(exchange);
    new BodyReader(
            exchange,
            settings.limits().bodyBytes(),
            budget,
            settings.bodyPatience(),
            (body, length) -> infer(exchange, model, reader.infer(body, length, header)))
        .start();
  }

  private static OptionalInt headerLength(Exchange exchange) {
    String length = exchange.request().getHeaders().get(HEADER_LENGTH);
    if (length == null) {
      return OptionalInt.empty();
    }
    if (!length.matches("[0-9]{1,9}")) {
      throw new RefusedException(
          400, "the header " + HEADER_LENGTH + " must be a whole number, not '" + length + "'");
    }
    return OptionalInt.of(Integer.parseInt(length));
  }

  private void infer(Exchange exchange, ServedModel model, InferRequest request) {
    long patience =
        request.timeoutMicros() == 0
            ? patience()
            : Math.min(patience(), TimeUnit.MICROSECONDS.toNanos(request.timeoutMicros()));
    Asking.ask(
        exchange,
        model,
        request.texts(),
        patience,
        answered -> answerInfer(exchange, model, request, answered));
  }

  private static void answerInfer(
      Exchange exchange, ServedModel model, InferRequest request, Outcome.Answered answered) {
    List<Answer> answers = answered.answers();
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).isGiven()) {
        exchange.error(400, "element " + i + " of the input: " + answers.get(i).problem());
        return;
      }
    }
    InferWriter.Written written =
        InferWriter.write(model.name(), Information.VERSION, request, answered.model(), answers);
    if (written.isBinary()) {
      exchange.response().getHeaders().put(HEADER_LENGTH, String.valueOf(written.jsonLength()));
    }
    exchange.send(
        200, written.isBinary() ? "application/octet-stream" : Exchange.JSON, written.body());
  }
}
