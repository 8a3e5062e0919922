/**
 * The command {@code java -jar incrt-lite.jar}: records in, a table of answers out. The only place
 * of the module that prints.
 */
package io.incrt.lite.command;
