package io.incrt.bench.measure;

import io.incrt.settings.RunSettings;
import java.util.Locale;

/** The presets whose networks are measured. */
public enum Preset {
  /** What a run has that sets nothing: attention and the parts beside it. */
  DEFAULT,
  /** Attention alone. */
  GEOMETRY;

  /** Its settings. */
  public RunSettings settings() {
    return this == DEFAULT ? RunSettings.defaults() : RunSettings.geometry();
  }

  /** Its name, as the command line takes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
