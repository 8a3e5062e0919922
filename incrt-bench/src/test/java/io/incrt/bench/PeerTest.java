package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.bench.measure.MeasuredSteps.Size;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerTest {

  private static final Size SIZE = new Size(16, 16, 7, 8, 2);

  static List<String> fake(String behaviour) {
    return ProcessParts.java(FakePeer.class.getName(), behaviour);
  }

  @Test
  void aPeerIsAskedForOneStepAfterTheOther() throws IOException {
    try (Peer peer = Peer.start(fake("well"))) {
      assertEquals("PyTorch 0.0-fake", peer.name());
      assertEquals(7, peer.step(SIZE));
      assertEquals(3, peer.step(new Size(16, 16, 3, 8, 2)));
      assertEquals(25, peer.memory(SIZE, 2));
    }
  }

  @Test
  void aPeerThatComputesSomethingElseIsRefused() throws IOException {
    try (Peer peer = Peer.start(fake("well"))) {
      IOException refused = assertThrows(IOException.class, () -> PeerCheck.require(peer));
      assertTrue(refused.getMessage().contains("its outputs differ"), refused.getMessage());
    }
  }

  @Test
  void aPythonWithoutPyTorchSaysSo() {
    Peer.MissingException missing =
        assertThrows(Peer.MissingException.class, () -> Peer.start(fake("missing")));
    assertEquals("this Python has no PyTorch", missing.getMessage());
  }

  @Test
  void aCommandThatDoesNotExistIsNamed() {
    Peer.MissingException missing =
        assertThrows(
            Peer.MissingException.class, () -> Peer.start(List.of("no-such-python", "x.py")));
    assertTrue(missing.getMessage().contains("no-such-python"), missing.getMessage());
  }

  @Test
  void anAnswerThatIsNotJsonIsQuoted() throws IOException {
    try (Peer peer = Peer.start(fake("nonsense"))) {
      IOException failure = assertThrows(IOException.class, () -> peer.step(SIZE));
      assertTrue(failure.getMessage().contains("Segmentation fault"), failure.getMessage());
    }
  }

  @Test
  void aPeerThatEndsIsAnError() throws IOException {
    try (Peer peer = Peer.start(fake("gone"))) {
      assertThrows(IOException.class, () -> peer.step(SIZE));
    }
  }
}
