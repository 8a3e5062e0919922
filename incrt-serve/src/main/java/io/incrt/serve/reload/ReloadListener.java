package io.incrt.serve.reload;

import io.incrt.serve.model.ModelCard;
import java.nio.file.Path;

/** Hears what becomes of folders that change. */
public interface ReloadListener {

  /** A model has taken the place of the one before. */
  default void reloaded(String name, ModelCard card) {}

  /** A folder changed, but what it holds now cannot be loaded: the model before stays. */
  default void kept(String name, Path folder, Throwable problem) {}

  /** Another certificate is shown from now on. */
  default void renewed() {}

  /** The files of the certificate changed, but cannot be used: the one before stays. */
  default void identityKept(Throwable problem) {}
}
