package io.incrt.data.cache;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Disk;
import io.incrt.base.file.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The files of a cache that is being built: its blocks so far, and a journal of what was known when
 * some of them were written.
 */
final class UnfinishedCache {

  private final Path target;

  UnfinishedCache(Path target) {
    this.target = target;
  }

  Path building() {
    return target.resolveSibling(target.getFileName() + ".building");
  }

  private Path journal() {
    return target.resolveSibling(target.getFileName() + ".journal");
  }

  /** What an interrupted pass left behind, if it was over the same file. */
  Optional<CacheTail> left(String key, CacheSource source) throws IOException {
    if (!Files.exists(journal(), LinkOption.NOFOLLOW_LINKS)
        || !Files.exists(building(), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (FileChannel file =
        FileChannel.open(journal(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      CacheTail left = CacheTail.read(file, journal());
      boolean same =
          left.facts().key().equals(key)
              && left.facts().source().isUntouched(source)
              && Files.size(building()) >= left.table().end();
      return same ? Optional.of(left) : Optional.empty();
    } catch (CorruptFileException e) {
      return Optional.empty();
    }
  }

  /** Replaces the journal, and returns its bytes. */
  long writeJournal(CacheTail now) throws IOException {
    try {
      DurableFiles.write(journal(), out -> now.write(Channels.newChannel(out), 0));
    } catch (IOException e) {
      throw new NotWritten(target, e);
    }
    return Files.size(journal());
  }

  /** Gives the whole cache its name. */
  void publish() throws IOException {
    Disk.REAL.move(building(), target);
    Disk.REAL.sync(target.toAbsolutePath().getParent());
    Files.deleteIfExists(journal());
  }

  /** Leaves nothing. */
  void delete() throws IOException {
    Files.deleteIfExists(building());
    Files.deleteIfExists(journal());
  }

  /** A cache that cannot be written, told from data that cannot be read. */
  private static final class NotWritten extends IOException {
    private static final long serialVersionUID = 1;

    NotWritten(Path target, IOException e) {
      super(
          target
              + " could not be written: "
              + e.getMessage()
              + "; nothing of it is left; a cache takes about as many bytes as its data, --cache"
              + " puts it on another disk",
          e);
    }
  }

  /** A disk whose failures are told from those of reading. */
  WritableByteChannel telling(WritableByteChannel real) {
    return new WritableByteChannel() {
      @Override
      public int write(ByteBuffer bytes) throws IOException {
        try {
          return real.write(bytes);
        } catch (IOException e) {
          throw new NotWritten(target, e);
        }
      }

      @Override
      public boolean isOpen() {
        return real.isOpen();
      }

      @Override
      public void close() throws IOException {
        real.close();
      }
    };
  }
}
