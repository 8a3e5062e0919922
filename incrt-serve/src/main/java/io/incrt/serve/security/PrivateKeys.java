package io.incrt.serve.security;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Set;

/**
 * Private keys in PEM files: PKCS#8, and what openssl wrote before that (PKCS#1 for RSA, SEC 1 for
 * elliptic curves), which Java takes once it is wrapped as PKCS#8.
 */
final class PrivateKeys {

  private static final String PKCS8 = "PRIVATE KEY";
  private static final String PKCS8_ENCRYPTED = "ENCRYPTED PRIVATE KEY";
  private static final String PKCS1 = "RSA PRIVATE KEY";
  private static final String SEC1 = "EC PRIVATE KEY";
  private static final Set<String> KEYS = Set.of(PKCS8, PKCS8_ENCRYPTED, PKCS1, SEC1);

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int OBJECT = 0x06;
  private static final int CURVE = 0xa0;
  private static final byte[] VERSION_0 = {2, 1, 0};

  /** rsaEncryption, 1.2.840.113549.1.1.1, with its empty parameters. */
  private static final byte[] RSA = {
    0x30,
    0x0d,
    0x06,
    0x09,
    0x2a,
    (byte) 0x86,
    0x48,
    (byte) 0x86,
    (byte) 0xf7,
    0x0d,
    0x01,
    0x01,
    0x01,
    0x05,
    0x00
  };

  /** id-ecPublicKey, 1.2.840.10045.2.1. */
  private static final byte[] EC = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

  private PrivateKeys() {}

  /** The key in a file, for a certificate whose key is of an algorithm. */
  static PrivateKey read(Path file, String algorithm) throws IOException {
    PemFile pem = PemFile.read(file);
    PemFile.Block block =
        pem.blocks().stream()
            .filter(one -> KEYS.contains(one.type()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        file
                            + " holds no private key, but: "
                            + pem.types()
                            + (pem.of(ServerIdentity.CERTIFICATE).isEmpty()
                                ? ""
                                : "; were --tls-cert and --tls-key mixed up?")));
    if (block.encrypted() || block.type().equals(PKCS8_ENCRYPTED)) {
      throw new IllegalArgumentException(
          "the key in "
              + file
              + " is locked by a passphrase, which a server has nobody to ask for; openssl pkey -in "
              + file
              + " -out plain.pem unlocks it");
    }
    try {
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(pkcs8(block)));
    } catch (GeneralSecurityException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "the key in " + file + " is not one for the certificate, whose key is " + algorithm, e);
    }
  }

  private static byte[] pkcs8(PemFile.Block block) {
    return switch (block.type()) {
      case PKCS1 -> der(SEQUENCE, VERSION_0, RSA, der(OCTETS, block.der()));
      case SEC1 ->
          der(
              SEQUENCE,
              VERSION_0,
              der(SEQUENCE, der(OBJECT, EC), curve(block.der())),
              der(OCTETS, block.der()));
      default -> block.der();
    };
  }

  /** A value of DER, which is its type, its length and its content. */
  private static byte[] der(int type, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(type);
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  /** The name of the curve: SEC 1 has version, secret and then, marked by 0xa0, the curve. */
  private static byte[] curve(byte... sec1) {
    int at = content(sec1, 0);
    while (at < sec1.length) {
      int from = content(sec1, at);
      int to = from + length(sec1, at);
      if ((sec1[at] & 0xff) == CURVE) {
        return java.util.Arrays.copyOfRange(sec1, from, to);
      }
      at = to;
    }
    throw new IllegalArgumentException(
        "the key of elliptic curves does not say which curve; openssl pkcs8 -topk8 -nocrypt turns it"
            + " into one that does");
  }

  /** Where the content of the value at a place begins. */
  private static int content(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
  }

  private static int length(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    if (length < 0x80) {
      return length;
    }
    int value = 0;
    for (int i = 0; i < (length & 0x7f); i++) {
      value = value << 8 | (der[at + 2 + i] & 0xff);
    }
    return value;
  }
}
