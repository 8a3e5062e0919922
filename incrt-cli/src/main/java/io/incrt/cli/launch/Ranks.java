package io.incrt.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The processes of a group on this machine, from their start to the end of the last of them. */
final class Ranks implements AutoCloseable {

  private static final int SIGNALLED = 128;

  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;

  /** How long the others have to notice by themselves that one is lost, and to say why. */
  private static final long NOTICE_SECONDS = 6;

  /** How long they have where it is known already. */
  private static final long SHORT_SECONDS = 1;

  private final List<Process> processes = new ArrayList<>();
  private final List<HeldLines> messages = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  /**
   * How a group ended.
   *
   * @param code the exit code of the first that failed, or of those that a signal asked to stop
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
        begin(new HeldLines(process.inputReader(UTF_8), first ? out : nobody));
        HeldLines said = new HeldLines(process.errorReader(UTF_8), first ? err : nobody);
        messages.add(said);
        begin(said);
      }
    } catch (IOException e) {
      kill();
      throw e;
    }
  }

  private void begin(Runnable reader) {
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
    BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();
    for (int i = 0; i < processes.size(); i++) {
      int rank = i;
      begin(() -> ended.add(ended(rank)));
    }
    List<Integer> failed = new ArrayList<>();
    int stopped = 0;
    for (int left = processes.size(); left > 0; left--) {
      Integer rank =
          failed.isEmpty()
              ? ended.take()
              : ended.poll(
                  killed(failed).isEmpty() ? NOTICE_SECONDS : SHORT_SECONDS, TimeUnit.SECONDS);
      if (rank == null) {
        kill();
        break;
      }
      int code = processes.get(rank).exitValue();
      if (isStopped(code)) {
        stopped = code;
      } else if (code != 0) {
        failed.add(rank);
      }
    }
    for (Thread reader : readers) {
      reader.join(TimeUnit.SECONDS.toMillis(NOTICE_SECONDS));
    }
    if (failed.isEmpty()) {
      messages.forEach(HeldLines::letGo);
    }
    return failed.isEmpty() ? new End(stopped, "") : end(failed);
  }

  /** The number of a rank, once it has ended. */
  private int ended(int rank) {
    try {
      processes.get(rank).waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return rank;
  }

  private End end(List<Integer> failed) {
    List<Integer> killed = killed(failed);
    if (!killed.isEmpty()) {
      int signal = processes.get(killed.get(0)).exitValue() - SIGNALLED;
      return new End(1, words(killed.get(0)) + " was killed (signal " + signal + ")");
    }
    for (int rank : failed) {
      String said = messages.get(rank).held();
      if (!said.isEmpty()) {
        boolean sameForAll = said.equals(messages.get(0).held());
        return new End(
            processes.get(rank).exitValue(), sameForAll ? said : "rank " + rank + ": " + said);
      }
    }
    int code = processes.get(failed.get(0)).exitValue();
    return new End(code, words(failed.get(0)) + " ended with code " + code);
  }

  /** Those that a signal has ended which does not ask a run to stop. */
  private List<Integer> killed(List<Integer> failed) {
    return failed.stream().filter(rank -> processes.get(rank).exitValue() > SIGNALLED).toList();
  }

  private static boolean isStopped(int code) {
    return code == SIGNALLED + SIGINT || code == SIGNALLED + SIGTERM;
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
