package io.incrt.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The processes of a group on this machine, from their start to the end of the last of them. */
final class Ranks implements AutoCloseable {

  private static final int SIGNALLED = 128;

  /** How long the others have to notice by themselves that one is lost, and to say why. */
  private static final long NOTICE_SECONDS = 20;

  private final List<Process> processes = new ArrayList<>();
  private final List<HeldLines> messages = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  /**
   * How a group ended.
   *
   * @param code the exit code of the first that failed; 0 where none did
   * @param why what the first that failed said, or how it was ended; empty where none failed
   */
  record End(int code, String why) {}

  /**
   * Starts them.
   *
   * @param command that of each
   * @param environments what each finds there besides what this process does
   * @param out takes the results of rank 0
   * @param err takes what rank 0 says besides
   */
  Ranks(
      List<String> command,
      List<Map<String, String>> environments,
      PrintWriter out,
      PrintWriter err)
      throws IOException {
    try {
      for (Map<String, String> environment : environments) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        boolean first = processes.isEmpty();
        Process process = builder.start();
        processes.add(process);
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        read(new HeldLines(process.inputReader(UTF_8), first ? out : nobody));
        HeldLines said = new HeldLines(process.errorReader(UTF_8), first ? err : nobody);
        messages.add(said);
        read(said);
      }
    } catch (IOException e) {
      kill();
      throw e;
    }
  }

  private void read(Runnable reader) {
    Thread thread = new Thread(reader, "incrt-rank");
    thread.setDaemon(true);
    thread.start();
    readers.add(thread);
  }

  /** Asks all to stop, as a signal to each would. */
  void stop() {
    processes.forEach(Process::destroy);
  }

  /** Waits until all have ended. Where one fails the others get some time, and are then killed. */
  End await() throws InterruptedException {
    List<CompletableFuture<Process>> exits = processes.stream().map(Process::onExit).toList();
    List<Integer> failed = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      int rank = i;
      exits
          .get(i)
          .thenAccept(
              process -> {
                if (process.exitValue() != 0) {
                  synchronized (failed) {
                    failed.add(rank);
                    failed.notifyAll();
                  }
                }
              });
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(exits.toArray(CompletableFuture<?>[]::new));
    all.thenRun(
        () -> {
          synchronized (failed) {
            failed.notifyAll();
          }
        });
    synchronized (failed) {
      while (failed.isEmpty() && !all.isDone()) {
        failed.wait();
      }
    }
    boolean noticed = true;
    try {
      all.get(NOTICE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      noticed = false;
    }
    List<Integer> own;
    synchronized (failed) {
      own = List.copyOf(failed);
    }
    if (!noticed) {
      kill();
    }
    for (Thread reader : readers) {
      reader.join(TimeUnit.SECONDS.toMillis(NOTICE_SECONDS));
    }
    return end(own);
  }

  private End end(List<Integer> failed) {
    if (failed.isEmpty()) {
      messages.forEach(HeldLines::letGo);
      return new End(0, "");
    }
    for (int rank : failed) {
      int code = processes.get(rank).exitValue();
      if (code > SIGNALLED && code != SIGNALLED + 2 && code != SIGNALLED + 15) {
        return new End(1, words(rank) + " was killed (signal " + (code - SIGNALLED) + ")");
      }
    }
    for (int rank : failed) {
      String said = messages.get(rank).held();
      if (!said.isEmpty()) {
        return new End(
            processes.get(rank).exitValue(), rank == 0 ? said : "rank " + rank + ": " + said);
      }
    }
    int first = failed.get(0);
    int code = processes.get(first).exitValue();
    return new End(code, code > SIGNALLED ? "" : words(first) + " ended with code " + code);
  }

  private String words(int rank) {
    return "rank " + rank + " of " + processes.size();
  }

  private void kill() {
    messages.forEach(HeldLines::silence);
    processes.forEach(Process::destroyForcibly);
    for (Process process : processes) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public void close() {
    kill();
  }
}
