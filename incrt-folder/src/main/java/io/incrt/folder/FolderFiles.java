package io.incrt.folder;

/** The names of what a model's folder holds for a predictor. */
public final class FolderFiles {

  /** Sizes, architecture, labels, settings, provenance. */
  public static final String CONFIG = "config.json";

  /** The network's tensors. */
  public static final String TENSORS = "model.safetensors";

  /** What turns input into tokens. */
  public static final String TOKENIZER = "tokenizer.json";

  /** The tables of the linear model and of what is like the training records. */
  public static final String COMPANIONS = "companions.safetensors";

  /** The report, which is drawn from the other files. */
  public static final String REPORT = "report.html";

  /** The folder of a model whose files are on their way to their places. */
  public static final String NEXT = ".next";

  private FolderFiles() {}
}
