package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.explain.Method;
import io.incrt.objective.ClassCounts;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import io.incrt.tensor.Device;
import io.incrt.train.RunListener;
import io.incrt.train.group.Collective;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever gives null to the public door is told what must not be null. */
class DoorNullTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "golden", "format-3", "text");
  private static final Pattern WORDS = Pattern.compile("[a-zA-Z]+ must not be null");

  /** Records are made by the library, and handed out; what they are given is its own affair. */
  private static final List<Class<?>> DOOR =
      List.of(
          Incrt.class,
          Training.class,
          Records.class,
          SeveralRuns.class,
          Evaluation.class,
          ModelEvaluation.class);

  @TempDir private Path directory;

  private Map<Class<?>, Object> samples() throws Exception {
    Map<Class<?>, Object> samples =
        new TreeMap<>((one, other) -> one.getName().compareTo(other.getName()));
    LabelledSequence record = new LabelledSequence("a", "a day", "+");
    samples.put(String.class, "training.seed");
    samples.put(Path.class, directory.resolve("nothing"));
    samples.put(List.class, List.of());
    samples.put(Iterable.class, List.of(record));
    samples.put(Stream.class, Stream.of(record));
    samples.put(InputStream.class, InputStream.nullInputStream());
    samples.put(Reader.class, new StringReader(""));
    samples.put(Records.class, Records.of(List.of(record)));
    samples.put(RecordReader.class, new RecordReader(ReadOptions.defaults()));
    samples.put(ReadOptions.class, ReadOptions.defaults());
    samples.put(Incrt.Receiver.class, (Incrt.Receiver) prediction -> {});
    samples.put(Device.class, Device.CPU);
    samples.put(Method.class, Method.AUTO);
    samples.put(Kind.class, Kind.TEXT);
    samples.put(Corpus.class, BuiltinTasks.generate("builtin:order", 1));
    samples.put(Objective.class, new Classification(List.of("+", "-")));
    samples.put(RunSettings.class, RunSettings.defaults());
    samples.put(RunListener.class, RunListener.NONE);
    samples.put(TrainingListener.class, (TrainingListener) event -> {});
    samples.put(Collective.class, Collective.ALONE);
    samples.put(BooleanSupplier.class, (BooleanSupplier) () -> false);
    samples.put(Training.class, Incrt.training());
    samples.put(SeveralRuns.Listener.class, SeveralRuns.Listener.NONE);
    samples.put(ClassCounts.class, new ClassCounts(List.of("+", "-")));
    samples.put(StoredModel.class, ModelFolder.open(GOLDEN));
    samples.put(int.class, 2);
    samples.put(long.class, 2L);
    samples.put(boolean.class, true);
    return samples;
  }

  @Test
  void everyMethodRefusesNullInWords() throws Exception {
    List<String> wrong = new ArrayList<>();
    int asked = 0;
    Map<Class<?>, Object> samples = samples();
    try (Incrt model = Incrt.load(GOLDEN)) {
      Map<Class<?>, Object> doors =
          Map.of(
              Incrt.class,
              model,
              Training.class,
              Incrt.training(),
              Records.class,
              samples.get(Records.class),
              SeveralRuns.class,
              SeveralRuns.seeds(Incrt.training(), 2));
      for (Class<?> door : DOOR) {
        for (java.lang.reflect.Method method : door.getDeclaredMethods()) {
          boolean open = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
          if (!open || method.getName().equals("equals")) {
            continue;
          }
          Object[] usual =
              Arrays.stream(method.getParameterTypes())
                  .map(type -> known(samples, type, method))
                  .toArray();
          for (int i = 0; i < usual.length; i++) {
            if (!method.getParameterTypes()[i].isPrimitive()) {
              Object[] given = usual.clone();
              given[i] = null;
              asked++;
              String said = said(method, doors.get(door), given);
              if (!WORDS.matcher(said).matches()) {
                wrong.add(method + ", argument " + (i + 1) + ": " + said);
              }
            }
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(asked > 50, "only " + asked + " were asked");
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(), left.toList(), "nothing is written before it is refused");
    }
  }

  private static Object known(
      Map<Class<?>, Object> samples, Class<?> type, java.lang.reflect.Method method) {
    Object sample = samples.get(type);
    assertTrue(sample != null, () -> "the test knows no " + type + " to give to " + method);
    return sample;
  }

  private static String said(java.lang.reflect.Method method, Object on, Object... given)
      throws IllegalAccessException {
    try {
      method.invoke(Modifier.isStatic(method.getModifiers()) ? null : on, given);
      return "accepted";
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof NullPointerException
          ? String.valueOf(e.getCause().getMessage())
          : e.getCause().toString();
    }
  }
}
