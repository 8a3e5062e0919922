package io.incrt.cli;

import io.incrt.report.tensorboard.TensorBoard;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Path;

/** Where a training is seen besides its terminal. */
final class Sight implements AutoCloseable {

  private final boolean tensorBoard;
  private TensorBoard board;

  Sight(boolean tensorBoard) {
    this.tensorBoard = tensorBoard;
  }

  /** Who listens to the run in a folder, and to no other run after that. */
  RunListener of(Path folder, RunListener usual) {
    if (!tensorBoard) {
      return usual;
    }
    try {
      closeBoard();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
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
    closeBoard();
  }
}
