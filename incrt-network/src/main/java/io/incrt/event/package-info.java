/**
 * The events of a run: growth, validations, moments, the certificate. Plain records named as in the
 * files of a model's folder; writing, drawing and printing them is done elsewhere.
 */
package io.incrt.event;
