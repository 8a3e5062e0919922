package io.incrt.serve.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and keys as openssl writes them. */
class ServerIdentityTest {

  @TempDir private Path folder;

  private Path copy(String name) throws IOException {
    try (var in = ServerIdentityTest.class.getResourceAsStream(name)) {
      Path file = folder.resolve(name);
      Files.write(file, in.readAllBytes());
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      return file;
    }
  }

  private ServerSettings.Tls files(String certificate, String key) throws IOException {
    return new ServerSettings.Tls(copy(certificate), copy(key));
  }

  @Test
  void everyFormatOfKeysIsRead() throws Exception {
    for (String[] pair :
        new String[][] {
          {"rsa-cert.pem", "rsa-key.pem", "RSA"},
          {"rsa-cert.pem", "rsa-key-pkcs1.pem", "RSA"},
          {"ec-cert.pem", "ec-key-sec1.pem", "EC"},
          {"ed-cert.pem", "ed-key.pem", "EdDSA"}
        }) {
      ServerIdentity identity = ServerIdentity.read(files(pair[0], pair[1]));
      assertEquals(
          pair[2],
          identity.store().getKey("server", identity.password().toCharArray()).getAlgorithm());
      assertEquals(List.of(), identity.warnings());
    }
  }

  private void assertRefused(String words, String certificate, String key) throws IOException {
    ServerSettings.Tls files = files(certificate, key);
    String problem =
        assertThrows(IllegalArgumentException.class, () -> ServerIdentity.read(files)).getMessage();
    assertTrue(problem.contains(words), problem);
  }

  @Test
  void whatDoesNotFitIsRefusedInWords() throws IOException {
    assertRefused("mixed up", "rsa-key.pem", "rsa-cert.pem");
    assertRefused("mixed up", "rsa-cert.pem", "rsa-cert.pem");
    assertRefused("openssl pkey -in", "rsa-cert.pem", "rsa-key-locked.pem");
    assertRefused("openssl pkey -in", "rsa-cert.pem", "rsa-key-locked1.pem");
    assertRefused("whose key is RSA", "rsa-cert.pem", "ec-key-sec1.pem");
    assertRefused("whose key is EC", "ec-cert.pem", "rsa-key.pem");
    assertRefused("does not belong", "other-cert.pem", "rsa-key.pem");
    assertRefused("is not a PEM file", "README", "rsa-key.pem");
  }

  @Test
  void aDamagedFileIsRefusedInWords() throws IOException {
    ServerSettings.Tls files = files("rsa-cert.pem", "rsa-key.pem");
    String good = Files.readString(files.certificate());
    for (String bad :
        List.of(
            "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            good.substring(0, good.length() / 2))) {
      Files.writeString(files.certificate(), bad);
      String problem =
          assertThrows(IllegalArgumentException.class, () -> ServerIdentity.read(files))
              .getMessage();
      assertTrue(problem.contains("rsa-cert.pem"), problem);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anOldCertificateAndAKeyForEveryoneAreWarnedAbout() throws IOException {
    ServerSettings.Tls files = files("old-cert.pem", "rsa-key.pem");
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
    List<String> warnings = ServerIdentity.read(files).warnings();
    assertEquals(2, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains("ended at"), warnings.get(0));
    assertTrue(warnings.get(1).contains("every user"), warnings.get(1));
  }

  @Test
  void changedFilesAreReadOnceTheyAreWhole() throws IOException {
    ServerSettings.Tls files = files("rsa-cert.pem", "rsa-key.pem");
    IdentityFiles looked = new IdentityFiles(files);
    assertEquals(Optional.empty(), looked.look());
    Files.copy(copy("ec-cert.pem"), replaced(files.certificate()));
    assertEquals(Optional.empty(), looked.look(), "the key may still come");
    Files.copy(copy("ec-key-sec1.pem"), replaced(files.key()));
    assertEquals(Optional.empty(), looked.look(), "it may be half of it");
    assertTrue(looked.look().isPresent());
    assertEquals(Optional.empty(), looked.look());
    Files.delete(files.key());
    assertEquals(Optional.empty(), looked.look());
    assertThrows(IOException.class, looked::look);
    assertEquals(Optional.empty(), looked.look(), "it is said once");
  }

  private static Path replaced(Path file) throws IOException {
    Files.delete(file);
    return file;
  }
}
