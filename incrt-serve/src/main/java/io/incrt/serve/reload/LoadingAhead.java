package io.incrt.serve.reload;

import io.incrt.serve.model.Answerer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A model on its way from its folder, in a thread of its own, while other things begin. */
public final class LoadingAhead {

  private final Path folder;
  private final FolderState state;
  private final FutureTask<Answerer> task;

  /** Begins to load. */
  public LoadingAhead(Path folder, Loader loader) {
    this.folder = folder;
    // Before it is loaded: what changes meanwhile is seen later.
    this.state = FolderState.of(folder);
    this.task = new FutureTask<>(() -> loader.load(folder));
    Thread thread = new Thread(task, "incrt-load-model");
    thread.setDaemon(true);
    thread.start();
  }

  Path folder() {
    return folder;
  }

  FolderState state() {
    return state;
  }

  /** The model, once it is there. */
  Answerer model() throws IOException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      if (e.getCause() instanceof Error problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while loading " + folder, e);
    }
  }
}
