package io.incrt.serve.watch;

import io.incrt.base.file.CorruptFileException;
import io.incrt.event.LiveLine;
import io.incrt.report.live.LiveRun;
import io.incrt.report.live.LiveView;
import io.incrt.store.LiveFollower;
import io.incrt.store.LiveLog;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The run in a folder, as often as one looks: one that begins later, goes on, is replaced by
 * another, or one of several whose folders are inside. Of one thread at a time.
 */
final class WatchedRun {

  private static final String ONE_OF_SEVERAL = "{seed,fold}-*";

  private final Path folder;
  private final String name;
  private final Instant notBefore;
  private Path followed;
  private LiveFollower follower;
  private LiveRun run = new LiveRun();
  private boolean earlier;
  private Instant heardAt = Instant.MIN;
  private Instant lookedAt = Instant.MIN;
  private FileTime damagedAt;
  private Optional<String> trouble = Optional.empty();

  /**
   * The run in a folder.
   *
   * @param notBefore a run that began before is not the one that is meant: it is waited for another
   */
  WatchedRun(Path folder, Instant notBefore) {
    this.folder = folder;
    this.name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    this.notBefore = notBefore;
  }

  /** The run as it is now. */
  LiveView look(Instant now) {
    try {
      follow(newest());
      trouble = Optional.empty();
      FileTime changed = followed == null ? null : changed(followed);
      if (changed == null) {
        forget();
      } else if (!changed.equals(damagedAt)) {
        hear(now);
      } else {
        trouble = Optional.of("Its " + LiveLog.NAME + " is damaged, so it cannot be followed.");
      }
    } catch (NoSuchFileException e) {
      forget();
    } catch (NotDirectoryException e) {
      trouble = Optional.of("There is a file where its folder should be.");
    } catch (AccessDeniedException e) {
      trouble = Optional.of("It may not be read by the user who serves this page.");
    } catch (CorruptFileException e) {
      trouble = Optional.of(e.getMessage());
      damaged();
    } catch (IOException e) {
      trouble = Optional.of("It cannot be read: " + e.getMessage());
    }
    lookedAt = now;
    boolean one = followed == null || followed.equals(folder);
    Duration quiet = Duration.between(heardAt.equals(Instant.MIN) ? now : heardAt, now);
    return new LiveView(
        one ? name : name + ", " + followed.getFileName().toString().replace('-', ' '),
        earlier ? new LiveRun() : run,
        quiet,
        trouble);
  }

  /** What was read of a damaged log is worth nothing; it is read again once it has changed. */
  private void damaged() {
    try {
      damagedAt = changed(followed);
    } catch (IOException e) {
      damagedAt = null;
    }
    follower = new LiveFollower(followed);
  }

  private void forget() {
    run = new LiveRun();
    heardAt = Instant.MIN;
    earlier = false;
    follower = followed == null ? null : new LiveFollower(followed);
  }

  private void hear(Instant now) throws IOException {
    damagedAt = null;
    LiveFollower.News news = follower.poll();
    if (news.anew()) {
      run = new LiveRun();
      heardAt = Instant.MIN;
    }
    run.hear(news.lines());
    if (!news.lines().isEmpty()) {
      // Clocks of two machines may differ, but a line that is new was written since the last look.
      Instant said = run.lineAt().orElse(now);
      Instant since = news.anew() || said.isAfter(lookedAt) ? said : lookedAt;
      heardAt = since.isAfter(now) ? now : since;
    }
    earlier =
        run.begun().map(LiveLine.Begun::at).isPresent()
            && run.begunAt().map(at -> at.isBefore(notBefore)).orElse(false);
  }

  private void follow(Path next) {
    if (next != null && !next.equals(followed)) {
      followed = next;
      damagedAt = null;
      forget();
    }
  }

  /** The folder whose log was written last: of several runs that which goes on. */
  private Path newest() throws IOException {
    Path newest = folder;
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, ONE_OF_SEVERAL)) {
      FileTime last = changed(folder);
      for (Path one : inside) {
        FileTime changed = changed(one);
        if (changed != null && (last == null || changed.compareTo(last) > 0)) {
          newest = one;
          last = changed;
        }
      }
    }
    return newest;
  }

  /** When the log in a folder was written last; null if there is none. */
  private static FileTime changed(Path run) throws IOException {
    try {
      return Files.getLastModifiedTime(run.resolve(LiveLog.NAME), LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
