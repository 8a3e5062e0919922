package io.incrt.serve.security;

import io.incrt.serve.settings.ServerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a server shows of itself over TLS: its certificate with those that vouch for it, and the key
 * that belongs to it.
 *
 * @param store both, as Java's TLS takes them
 * @param password of the store, which is never written anywhere
 * @param warnings what is unwise about the files, each in one line
 */
public record ServerIdentity(KeyStore store, String password, List<String> warnings) {

  static final String CERTIFICATE = "CERTIFICATE";

  private static final String PASSWORD = "in memory";
  private static final byte[] PROBE = {1, 2, 3};
  private static final Map<String, String> SIGNATURES =
      Map.of(
          "RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA", "Ed25519", "Ed25519");

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException if they are not what is needed, in words that help
   */
  public static ServerIdentity read(ServerSettings.Tls files) throws IOException {
    List<Certificate> chain = chain(files.certificate());
    X509Certificate own = (X509Certificate) chain.get(0);
    String algorithm = own.getPublicKey().getAlgorithm();
    PrivateKey key = PrivateKeys.read(files.key(), algorithm);
    try {
      requirePair(key, own, files);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", key, PASSWORD.toCharArray(), chain.toArray(Certificate[]::new));
      return new ServerIdentity(store, PASSWORD, warnings(own, files));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the certificate in "
              + files.certificate()
              + " and the key in "
              + files.key()
              + " cannot be used: "
              + e.getMessage(),
          e);
    }
  }

  private static List<Certificate> chain(Path file) throws IOException {
    PemFile pem = PemFile.read(file);
    List<Certificate> chain = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (PemFile.Block block : pem.of(CERTIFICATE)) {
        chain.add(factory.generateCertificate(new ByteArrayInputStream(block.der())));
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          file + " holds a certificate that cannot be read: " + e.getMessage(), e);
    }
    if (chain.isEmpty()) {
      throw new IllegalArgumentException(
          file
              + " holds no certificate, but: "
              + pem.types()
              + "; were --tls-cert and --tls-key mixed up?");
    }
    return chain;
  }

  /** What the key signs, the certificate must confirm. */
  private static void requirePair(PrivateKey key, X509Certificate own, ServerSettings.Tls files)
      throws GeneralSecurityException {
    String algorithm = own.getPublicKey().getAlgorithm();
    Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(algorithm, algorithm));
    signature.initSign(key);
    signature.update(PROBE);
    byte[] signed = signature.sign();
    signature.initVerify(own.getPublicKey());
    signature.update(PROBE);
    boolean pair;
    try {
      pair = signature.verify(signed);
    } catch (GeneralSecurityException e) {
      pair = false;
    }
    if (!pair) {
      throw new IllegalArgumentException(
          "the key in "
              + files.key()
              + " does not belong to the first certificate in "
              + files.certificate()
              + "; the server's own certificate comes first, then those that vouch for it");
    }
  }

  private static List<String> warnings(X509Certificate own, ServerSettings.Tls files)
      throws IOException {
    List<String> warnings = new ArrayList<>();
    Instant now = Instant.now();
    if (own.getNotAfter().toInstant().isBefore(now)) {
      warnings.add(
          "the certificate in "
              + files.certificate()
              + " ended at "
              + own.getNotAfter().toInstant()
              + "; clients will refuse it");
    } else if (own.getNotBefore().toInstant().isAfter(now)) {
      warnings.add(
          "the certificate in "
              + files.certificate()
              + " begins at "
              + own.getNotBefore().toInstant()
              + " only; clients will refuse it until then");
    }
    if (BearerToken.isReadByOthers(files.key())) {
      warnings.add(
          "every user of this machine can read the key in "
              + files.key()
              + "; chmod 600 keeps it to you");
    }
    return warnings;
  }
}
