package io.incrt.serve.http;

import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.request.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The models that can be asked, by name. */
final class Served {

  private final Map<String, ServedModel> models = new LinkedHashMap<>();

  Served(List<ServedModel> models) {
    models.forEach(model -> this.models.put(model.name(), model));
  }

  List<ServedModel> all() {
    return List.copyOf(models.values());
  }

  /** Whether every model can be asked. */
  boolean areReady() {
    return models.values().stream().allMatch(Served::isReady);
  }

  static boolean isReady(ServedModel model) {
    return model.slot().card().isPresent();
  }

  /** The model of a name; of none, the first. Refuses names that no model has. */
  ServedModel named(String name) {
    if (name == null || name.isEmpty()) {
      return models.values().iterator().next();
    }
    ServedModel model = models.get(name);
    if (model == null) {
      throw new RefusedException(
          404, "there is no model '" + name + "'; there is " + String.join(", ", models.keySet()));
    }
    return model;
  }

  /** The same, if it is loaded. */
  ServedModel ready(String name) {
    ServedModel model = named(name);
    if (!isReady(model)) {
      throw new RefusedException(503, "the model " + model.name() + " is being loaded");
    }
    return model;
  }
}
