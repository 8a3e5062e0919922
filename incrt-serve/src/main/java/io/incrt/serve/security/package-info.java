/**
 * What keeps strangers out: the token, the certificate and its key, and an eye on connections whose
 * headers never end. What a route is, or a record, may not come in.
 */
package io.incrt.serve.security;
