/**
 * The page to try a model: HTML, style and script as they are sent, and the handler that sends
 * them. It knows the server's addresses only as any other client does; nothing of models or of
 * answering requests may come in.
 */
package io.incrt.serve.page;
