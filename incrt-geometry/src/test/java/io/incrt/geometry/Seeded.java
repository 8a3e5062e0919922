package io.incrt.geometry;

import java.util.Random;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Hands tests a {@link Random}. The seed is new at every run, printed, and named in every failure;
 * {@code -Dtests.seed=N} replays it.
 */
public final class Seeded implements ParameterResolver, TestExecutionExceptionHandler {

  /** The seed of this run. */
  public static final long SEED = Long.getLong("tests.seed", System.nanoTime() & 0xFFFFFFFFL);

  static {
    System.out.println("random tests run with -Dtests.seed=" + SEED);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Random.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return new Random(SEED * 31 + context.getUniqueId().hashCode());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    AssertionError named =
        new AssertionError(failure.getMessage() + " [replay: -Dtests.seed=" + SEED + "]");
    named.initCause(failure);
    throw named;
  }
}
