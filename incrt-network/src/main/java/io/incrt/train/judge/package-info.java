/**
 * What networks say of records that no gradient sees, and what that says of their parts. Knows
 * networks and records, and nothing of steps or growth.
 */
package io.incrt.train.judge;
