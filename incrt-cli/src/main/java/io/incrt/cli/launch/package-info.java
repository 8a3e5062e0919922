/**
 * Several processes that train one network: how one of them joins the others, and how they are
 * started and watched over on one machine. Knows processes and their environment, and nothing of
 * training.
 */
package io.incrt.cli.launch;
