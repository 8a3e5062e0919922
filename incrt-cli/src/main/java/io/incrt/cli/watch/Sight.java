package io.incrt.cli.watch;

import io.incrt.report.tensorboard.TensorBoard;
import io.incrt.serve.watch.WatchServer;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a training is seen besides its terminal. */
public final class Sight implements AutoCloseable {

  private final boolean tensorBoard;
  private final Optional<WatchServer> server;
  private TensorBoard board;

  Sight(boolean tensorBoard, Optional<WatchServer> server) {
    this.tensorBoard = tensorBoard;
    this.server = server;
  }

  /** Who listens to the run in a folder, and to no other run after that. */
  public RunListener of(Path folder, RunListener usual) {
    if (!tensorBoard) {
      return usual;
    }
    try {
      closeBoard();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    board = new TensorBoard(folder);
    return RunListener.all(board, usual);
  }

  private void closeBoard() throws IOException {
    if (board != null) {
      board.close();
      board = null;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeBoard();
    } finally {
      server.ifPresent(
          one -> {
            one.lastWords();
            one.close();
          });
    }
  }
}
