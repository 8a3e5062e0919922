package io.incrt.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the module table: who may depend on whom, and what may not come into which room. */
class ModulesTest {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.incrt");

  private static void mayDependOn(String module, String... others) {
    String[] allowed =
        Stream.concat(Stream.of("io.incrt." + module + "..", "java.."), Stream.of(others))
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage("io.incrt." + module + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true)
        .check(ALL);
  }

  @Test
  void eachModuleDependsOnlyOnWhatTheTableAllows() {
    assertFalse(ALL.isEmpty());
    mayDependOn("geometry", "org.ejml..");
    mayDependOn("data", "de.siegmar.fastcsv..", "com.fasterxml.jackson..", "ai.djl..");
    mayDependOn(
        "network",
        "io.incrt.geometry..",
        "io.incrt.data..",
        "org.ejml..",
        "com.fasterxml.jackson..",
        "org.bytedeco..");
    mayDependOn(
        "lab",
        "io.incrt.geometry..",
        "io.incrt.data..",
        "io.incrt.network..",
        "org.ejml..",
        "com.fasterxml.jackson..",
        "de.bwaldvogel.liblinear..",
        "org.knowm.xchart..",
        "org.apache.batik..",
        "org.w3c.dom..",
        "javax.xml.parsers..");
    mayDependOn(
        "onnx",
        "io.incrt.data..",
        "io.incrt.network..",
        "com.fasterxml.jackson..",
        "com.google.protobuf..",
        "ai.onnx..",
        "ai.onnxruntime..");
    mayDependOn("cli", "io.incrt..", "picocli..", "com.fasterxml.jackson..");
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
  void onlyTheCommandLineAndTheBenchmarksPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.incrt.cli..", "io.incrt.bench..")
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
        .resideOutsideOfPackages("io.incrt.cli..", "io.incrt.bench..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(ALL);
  }

  @Test
  void theRoomsOfTheGeometryDoNotDependOnEachOtherInCircles() {
    slices().matching("io.incrt.geometry.(*)..").should().beFreeOfCycles().check(ALL);
  }
}
