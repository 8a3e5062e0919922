package io.incrt.serve.http;

import io.incrt.serve.queue.Batcher;
import io.incrt.serve.queue.Job;
import io.incrt.serve.queue.Outcome;
import io.incrt.serve.queue.ServedModel;
import io.incrt.serve.request.Entry;
import io.incrt.serve.request.Lines;
import io.incrt.serve.request.RefusedException;
import io.incrt.serve.settings.ServerSettings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * A body of lines, answered line by line while it comes, in its order. Lines are asked in pieces:
 * as many as are there, but no more than a batch. While too much waits to be computed or to be read
 * by the client, nothing more is read from it, so that a stream of any length takes the same
 * memory.
 */
final class StreamedLines {

  private static final int PIECE_RECORDS = 256;
  private static final long PIECE_LETTERS = 1 << 20;

  /** Of a queue, what one piece may take: others come between. */
  private static final int SHARE = 4;

  private static final int MOST_PIECES = 4;
  private static final int MOST_UNWRITTEN = 2 << 20;

  /** Makes an entry of a line. */
  @FunctionalInterface
  interface LineReader {
    /** The entry of a line. */
    Entry read(byte[] bytes, int from, int to, long number);
  }

  private final Exchange exchange;
  private final ServedModel model;
  private final ServerSettings settings;
  private final LineReader reader;
  private final boolean skipsBlank;
  private final int top;
  private final Lines lines;
  private final Writing writing = new Writing();
  private final Turns turns;
  private final int pieceRecords;
  private final long pieceLetters;

  /** Of the thread that reads, of which there is one at a time. */
  private List<Entry> pending = new ArrayList<>();

  private long pendingLetters;
  private long number;
  private long bytesSeen;
  private boolean accepted;

  /** Guarded by this. */
  private final Deque<Piece> pieces = new ArrayDeque<>();

  private int unwritten;
  private boolean paused;
  private boolean ended;
  private boolean committed;
  private boolean over;
  private boolean lastWritten;

  StreamedLines(
      Exchange exchange,
      ServedModel model,
      ServerSettings settings,
      LineReader reader,
      boolean skipsBlank,
      int top) {
    this.exchange = exchange;
    this.model = model;
    this.settings = settings;
    this.reader = reader;
    this.skipsBlank = skipsBlank;
    this.top = top;
    this.lines = new Lines(settings.limits().lineBytes());
    this.turns = new Turns(exchange.request(), this::read);
    this.pieceRecords = Math.max(1, Math.min(PIECE_RECORDS, settings.queue().records() / SHARE));
    this.pieceLetters = Math.max(1, Math.min(PIECE_LETTERS, settings.queue().letters() / SHARE));
  }

  void start() {
    exchange.inLines();
    if (exchange.request().getLength() > settings.limits().streamBytes()) {
      exchange.error(413, tooLarge());
      return;
    }
    exchange.lingerBy(turns::drop);
    turns.read();
  }

  private String tooLarge() {
    return "the body has more than " + settings.limits().streamBytes() + " bytes";
  }

  /** Reads what is there; says whether it wants more. */
  private boolean read() {
    while (mayRead()) {
      Content.Chunk chunk = exchange.request().read();
      if (chunk == null) {
        ask();
        return true;
      }
      if (Content.Chunk.isFailure(chunk)) {
        lost(chunk.getFailure());
        return false;
      }
      boolean last = chunk.isLast();
      try {
        add(chunk.getByteBuffer());
        if (last) {
          exchange.consumed();
          lines.finish(this::line);
        }
      } catch (RefusedException e) {
        end(e);
        return false;
      } finally {
        chunk.release();
      }
      if (last) {
        ask();
        end();
      }
    }
    return false;
  }

  private synchronized boolean mayRead() {
    paused = !over && (pieces.size() >= MOST_PIECES || unwritten >= MOST_UNWRITTEN);
    return !paused && !over && !ended;
  }

  private void add(ByteBuffer buffer) {
    bytesSeen += buffer.remaining();
    if (bytesSeen > settings.limits().streamBytes()) {
      throw new RefusedException(413, tooLarge());
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    lines.add(bytes, 0, bytes.length, this::line);
  }

  private void line(byte[] bytes, int from, int to) {
    number++;
    if (skipsBlank && Lines.isBlank(bytes, from, to)) {
      return;
    }
    Entry entry = reader.read(bytes, from, to, number);
    pending.add(entry);
    pendingLetters += entry.text() == null ? 0 : entry.text().length();
    if (pending.size() >= pieceRecords || pendingLetters >= pieceLetters) {
      ask();
    }
  }

  /** Asks the model for what is pending. */
  private void ask() {
    if (pending.isEmpty()) {
      return;
    }
    Piece piece = new Piece(pending);
    pending = new ArrayList<>();
    pendingLetters = 0;
    List<String> texts =
        piece.entries.stream().map(Entry::text).filter(text -> text != null).toList();
    exchange.addRecords(piece.entries.size());
    synchronized (this) {
      if (over) {
        return;
      }
      pieces.add(piece);
    }
    if (texts.isEmpty()) {
      answer(piece, AnswerWriter.problemLines(piece.entries, ""));
      return;
    }
    Job job = Job.of(texts, settings.queue().deadline().toNanos(), outcome -> told(piece, outcome));
    Batcher.Admission admission =
        accepted ? model.queue().offerWhenRoom(job) : model.queue().offer(job);
    if (admission == Batcher.Admission.ACCEPTED) {
      accepted = true;
    } else if (isFirst(piece)) {
      stop();
      Asking.refuse(exchange, model, admission);
    } else {
      // A first piece without records may have been answered, so this is told by its lines.
      answer(piece, AnswerWriter.problemLines(piece.entries, "the server is too busy; try again"));
    }
  }

  private synchronized boolean isFirst(Piece piece) {
    return !committed && pieces.peek() == piece;
  }

  private synchronized void stop() {
    over = true;
    pieces.clear();
  }

  private void told(Piece piece, Outcome outcome) {
    if (outcome instanceof Outcome.Answered answered) {
      answer(piece, written(piece, answered));
    } else if (isFirst(piece)) {
      stop();
      exchange.error(Asking.status(outcome), Asking.why(outcome));
    } else {
      answer(piece, AnswerWriter.problemLines(piece.entries, Asking.why(outcome)));
    }
  }

  private byte[] written(Piece piece, Outcome.Answered answered) {
    try {
      return new AnswerWriter(answered.model(), top).lines(piece.entries, answered.answers());
    } catch (RuntimeException e) {
      return AnswerWriter.problemLines(piece.entries, Asking.why(new Outcome.Broken(e)));
    }
  }

  private void answer(Piece piece, byte[] written) {
    synchronized (this) {
      piece.written = written;
      unwritten += written.length;
    }
    writing.iterate();
  }

  /** All that is to come has come. */
  private void end() {
    synchronized (this) {
      ended = true;
    }
    writing.iterate();
  }

  /** What comes cannot be read on. */
  private void end(RefusedException why) {
    ask();
    boolean first;
    synchronized (this) {
      first = !committed && pieces.isEmpty() && !over;
      if (!first && !over) {
        Piece last = new Piece(List.of());
        last.written =
            AnswerWriter.problemLines(
                List.of(new Entry(String.valueOf(number + 1), null, why.getMessage())), "");
        pieces.add(last);
        ended = true;
      }
    }
    if (first) {
      stop();
      exchange.refused(why);
    } else {
      writing.iterate();
    }
  }

  /** The client has gone, or has sent nothing for too long. */
  private void lost(Throwable cause) {
    boolean answerable = cause instanceof TimeoutException;
    if (answerable) {
      end(
          new RefusedException(
              408, "nothing came for " + settings.idle().toSeconds() + " s; the rest is not read"));
    } else {
      stop();
      writing.abort(cause);
      if (exchange.claim()) {
        exchange.fail(cause);
      }
    }
  }

  private synchronized boolean mayResume() {
    return paused && mayRead();
  }

  /** Writes answers in the order of their lines, one write after the other. */
  private final class Writing extends IteratingCallback {

    @Override
    protected Action process() {
      ByteArrayOutputStream ready = new ByteArrayOutputStream();
      boolean last;
      boolean first;
      synchronized (StreamedLines.this) {
        if (lastWritten) {
          return Action.SUCCEEDED;
        }
        while (!pieces.isEmpty() && pieces.peek().written != null) {
          ready.writeBytes(pieces.poll().written);
        }
        last = ended && pieces.isEmpty() && !over;
        if (ready.size() == 0 && !last) {
          return Action.IDLE;
        }
        first = !committed;
        committed = true;
        over = over || last;
        lastWritten = last;
        unwritten -= ready.size();
      }
      if (first && !exchange.claim()) {
        stop();
        return Action.IDLE;
      }
      if (first) {
        exchange.response().setStatus(200);
        exchange.response().getHeaders().put(HttpHeader.CONTENT_TYPE, Predictions.LINES);
      }
      exchange.writing(ready.size(), last);
      exchange.response().write(last, ByteBuffer.wrap(ready.toByteArray()), this);
      return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
      exchange.end();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
      stop();
      exchange.fail(cause);
    }

    @Override
    protected void onSuccess() {
      if (mayResume()) {
        exchange.request().getComponents().getExecutor().execute(turns::read);
      }
    }
  }
}
