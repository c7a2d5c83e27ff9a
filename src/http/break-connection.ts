// Add-on http: the end of a file that is not whole.

/**
 * Node's `ServerResponse`, as far as it is used here; the one of HTTP/2 has a stream of its own, which its reset ends.
 */
interface NodeResponse {
  readonly stream?: unknown
  readonly socket?: { readonly resetAndDestroy?: () => void } | null
}

/**
 * Resets the connection of a response that failed in its middle. To HTTP/1.0, which proxies speak to their upstreams by
 * default, the end of a connection is the end of a body: without a reset half a file arrives as a whole one. Where
 * there is no TCP socket (TLS, a Unix socket, another runtime) the server ends the response as it does.
 */
export function breakConnection(response: unknown): void {
  const { socket, stream } = Object(response) as NodeResponse
  if (stream !== undefined) return
  try {
    socket?.resetAndDestroy?.()
  } catch {
    // Not a TCP socket.
  }
}

/** The response that `@hono/node-server` hands to a fetch handler after the request. */
export function nodeResponse(environments: readonly unknown[]): unknown {
  return environments
    .map((given) => (Object(given) as { readonly outgoing?: unknown }).outgoing)
    .find((outgoing) => outgoing !== undefined)
}
