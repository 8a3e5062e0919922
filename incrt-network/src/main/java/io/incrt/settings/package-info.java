/**
 * Typed, named, range-checked settings of a run, and changing them by name. Values only: nothing
 * here acts on them.
 */
package io.incrt.settings;
