package io.incrt.serve.reload;

import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelCard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The folders that models were loaded from. A folder that has changed is loaded beside the model
 * that answers, which goes when the new one is there. A folder whose files are still being copied
 * is left until they are all there, or until nothing has changed between two looks.
 *
 * <p>Used by one thread.
 */
public final class ModelFolders {

  /** A folder that changes all the time is loaded all the same. */
  private static final int MOST_UNSETTLED = 5;

  private final Loader loader;
  private final BiConsumer<String, Answerer> receiver;
  private final ReloadListener listener;
  private final List<Watched> folders = new ArrayList<>();

  /**
   * Nothing yet.
   *
   * @param receiver takes models by their names, to put them in their places
   */
  public ModelFolders(
      Loader loader, BiConsumer<String, Answerer> receiver, ReloadListener listener) {
    this.loader = loader;
    this.receiver = receiver;
    this.listener = listener;
  }

  private static final class Watched {
    private final String name;
    private final Path folder;

    /** As it was when it was loaded last, or when that was tried. */
    private FolderState tried;

    private FolderState seen;
    private int unsettled;

    Watched(String name, Path folder, FolderState state) {
      this.name = name;
      this.folder = folder;
      this.tried = state;
      this.seen = state;
    }
  }

  /**
   * Loads the model of a folder, which is looked at from now on.
   *
   * @return what is told of it
   * @throws IOException if it cannot be loaded
   */
  public ModelCard load(String name, Path folder) throws IOException {
    return take(name, new LoadingAhead(folder, loader));
  }

  /** The same with a model that is on its way. */
  public ModelCard take(String name, LoadingAhead ahead) throws IOException {
    Answerer model = ahead.model();
    ModelCard card = model.card();
    receiver.accept(name, model);
    folders.add(new Watched(name, ahead.folder(), ahead.state()));
    return card;
  }

  /** Looks at every folder once. */
  public void look() {
    folders.forEach(this::look);
  }

  private void look(Watched watched) {
    FolderState now = FolderState.of(watched.folder);
    if (now.equals(watched.tried)) {
      watched.seen = now;
      watched.unsettled = 0;
      return;
    }
    boolean settled = now.equals(watched.seen) || FolderState.isWhole(watched.folder);
    watched.seen = now;
    if (!settled && watched.unsettled < MOST_UNSETTLED) {
      watched.unsettled++;
      return;
    }
    watched.unsettled = 0;
    watched.tried = now;
    reload(watched);
  }

  private void reload(Watched watched) {
    try {
      Answerer model = loader.load(watched.folder);
      ModelCard card = model.card();
      receiver.accept(watched.name, model);
      listener.reloaded(watched.name, card);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // Whatever is wrong with the new one, the old one can still answer.
      listener.kept(watched.name, watched.folder, e);
    }
  }
}
