package io.incrt.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.Explanation;
import io.incrt.data.json.Json;
import io.incrt.serve.explain.ExplainQueue;
import io.incrt.serve.explain.Reasons;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.request.Entry;
import io.incrt.serve.request.PredictRequest;
import io.incrt.serve.request.RefusedException;
import io.incrt.serve.request.RequestReader;
import io.incrt.serve.settings.ServerSettings;
import java.lang.System.Logger;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** {@code POST /explain}: what in records spoke for and against their answers. */
final class Explanations {

  private static final long COME_BACK_SECONDS = 2;
  private static final String UNREADABLE =
      "the sequence is too short to hold a token of this model";

  private final ServerSettings settings;
  private final Served served;
  private final BodyBudget budget;
  private final RequestReader reader;
  private final ExplainQueue queue;

  Explanations(ServerSettings settings, Served served, BodyBudget budget, ExplainQueue queue) {
    this.settings = settings;
    this.served = served;
    this.budget = budget;
    this.reader = new RequestReader(settings.limits());
    this.queue = queue;
  }

  void explain(Exchange exchange) {
    if (settings.explained() == 0) {
      throw new RefusedException(501, "this server explains nothing; it was started so");
    }
    Predictions.requireIdentity(exchange);
    String type = Predictions.type(exchange);
    if (!type.isEmpty() && !type.equals(Exchange.JSON)) {
      throw new RefusedException(
          415, "the content type must be " + Exchange.JSON + ", not " + type);
    }
    new BodyReader(
            exchange,
            settings.limits().bodyBytes(),
            budget,
            settings.bodyPatience(),
            (body, length) -> explain(exchange, reader.predict(body, length)))
        .start();
  }

  private void explain(Exchange exchange, PredictRequest request) {
    ServedModel model = served.ready(request.model());
    List<Entry> entries = request.entries();
    if (entries.size() > settings.explained()) {
      throw new RefusedException(
          413,
          "a request may have at most "
              + settings.explained()
              + " records to explain; ./incrt explain takes any number");
    }
    if (request.single() && entries.get(0).text() == null) {
      throw new RefusedException(400, entries.get(0).problem());
    }
    exchange.model(model.name());
    exchange.addRecords(entries.size());
    List<String> texts = entries.stream().map(Entry::text).filter(text -> text != null).toList();
    if (!queue.offer(
        model.slot(), texts, reasons -> tell(exchange, model.name(), request, reasons))) {
      exchange.error(
          429, "too many explanations are wanted at a time; try again", COME_BACK_SECONDS);
    }
  }

  private static void tell(
      Exchange exchange, String model, PredictRequest request, Reasons reasons) {
    if (reasons instanceof Reasons.Found found) {
      answer(exchange, model, request, found.explanations());
    } else if (reasons instanceof Reasons.Unsupported unsupported) {
      exchange.error(501, unsupported.why());
    } else if (reasons instanceof Reasons.Expired) {
      exchange.error(504, "the request waited longer for its turn than it may; try again");
    } else if (reasons instanceof Reasons.Broken broken) {
      Asking.LOG.log(
          Logger.Level.ERROR, "the model failed to explain: " + broken.cause(), broken.cause());
      exchange.error(500, Asking.BROKEN);
    } else {
      exchange.error(503, Asking.STOPPED);
    }
  }

  private static void answer(
      Exchange exchange,
      String model,
      PredictRequest request,
      List<Optional<Explanation>> explanations) {
    Iterator<Optional<Explanation>> next = explanations.iterator();
    if (request.single()) {
      Optional<Explanation> only = next.next();
      if (only.isEmpty()) {
        exchange.error(400, UNREADABLE);
      } else {
        exchange.json(200, json(request.entries().get(0), request.top(), only.get()));
      }
      return;
    }
    ObjectNode json = Json.object();
    json.put("model", model);
    ArrayNode all = json.putArray("explanations");
    for (Entry entry : request.entries()) {
      Optional<Explanation> found = entry.text() == null ? Optional.empty() : next.next();
      if (found.isPresent()) {
        all.add(json(entry, request.top(), found.get()));
      } else {
        all.addObject()
            .put("id", entry.id())
            .put("error", entry.text() == null ? entry.problem() : UNREADABLE);
      }
    }
    exchange.json(200, json);
  }

  private static ObjectNode json(Entry entry, int top, Explanation explanation) {
    ObjectNode json = (ObjectNode) Json.tree(explanation.top(top));
    json.put("id", entry.id());
    if (json.path("note").isNull()) {
      json.remove("note");
    }
    return json;
  }
}
