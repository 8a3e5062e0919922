package io.incrt.serve;

import io.incrt.serve.access.AccessEntry;
import io.incrt.serve.explain.ExplainQueue;
import io.incrt.serve.http.HttpServer;
import io.incrt.serve.metrics.ModelMetrics;
import io.incrt.serve.metrics.ServerMetrics;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.model.ModelSlot;
import io.incrt.serve.queue.Batcher;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.reload.Loader;
import io.incrt.serve.reload.ModelFolders;
import io.incrt.serve.reload.ReloadListener;
import io.incrt.serve.security.IdentityFiles;
import io.incrt.serve.security.ServerIdentity;
import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** Models behind HTTP: the door of this module. */
public final class PredictionServer implements AutoCloseable {

  private static final long SWEEP_MILLIS = 50;

  /** Connections are looked at less often than queues. */
  private static final int SWEEPS_OF_CONNECTIONS = 5;

  private static final int WAITING_EXPLANATIONS = 16;

  private final HttpServer http;
  private final ServerMetrics metrics = new ServerMetrics();
  private final Map<String, ModelMetrics> figures = new HashMap<>();
  private final List<ServedModel> models = new ArrayList<>();
  private final List<ExecutorService> threads = new ArrayList<>();
  private final ServerSettings settings;
  private final IntFunction<ExecutorService> workers;
  private final ExplainQueue explanations;
  private final Optional<IdentityFiles> identityFiles;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * A server of models that are still to be {@link #put}, which writes no log.
   *
   * @param workers makes the threads that compute, once there is a model
   */
  public PredictionServer(
      ServerSettings settings, List<String> names, IntFunction<ExecutorService> workers) {
    this(settings, names, workers, identity(settings), entry -> {});
  }

  /**
   * The same with a log.
   *
   * @param identity what the settings' files of a certificate and its key hold
   * @param log hears of every request that has ended
   */
  public PredictionServer(
      ServerSettings settings,
      List<String> names,
      IntFunction<ExecutorService> workers,
      Optional<ServerIdentity> identity,
      Consumer<AccessEntry> log) {
    this.settings = settings;
    this.workers = workers;
    this.explanations =
        new ExplainQueue(WAITING_EXPLANATIONS, settings.queue().deadline(), System::nanoTime);
    for (String name : names) {
      ModelSlot slot = new ModelSlot(name);
      ModelMetrics own = new ModelMetrics(metrics, name);
      Batcher queue = new Batcher(slot, settings.queue(), own, System::nanoTime);
      own.watch(queue, settings.queue().records());
      figures.put(name, own);
      models.add(new ServedModel(slot, queue));
    }
    metrics.gauge("incrt.explain.queue", "Requests that wait to be explained", explanations::depth);
    this.identityFiles = settings.tls().map(IdentityFiles::new);
    this.http =
        new HttpServer(settings, models, explanations, identity, metrics, metrics.andThen(log));
  }

  private static Optional<ServerIdentity> identity(ServerSettings settings) {
    try {
      return settings.tls().isEmpty()
          ? Optional.empty()
          : Optional.of(ServerIdentity.read(settings.tls().get()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Also counts this, which only grows. */
  public void count(String name, String help, LongSupplier value) {
    metrics.counter(name, help, value);
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
      for (int i = 0; !closed.await(SWEEP_MILLIS, TimeUnit.MILLISECONDS); i++) {
        models.forEach(model -> model.queue().expire());
        explanations.expire();
        if (i % SWEEPS_OF_CONNECTIONS == 0) {
          http.look();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Puts a model in its place, which may hold another: that one answers what it was asked. A model
   * for a server that is closed is closed, too.
   */
  public void put(String name, Answerer model) {
    ServedModel served =
        models.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    ModelCard card = model.card();
    synchronized (this) {
      if (closed.getCount() == 0) {
        model.close();
        return;
      }
      boolean first = served.slot().card().isEmpty();
      served.slot().put(model);
      if (threads.isEmpty()) {
        explanations.start(thread(1));
      }
      if (first) {
        served.queue().start(thread(settings.queue().threads()));
      }
    }
    figures.get(name).loaded(card);
  }

  private ExecutorService thread(int count) {
    ExecutorService own = workers.apply(count);
    threads.add(own);
    return own;
  }

  /**
   * The folders whose models this serves.
   *
   * @param listener hears what becomes of those that change
   */
  public ModelFolders folders(Loader loader, ReloadListener listener) {
    return new ModelFolders(loader, this::put, counting(listener));
  }

  private ReloadListener counting(ReloadListener listener) {
    return new ReloadListener() {
      @Override
      public void reloaded(String name, ModelCard card) {
        listener.reloaded(name, card);
      }

      @Override
      public void kept(String name, Path folder, Throwable problem) {
        figures.get(name).notLoaded();
        listener.kept(name, folder, problem);
      }
    };
  }

  /** Looks at folders and at the certificate as often as the settings say, until it is closed. */
  public void watch(ModelFolders folders, ReloadListener listener) {
    if (settings.poll().isZero()) {
      return;
    }
    Thread watcher = new Thread(() -> lookAll(folders, listener), "incrt-reload");
    watcher.setDaemon(true);
    watcher.start();
  }

  private void lookAll(ModelFolders folders, ReloadListener listener) {
    try {
      while (!closed.await(settings.poll().toMillis(), TimeUnit.MILLISECONDS)) {
        folders.look();
        identityFiles.ifPresent(files -> look(files, listener));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(IdentityFiles files, ReloadListener listener) {
    try {
      Optional<ServerIdentity> changed = files.look();
      if (changed.isPresent()) {
        http.show(changed.get());
        listener.renewed();
      }
    } catch (IOException | RuntimeException e) {
      listener.identityKept(e);
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
    synchronized (this) {
      closed.countDown();
    }
    models.forEach(model -> model.queue().close());
    explanations.close();
    http.stop();
    threads.forEach(ExecutorService::shutdown);
    models.forEach(model -> model.slot().close());
  }
}
