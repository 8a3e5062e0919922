/**
 * What {@code incrt serve} can be told, and what that means. The command itself is a room above;
 * nothing here answers requests.
 */
package io.incrt.cli.serve;
