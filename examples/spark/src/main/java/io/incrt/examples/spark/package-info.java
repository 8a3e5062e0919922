/** A job for Apache Spark, as yours would be: through {@link io.incrt.spark.IncrtModel} alone. */
package io.incrt.examples.spark;
