/**
 * Bad days, many of them: kills, full disks, damaged folders, closed pipes, crowds. Every fault is
 * met through the commands or the library as a user would meet it, and what comes out is held
 * against a reference.
 */
package io.incrt.fuzz.campaign;
