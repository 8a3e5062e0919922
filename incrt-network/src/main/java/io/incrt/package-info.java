/**
 * The API for programs: {@link io.incrt.Incrt} trains, loads, predicts, evaluates and explains;
 * {@link io.incrt.Training} has every option, {@link io.incrt.Records} says where records come
 * from, {@link io.incrt.TrainingListener} hears what happens. The packages below implement it.
 * Every public method refuses null in words, unless it says that it takes it.
 *
 * <p>More than 20 classes, since a program is to find all it needs in one place.
 */
package io.incrt;
