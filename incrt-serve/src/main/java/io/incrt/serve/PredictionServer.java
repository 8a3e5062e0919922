package io.incrt.serve;

import io.incrt.serve.http.HttpServer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelSlot;
import io.incrt.serve.queue.Batcher;
import io.incrt.serve.queue.QueueListener;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Models behind HTTP: the door of this module. */
public final class PredictionServer implements AutoCloseable {

  private static final long SWEEP_MILLIS = 50;

  private final HttpServer http;
  private final List<ServedModel> models = new ArrayList<>();
  private final List<ExecutorService> threads = new ArrayList<>();
  private final ServerSettings settings;
  private final IntFunction<ExecutorService> workers;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * A server of models that are still to be {@link #put}.
   *
   * @param workers makes the threads that compute, once there is a model
   */
  public PredictionServer(
      ServerSettings settings, List<String> names, IntFunction<ExecutorService> workers) {
    this.settings = settings;
    this.workers = workers;
    for (String name : names) {
      ModelSlot slot = new ModelSlot(name);
      models.add(
          new ServedModel(
              slot, new Batcher(slot, settings.queue(), QueueListener.NONE, System::nanoTime)));
    }
    this.http = new HttpServer(settings, models);
  }

  /** Listens from now on; models that are not there yet are answered for by 503. */
  public void start() throws IOException {
    http.start();
    Thread sweeper = new Thread(this::sweep, "incrt-sweeper");
    sweeper.setDaemon(true);
    sweeper.start();
  }

  /** Answers requests that have waited too long, also while all threads compute. */
  private void sweep() {
    try {
      while (!closed.await(SWEEP_MILLIS, TimeUnit.MILLISECONDS)) {
        models.forEach(model -> model.queue().expire());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Puts a model in its place, which may hold another: that one answers what it was asked. */
  public void put(String name, Answerer model) {
    ServedModel served =
        models.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    boolean first = served.slot().card().isEmpty();
    served.slot().put(model);
    if (first) {
      ExecutorService own = workers.apply(settings.queue().threads());
      threads.add(own);
      served.queue().start(own);
    }
  }

  /** The port it listens at. */
  public int port() {
    return http.port();
  }

  /**
   * Stops to listen, and answers what was accepted.
   *
   * @return whether all of it was answered before the grace ended
   */
  public boolean drain() {
    return http.drain();
  }

  @Override
  public void close() {
    models.forEach(model -> model.queue().close());
    http.stop();
    closed.countDown();
    threads.forEach(ExecutorService::shutdown);
    models.forEach(model -> model.slot().close());
  }
}
