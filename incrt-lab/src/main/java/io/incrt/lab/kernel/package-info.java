/** The tangent kernel of a head, against the operator the head was born on (thm:ntk). */
package io.incrt.lab.kernel;
