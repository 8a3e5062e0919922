package io.incrt.serve.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A model that does as it is told. Its labels and its answers name it and the record, so that an
 * answer that is mixed up is seen. Whoever asks it after it was closed is told by an error.
 */
public final class FakeModel implements Answerer {

  /** A record that holds this cannot be answered. */
  public static final String TOO_SHORT = "<short>";

  private static final double LETTER = 1e-6;

  private final int number;
  private final ModelCard card;
  private final Consumer<List<String>> before;
  private final List<List<String>> asked = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger asking = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** A model that answers at once. */
  public FakeModel(int number) {
    this(number, texts -> {});
  }

  /**
   * A model.
   *
   * @param before what it does before it answers, such as to wait or to fail
   */
  public FakeModel(int number, Consumer<List<String>> before) {
    this.number = number;
    this.before = before;
    this.card =
        new ModelCard(
            List.of(label(number, 0), label(number, 1)),
            "text",
            "Tokens are made up.",
            List.of("nothing"),
            new ModelCard.Trained("then", null, 1, 2, "0", "none", String.valueOf(number)),
            Map.of());
  }

  /** The label that a model gives to a record. */
  public static String label(int number, int length) {
    return (length % 2 == 0 ? "even" : "odd") + number;
  }

  /** What a model knows of a record: tells both apart. */
  public static double known(int number, String text) {
    return number + text.length() * LETTER;
  }

  /** The batches it was asked. */
  public List<List<String>> asked() {
    return List.copyOf(asked);
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return closed.get();
  }

  @Override
  public ModelCard card() {
    return card;
  }

  @Override
  public List<Answer> answer(List<String> texts) {
    requireOpen();
    asking.incrementAndGet();
    try {
      asked.add(List.copyOf(texts));
      before.accept(texts);
      requireOpen();
      return texts.stream().map(this::answer).toList();
    } finally {
      asking.decrementAndGet();
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("asked after it was closed");
    }
  }

  private Answer answer(String text) {
    if (text.contains(TOO_SHORT)) {
      return Answer.none("the sequence is too short");
    }
    boolean even = text.length() % 2 == 0;
    return Answer.of(
        new float[] {even ? 0.75f : 0.25f, even ? 0.25f : 0.75f}, known(number, text), null);
  }

  @Override
  public void close() {
    if (asking.get() > 0 || closed.getAndSet(true)) {
      throw new IllegalStateException("closed while it is asked, or twice");
    }
  }
}
