/**
 * Reasons to grow and prune: the rules, what they see of a layer and of the network, and the
 * decisions they come to. A rule never sees a tensor and carries nothing out itself; who asks the
 * rules, and when, is the {@code homeostat}'s business.
 */
package io.incrt.geometry.growth;
