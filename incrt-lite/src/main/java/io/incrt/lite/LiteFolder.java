package io.incrt.lite;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.folder.Architecture;
import io.incrt.folder.Companions;
import io.incrt.folder.ConfigFile;
import io.incrt.folder.FolderFiles;
import io.incrt.folder.FolderSnapshot;
import io.incrt.folder.RecordEncoder;
import io.incrt.lite.network.LiteNetwork;
import io.incrt.lite.words.PlainWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes a model of what a folder says, once all of it is checked. */
final class LiteFolder {

  /** The files that a folder of an older version has, which does not list them. */
  private static final List<String> UNLISTED =
      List.of(FolderFiles.CONFIG, FolderFiles.TOKENIZER, FolderFiles.COMPANIONS);

  private LiteFolder() {}

  static LiteModel open(Path folder) throws IOException {
    try {
      return model(
          FolderSnapshot.read(folder, UNLISTED)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          folder + " holds no model: there is no config.json in it")));
    } catch (CorruptFileException e) {
      throw new CorruptFileException(folder + " cannot be opened: " + e.getMessage());
    }
  }

  private static LiteModel model(FolderSnapshot snapshot) {
    String text = snapshot.text(FolderFiles.CONFIG);
    snapshot.requireChecked();
    ConfigFile config = ConfigFile.parse(text);
    Tokenizer tokenizer = tokenizer(config, snapshot.text(FolderFiles.TOKENIZER));
    requireWhole(config, tokenizer);
    Companions companions =
        Companions.read(text, snapshot.files().get(FolderFiles.COMPANIONS))
            .requireFit(config.architecture(), config.labels().size());
    try {
      return new LiteModel(
          config.labels(),
          new RecordEncoder(
              tokenizer, config.shape(), config.architecture(), readsBoth(config), companions),
          new LiteNetwork(config.shape(), config.architecture(), snapshot.tensors()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new CorruptFileException("config.json does not describe a model: " + e.getMessage());
    }
  }

  private static Tokenizer tokenizer(ConfigFile config, String file) {
    try {
      return Tokenizers.read(config.json().path("tokenizer"), file, List.of(new PlainWords.Type()));
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(e.getMessage());
    }
  }

  private static void requireWhole(ConfigFile config, Tokenizer tokenizer) {
    if (!config.objective().equals(ConfigFile.CLASSIFICATION)) {
      throw new CorruptFileException(
          "its model learned '"
              + config.objective()
              + "', but this program predicts classes alone; open it with incrt-network");
    }
    ConfigFile.require(config.labels().size() == config.shape().classes(), "labels", "classes");
    ConfigFile.require(
        tokenizer.size() == config.shape().vocabulary(), "tokenizer", "shape's vocabulary");
    boolean reads = config.architecture().has(Architecture.LETTERS);
    ConfigFile.require(
        !reads || tokenizer.spelled("").isPresent(), "letters of words", "tokenizer");
  }

  /** Whether both strands are read; models of versions that had no such setting read the given. */
  private static boolean readsBoth(ConfigFile config) {
    String strand = config.json().path("settings").path("data").path("strand").asText();
    return strand.equals(Strand.BOTH.name());
  }
}
