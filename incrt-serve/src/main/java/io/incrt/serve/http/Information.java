package io.incrt.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.request.InferRequest;
import io.incrt.serve.request.RefusedException;
import io.incrt.store.ModelConfig;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What is told of the server and of its models. */
final class Information {

  /** Models have no versions of their own: the folder's content is the version. */
  static final String VERSION = "1";

  private final Served served;
  private final BooleanSupplier draining;

  Information(Served served, BooleanSupplier draining) {
    this.served = served;
    this.draining = draining;
  }

  static void requireVersion(String version) {
    if (version != null && !version.equals(VERSION)) {
      throw new RefusedException(404, "there is no version '" + version + "'; there is " + VERSION);
    }
  }

  void live(Exchange exchange) {
    exchange.json(200, Map.of("live", true));
  }

  void ready(Exchange exchange) {
    ready(exchange, served.areReady());
  }

  void modelReady(Exchange exchange) {
    requireVersion(exchange.match().version());
    ready(exchange, Served.isReady(served.named(exchange.match().model())));
  }

  private void ready(Exchange exchange, boolean loaded) {
    boolean ready = loaded && !draining.getAsBoolean();
    exchange.json(ready ? 200 : 503, Map.of("ready", ready));
  }

  void server(Exchange exchange) {
    ObjectNode json = Json.object();
    json.put("name", "incrt");
    json.put("version", ModelConfig.version());
    json.putArray("extensions").add("binary_tensor_data");
    exchange.json(200, json);
  }

  void model(Exchange exchange) {
    requireVersion(exchange.match().version());
    ServedModel model = served.ready(exchange.match().model());
    ModelCard card = model.slot().card().orElseThrow();
    ObjectNode json = Json.object();
    json.put("name", model.name());
    json.putArray("versions").add(VERSION);
    json.put("platform", "incrt_libtorch");
    tensor(json.putArray("inputs"), "text", "BYTES");
    ArrayNode outputs = json.putArray("outputs");
    for (InferRequest.Output output : InferRequest.Output.values()) {
      ArrayNode shape = tensor(outputs, output.text(), output.datatype());
      if (output == InferRequest.Output.PROBABILITIES) {
        shape.add(card.labels().size());
      }
    }
    ObjectNode parameters = json.putObject("parameters");
    parameters.set("labels", Json.tree(card.labels()));
    parameters.put("kind", card.kind());
    exchange.json(200, json);
  }

  private static ArrayNode tensor(ArrayNode tensors, String name, String datatype) {
    ObjectNode tensor = tensors.addObject();
    tensor.put("name", name);
    tensor.put("datatype", datatype);
    return tensor.putArray("shape").add(-1);
  }

  void models(Exchange exchange) {
    ObjectNode json = Json.object();
    ArrayNode models = json.putArray("models");
    for (ServedModel model : served.all()) {
      ObjectNode one = models.addObject();
      one.put("name", model.name());
      one.put("ready", Served.isReady(model));
      model.slot().card().ifPresent(card -> one.setAll((ObjectNode) Json.tree(card)));
    }
    exchange.json(200, json);
  }
}
