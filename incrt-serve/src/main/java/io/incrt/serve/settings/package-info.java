/**
 * How a server behaves, as plain values that are checked. Nothing that acts on them may come in.
 */
package io.incrt.serve.settings;
