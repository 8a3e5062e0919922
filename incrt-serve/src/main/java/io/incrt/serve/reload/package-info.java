/**
 * The folders of models, looked at while they are served: what has changed is loaded and takes the
 * place of what was there. Knows nothing of HTTP.
 */
package io.incrt.serve.reload;
