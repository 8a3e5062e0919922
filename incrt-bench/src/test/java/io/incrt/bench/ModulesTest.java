package io.incrt.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.incrt.model.Network;
import io.incrt.predict.Predictor;
import io.incrt.train.Instruments;
import io.incrt.train.RunListener;
import io.incrt.train.StepTimer;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.TrainingRun;
import io.incrt.train.data.Examples;
import io.incrt.train.data.TrainingData;
import io.incrt.train.update.AdamW;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the module table: who may depend on whom, and what may not come into which room. */
class ModulesTest {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.incrt");

  private static final String[] BASE = {"io.incrt.base.."};
  private static final String[] GEOMETRY = {"io.incrt.geometry.."};
  private static final String[] DATA = {"io.incrt.data.."};
  private static final String[] FOLDER = {"io.incrt.folder.."};
  private static final String[] LITE = {"io.incrt.lite.."};
  private static final String[] NETWORK = {
    "io.incrt",
    "io.incrt.compare..",
    "io.incrt.event..",
    "io.incrt.explain..",
    "io.incrt.model..",
    "io.incrt.objective..",
    "io.incrt.predict..",
    "io.incrt.settings..",
    "io.incrt.store..",
    "io.incrt.tensor..",
    "io.incrt.train.."
  };
  private static final String[] REPORT = {"io.incrt.report.."};
  private static final String[] SERVE = {"io.incrt.serve.."};
  private static final String[] LAB = {"io.incrt.lab.."};
  private static final String[] ONNX = {"io.incrt.onnx.."};
  private static final String[] CLI = {"io.incrt.cli.."};
  private static final String[] BENCH = {"io.incrt.bench.."};

  private static String[] and(String[] packages, String... more) {
    return Stream.concat(Stream.of(packages), Stream.of(more)).toArray(String[]::new);
  }

  /** A module without classes fails the check: its packages have moved, and the table is old. */
  private static void mayDependOn(String[] module, String... others) {
    for (String own : module) {
      classes()
          .that()
          .resideInAPackage(own)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(and(and(module, others), "java.."))
          .check(ALL);
    }
  }

  @Test
  void eachModuleDependsOnlyOnWhatTheTableAllows() {
    mayDependOn(BASE);
    mayDependOn(GEOMETRY, and(BASE, "org.ejml.."));
    mayDependOn(DATA, and(BASE, "de.siegmar.fastcsv..", "com.fasterxml.jackson..", "ai.djl.."));
    mayDependOn(FOLDER, and(and(BASE, DATA), "com.fasterxml.jackson.."));
    mayDependOn(LITE, and(and(and(BASE, DATA), FOLDER), "com.fasterxml.jackson.."));
    String[] belowNetwork = and(and(and(BASE, GEOMETRY), DATA), FOLDER);
    mayDependOn(
        NETWORK, and(belowNetwork, "org.ejml..", "com.fasterxml.jackson..", "org.bytedeco.."));
    String[] uptoNetwork = and(belowNetwork, NETWORK);
    mayDependOn(REPORT, and(uptoNetwork, "com.fasterxml.jackson.."));
    mayDependOn(
        SERVE,
        and(
            and(uptoNetwork, REPORT),
            "com.fasterxml.jackson..",
            "org.eclipse.jetty..",
            "io.micrometer.."));
    mayDependOn(
        LAB,
        and(
            and(uptoNetwork, REPORT),
            "org.ejml..",
            "com.fasterxml.jackson..",
            "org.bytedeco..",
            "org.knowm.xchart..",
            "org.apache.batik..",
            "org.w3c.dom..",
            "javax.xml.parsers.."));
    mayDependOn(
        ONNX,
        and(
            uptoNetwork,
            "com.fasterxml.jackson..",
            "com.google.protobuf..",
            "ai.onnx..",
            "ai.onnxruntime.."));
    mayDependOn(
        CLI,
        and(
            and(and(and(and(uptoNetwork, REPORT), SERVE), LAB), ONNX),
            "picocli..",
            "com.fasterxml.jackson.."));
  }

  @Test
  void everyClassIsInAModuleOfTheTable() {
    String[] table =
        Stream.of(BASE, GEOMETRY, DATA, FOLDER, LITE, NETWORK, REPORT, SERVE, LAB, ONNX, CLI, BENCH)
            .flatMap(Stream::of)
            .toArray(String[]::new);
    classes().should().resideInAnyPackage(table).check(ALL);
  }

  @Test
  void theGeometryDoesNoInputOrOutput() {
    noClasses()
        .that()
        .resideInAPackage("io.incrt.geometry..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.net..")
        .check(ALL);
  }

  @Test
  void onlyTheCommandLinesAndTheBenchmarksPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.incrt.cli..", "io.incrt.lite.command", "io.incrt.bench..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(ALL);
  }

  @Test
  void onlyTheCommandLinesEndTheProcess() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.incrt.cli..", "io.incrt.lite.command", "io.incrt.bench..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(ALL);
  }

  @Test
  void theRoomsOfTheNetworkNeverLookUp() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("door")
        .definedBy("io.incrt")
        .layer("train")
        .definedBy("io.incrt.train")
        .layer("explain")
        .definedBy("io.incrt.explain")
        .layer("predict")
        .definedBy("io.incrt.predict")
        .layer("store")
        .definedBy("io.incrt.store")
        .layer("model")
        .definedBy("io.incrt.model")
        .layer("objective")
        .definedBy("io.incrt.objective")
        .layer("event")
        .definedBy("io.incrt.event")
        .layer("settings")
        .definedBy("io.incrt.settings")
        .layer("tensor")
        .definedBy("io.incrt.tensor")
        .whereLayer("door")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("train")
        .mayOnlyBeAccessedByLayers("door")
        .whereLayer("explain")
        .mayOnlyBeAccessedByLayers("door")
        .whereLayer("predict")
        .mayOnlyBeAccessedByLayers("door", "explain")
        .whereLayer("store")
        .mayOnlyBeAccessedByLayers("door", "train", "explain", "predict")
        .whereLayer("model")
        .mayOnlyBeAccessedByLayers("door", "train", "explain", "predict", "store")
        .whereLayer("objective")
        .mayOnlyBeAccessedByLayers("door", "train", "explain", "predict", "store")
        .whereLayer("event")
        .mayOnlyBeAccessedByLayers("door", "train", "store")
        .whereLayer("settings")
        .mayOnlyBeAccessedByLayers(
            "door", "train", "explain", "predict", "store", "model", "objective")
        .whereLayer("tensor")
        .mayOnlyBeAccessedByLayers("door", "train", "predict", "store", "model", "objective")
        .check(ALL);
  }

  @Test
  void onlyRoomsThatComputeKnowTensors() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.incrt.settings",
            "io.incrt.event",
            "io.incrt.store",
            "io.incrt.predict",
            "io.incrt.explain")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco..")
        .check(ALL);
  }

  @Test
  void measuringAndExperimentingGoThroughOneDoor() {
    noClasses()
        .that()
        .resideInAnyPackage("io.incrt.lab..", "io.incrt.bench..", "io.incrt.cli..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("io.incrt.train")
                .and(
                    DescribedPredicate.not(
                        JavaClass.Predicates.belongToAnyOf(
                            Instruments.class,
                            Trainer.class,
                            TrainerSetup.class,
                            TrainingData.class,
                            Examples.class,
                            StepTimer.class,
                            AdamW.class,
                            RunListener.class))))
        .because("io.incrt.train.Instruments and what it hands out is their door to training")
        .check(ALL);
  }

  @Test
  void theCommandLineEntersByThePublicDoor() {
    noClasses()
        .that()
        .resideInAPackage("io.incrt.cli")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Predictor.class, TrainingRun.class, Trainer.class, Network.class)
        .check(ALL);
  }

  @Test
  void noRoomsDependOnEachOtherInCircles() {
    slices().matching("io.incrt.(**)").should().beFreeOfCycles().check(ALL);
  }
}
