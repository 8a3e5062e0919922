/** Small programs that use the library as yours would: through {@link io.incrt.Incrt} alone. */
package io.incrt.examples;
