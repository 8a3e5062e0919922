/**
 * A trained model on Apache Spark: {@link io.incrt.spark.IncrtModel} is a Transformer of Spark ML
 * that predicts by {@code io.incrt.lite}. Spark and Hadoop stay in here, libtorch does not come in:
 * executors need nothing but Java.
 */
package io.incrt.spark;
