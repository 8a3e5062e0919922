package io.incrt.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A process that speaks the peer's protocol and trains nothing. */
public final class FakePeer {

  private FakePeer() {}

  /** Takes how to behave: well, without PyTorch, or to answer nonsense or nothing. */
  public static void main(String[] args) throws IOException {
    if (args[0].equals("missing")) {
      System.out.println("{\"error\": \"this Python has no PyTorch\"}");
      return;
    }
    System.out.println("{\"torch\": \"0.0-fake\", \"threads\": 1}");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (args[0].equals("nonsense")) {
        System.out.println("Segmentation fault");
      } else if (args[0].equals("gone")) {
        return;
      } else {
        // The number of heads comes back as the time, so that the question is seen to arrive.
        String heads = line.replaceAll(".*\"heads\":(\\d+).*", "$1");
        System.out.println(
            "{\"milliseconds\": [" + heads + "], \"residentBefore\": 10, \"residentPeak\": 35}");
      }
    }
  }
}
