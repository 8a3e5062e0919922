package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.Training;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.event.Certificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models as the default makes them, of bases, long bases, both strands, and text with vectors. */
class DefaultModelTest {

  @TempDir private Path directory;

  private static Training small(List<LabelledSequence> records) {
    return Incrt.training()
        .records(records)
        .set("network.width", "16")
        .set("network.keyDimensions", "4")
        .set("training.steps", "60")
        .set("training.evaluateEvery", "20")
        .set("training.learningRate", "0.01");
  }

  private void requireSameInOnnx(Incrt model, List<LabelledSequence> records) throws IOException {
    OnnxExport.Result written =
        OnnxExport.write(model, records.subList(0, 20), directory.resolve("m.onnx"));
    assertTrue(written.difference() < 1e-4, "difference " + written.difference());
  }

  private static String other(String bases) {
    StringBuilder other = new StringBuilder();
    for (int i = bases.length() - 1; i >= 0; i--) {
      other.append("TGCA".charAt("ACGT".indexOf(bases.charAt(i))));
    }
    return other.toString();
  }

  @Test
  void basesAreLearnedMixedStoredJudgedAndExported() throws IOException {
    List<LabelledSequence> records = PartsTest.records(200, 1);
    Path folder = directory.resolve("model");
    try (Incrt model = small(records).fit(folder)) {
      assertTrue(Files.exists(folder.resolve("companions.safetensors")));
      Certificate.Floor floor = model.log().certificate().floor();
      assertEquals("valid", floor.judges());
      assertTrue(floor.score() > 0.8, floor.words());
      Prediction real = model.predict(records.get(0).sequence());
      assertEquals("even", real.label());
      assertEquals(1, real.known());
      assertNull(real.warning());
      requireSameInOnnx(model, records);
      model.save(directory.resolve("copy"));
      try (Incrt copy = Incrt.load(directory.resolve("copy"))) {
        assertEquals(real, copy.predict(records.get(0).sequence()));
      }
    }
  }

  @Test
  void bothStrandsGiveTheSameAnswer() throws IOException {
    List<LabelledSequence> records = PartsTest.records(200, 1);
    try (Incrt model = small(records).set("data.strand", "BOTH").fit(directory.resolve("model"))) {
      for (int i = 0; i < 20; i++) {
        Prediction given = model.predict(records.get(i).sequence());
        Prediction turned = model.predict(other(records.get(i).sequence()));
        assertEquals(given.label(), turned.label());
        assertEquals(given.probability(), turned.probability(), 1e-5);
        assertEquals(given.warning(), turned.warning());
      }
      requireSameInOnnx(model, records);
    }
    Training residues = small(records).kind(Kind.PROTEIN).set("data.strand", "BOTH");
    String message =
        assertThrows(IllegalArgumentException.class, () -> residues.fit(directory.resolve("other")))
            .getMessage();
    assertTrue(message.contains("only DNA has two strands"), message);
  }

  @Test
  void longRecordsShareTheirPositions() throws IOException {
    Random random = new Random(4);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      StringBuilder gene = new StringBuilder();
      int length = i == 0 ? 3000 : 300 + random.nextInt(200);
      while (gene.length() < length) {
        gene.append(random.nextInt(3) > 0 ? "ACGT".charAt(random.nextInt(4)) : 'A');
        gene.append(i % 2 == 0 && random.nextInt(9) == 0 ? "GATTACA" : "");
      }
      records.add(new LabelledSequence("r" + i, gene.toString(), i % 2 == 0 ? "even" : "odd"));
    }
    try (Incrt model = small(records).fit(directory.resolve("model"))) {
      assertTrue(model.config().shape().pooling() >= 4, model.config().shape().toString());
      String gene = records.get(1).sequence();
      assertEquals(model.predict(gene).label(), model.predict("A" + gene).label());
      StringBuilder noise = new StringBuilder();
      for (int i = 0; i < 400; i++) {
        noise.append("ACGT".charAt(random.nextInt(4)));
      }
      assertNull(model.predict(records.get(3).sequence()).warning());
      assertNotNull(model.predict(noise.toString()).warning(), "random letters");
      assertNotNull(model.predict("AC").warning(), "too short to know");
      requireSameInOnnx(model, records.subList(1, 40));
    }
  }

  private static List<LabelledSequence> texts() {
    List<LabelledSequence> records = new ArrayList<>();
    String[] good = {"fine", "lovely", "great"};
    String[] bad = {"dull", "awful", "poor"};
    for (int i = 0; i < 120; i++) {
      String word = (i % 2 == 0 ? good : bad)[i / 2 % 3];
      String text = "a " + word + " film about number " + i % 7 + " and " + i % 11;
      records.add(new LabelledSequence("r" + i, text, i % 2 == 0 ? "good" : "bad"));
    }
    return records;
  }

  @Test
  void wordVectorsLetAModelKnowWordsThatNoRecordHas() throws IOException {
    StringBuilder file = new StringBuilder();
    Random random = new Random(2);
    for (String word : List.of("fine", "lovely", "great", "superb", "dull", "awful", "poor")) {
      double side = List.of("dull", "awful", "poor").contains(word) ? -1 : 1;
      file.append(word).append(' ').append(side);
      for (int i = 0; i < 7; i++) {
        file.append(' ').append(0.1 * random.nextGaussian());
      }
      file.append('\n');
    }
    Path vectors = Files.writeString(directory.resolve("vectors.txt"), file);
    ReadOptions reading = ReadOptions.defaults().withEmbeddings(Optional.of(vectors));
    try (Incrt model =
        small(texts())
            .reading(reading)
            .set("parts.floor", "BESIDE")
            .set("training.steps", "200")
            .fit(directory.resolve("model"))) {
      Prediction unseen = model.predict("a superb film about number 3 and 4");
      assertEquals("good", unseen.label());
      assertEquals(1, unseen.known());
      assertTrue(model.predict("a gorgeous film about number 3 and 4").known() < 1);
      requireSameInOnnx(model, texts());
    }
    try (Incrt model =
        small(texts())
            .reading(reading)
            .set("network.pooling", "2")
            .fit(directory.resolve("pooled"))) {
      requireSameInOnnx(model, texts());
    }
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    small(PartsTest.records(60, 1))
                        .reading(reading)
                        .fit(directory.resolve("other")))
            .getMessage();
    assertTrue(message.contains("word vectors are for texts"), message);
  }

  @Test
  void aStoppedRunOfTheDefaultGoesOnToTheBit() throws IOException {
    List<LabelledSequence> records = PartsTest.records(200, 1);
    Path whole = directory.resolve("whole");
    small(records).run(whole);
    Path stopped = directory.resolve("stopped");
    AtomicBoolean stop = new AtomicBoolean(true);
    int[] asked = {0};
    Training training = small(records).resume(true).stopWhen(() -> stop.get() && ++asked[0] > 31);
    training.run(stopped);
    stop.set(false);
    training.run(stopped);
    for (String name : List.of("model.safetensors", "companions.safetensors", "metrics.jsonl")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(name)), Files.readAllBytes(stopped.resolve(name)), name);
    }
  }

  @Test
  void companionsThatAreMissingOrOfAnotherModelAreRefused() throws IOException {
    Path folder = directory.resolve("model");
    small(PartsTest.records(60, 1)).fit(folder).close();
    // As an earlier version would have written it: without a manifest, which would see the change.
    Path config = folder.resolve("config.json");
    Files.writeString(config, Files.readString(config).replace("\"format\" : 3", "\"format\" : 2"));
    Files.delete(folder.resolve("manifest.json"));
    Incrt.load(folder).close();
    Files.delete(folder.resolve("companions.safetensors"));
    String message =
        assertThrows(CorruptFileException.class, () -> Incrt.load(folder)).getMessage();
    assertTrue(message.contains("companions.safetensors is missing"), message);
  }
}
