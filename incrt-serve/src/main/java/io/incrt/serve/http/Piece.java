package io.incrt.serve.http;

import io.incrt.serve.request.Entry;
import java.util.List;

/** Lines that were asked together, and what is written for them once that is known. */
final class Piece {

  final List<Entry> entries;
  byte[] written;

  Piece(List<Entry> entries) {
    this.entries = entries;
  }
}
