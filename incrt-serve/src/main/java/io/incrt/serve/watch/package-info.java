/**
 * The page of a run that goes on, served: finds the run in a folder, follows its log, sends the
 * page. How the page looks is known to incrt-report alone; nothing of models may come in.
 */
package io.incrt.serve.watch;
