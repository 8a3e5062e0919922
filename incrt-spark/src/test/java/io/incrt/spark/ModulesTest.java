package io.incrt.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Holds what this module may depend on; the build of the others does not know it. */
class ModulesTest {

  private static final JavaClasses OWN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.incrt.spark");

  @Test
  void itDependsOnPlainPredictionAndOnSpark() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.incrt.spark..",
            "io.incrt.base..",
            "io.incrt.data..",
            "io.incrt.folder..",
            "io.incrt.lite..",
            "org.apache.spark..",
            "org.apache.hadoop..",
            "scala..",
            "java..")
        .check(OWN);
  }

  @Test
  void noNativeCodeComesAlong() {
    String classPath = System.getProperty("java.class.path");
    for (String library : List.of("javacpp", "pytorch", "mkl", "openblas-", "tokenizers-")) {
      Assertions.assertFalse(classPath.contains(library), library);
    }
  }
}
