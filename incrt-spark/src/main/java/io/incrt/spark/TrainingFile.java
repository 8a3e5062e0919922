package io.incrt.spark;

import io.incrt.data.cache.CachePlan;
import io.incrt.data.cache.CachedRecords;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Writes a table as one file of training records, JSON lines under gzip, which {@code incrt train
 * --data} reads; where it is larger than memory, {@code train} makes a token cache of it in one
 * pass. Executors write and pack the rows; the driver only puts their parts together, since several
 * streams of gzip one after the other are one.
 *
 * <pre>{@code
 * TrainingFile.of("body", "topic").write(mails, "hdfs:///mails.jsonl.gz");
 * }</pre>
 *
 * @param text the column of texts or sequences, strings
 * @param label the column of their classes
 * @param others columns to keep besides, such as a group that must not be divided
 */
public record TrainingFile(String text, String label, List<String> others) {

  private static final int PIECE = 1 << 20;

  /** Copies what is given. */
  public TrainingFile {
    others = List.copyOf(others);
  }

  /** Of these columns, and others to keep besides. */
  public static TrainingFile of(String text, String label, String... others) {
    return new TrainingFile(text, label, Arrays.asList(others));
  }

  /**
   * Writes the file, or nothing.
   *
   * @param file on any file system that Hadoop knows; its name should end in {@code .jsonl.gz}
   * @return how many records there are
   * @throws IllegalArgumentException if a column is not there, or rows have no text or no label
   * @throws IOException if the file is there already
   */
  public long write(Dataset<?> table, String file) throws IOException {
    List<String> names = Arrays.asList(table.columns());
    List<Column> columns = new ArrayList<>();
    for (String other : others) {
      columns.add(column(names, other).as(other));
    }
    columns.add(column(names, text).cast("string").as("text"));
    columns.add(column(names, label).cast("string").as("label"));
    Configuration hadoop = table.sparkSession().sparkContext().hadoopConfiguration();
    Path target = new Path(file);
    FileSystem system = target.getFileSystem(hadoop);
    if (system.exists(target)) {
      throw new IOException(file + " is there already; delete it, or give another name");
    }
    long records = requireWhole(table, names);
    Path parts = new Path(target.getParent(), "." + target.getName() + ".parts");
    try {
      table
          .select(functions.to_json(functions.struct(columns.toArray(Column[]::new))).as("value"))
          .write()
          .option("compression", "gzip")
          .text(parts.toString());
      Path whole = new Path(parts, "whole");
      join(system, parts, whole);
      if (!system.rename(whole, target)) {
        throw new IOException(file + " could not be given its name; see who else writes to it");
      }
    } finally {
      system.delete(parts, true);
    }
    return records;
  }

  /**
   * Writes the file on this machine, and the token cache that {@code incrt train --data FILE
   * --cache FOLDER} would make of it, so that training begins at once.
   *
   * @param folder where caches are
   * @return how many records there are
   */
  public long writeWithCache(Dataset<?> table, java.nio.file.Path file, java.nio.file.Path folder)
      throws IOException {
    long records = write(table, file.toAbsolutePath().toUri().toString());
    ReadOptions options = ReadOptions.defaults();
    // As train plans it: the kind is detected, and some records are held out to validate on.
    CachePlan plan = new CachePlan(file, folder, options, Optional.empty(), true);
    CachedRecords.build(plan, new RecordReader(options));
    return records;
  }

  private static Column column(List<String> names, String name) {
    if (!names.contains(name)) {
      throw new IllegalArgumentException("there is no column '" + name + "'; there are " + names);
    }
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** Rows that training could not use would end it at the first of them. */
  private long requireWhole(Dataset<?> table, List<String> names) {
    Column noText = functions.trim(functions.coalesce(text(names), functions.lit(""))).equalTo("");
    Column noLabel = column(names, label).isNull();
    Row counts =
        table
            .agg(
                functions.count(functions.lit(1)),
                functions.count_if(noText),
                functions.count_if(noLabel))
            .head();
    if (counts.getLong(1) > 0 || counts.getLong(2) > 0) {
      throw new IllegalArgumentException(
          "of "
              + counts.getLong(0)
              + " rows "
              + counts.getLong(1)
              + " have no text ("
              + text
              + ") and "
              + counts.getLong(2)
              + " no label ("
              + label
              + "); leave them out first");
    }
    return counts.getLong(0);
  }

  private Column text(List<String> names) {
    return column(names, text).cast("string");
  }

  private static void join(FileSystem system, Path parts, Path whole) throws IOException {
    FileStatus[] written = system.listStatus(parts, path -> path.getName().startsWith("part-"));
    Arrays.sort(written, Comparator.comparing(status -> status.getPath().getName()));
    byte[] piece = new byte[PIECE];
    try (FSDataOutputStream out = system.create(whole, false)) {
      for (FileStatus part : written) {
        try (FSDataInputStream in = system.open(part.getPath())) {
          for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            out.write(piece, 0, length);
          }
        }
      }
    }
  }
}
