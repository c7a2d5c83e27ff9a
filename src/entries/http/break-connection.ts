// Add-on http: the end of a file that is not whole.

/** Node's `ServerResponse`, as far as it is used here; the one of HTTP/2 has a stream of its own. */
interface NodeResponse {
  readonly closed?: boolean
  readonly once?: (event: 'close', listener: () => void) => unknown
  readonly stream?: { readonly closed?: boolean; readonly close?: (code: number) => void } | null
  readonly socket?: { readonly resetAndDestroy?: () => void } | null
}

/** RFC 9113, 7: INTERNAL_ERROR. */
const HTTP2_INTERNAL_ERROR = 2

/**
 * Resets the connection of a response that failed in its middle, over HTTP/2 its stream. In HTTP/1.0, which proxies
 * speak to their upstreams by default, the end of the connection is the end of the body, so without a reset half a file
 * arrives as a whole one. Without a TCP socket (TLS, a Unix socket, another runtime), the server ends the response in
 * its own way.
 */
export function breakConnection(response: unknown): void {
  const { socket, stream } = Object(response) as NodeResponse
  if (stream !== undefined) return stream?.close?.(HTTP2_INTERNAL_ERROR)
  try {
    socket?.resetAndDestroy?.()
  } catch {
    // Not a TCP socket.
  }
}

/** Calls `run` when Node's response has ended, by its own end or with its connection; at once if it already has. */
export function whenClosed(response: unknown, run: () => void): void {
  const { closed, stream } = Object(response) as NodeResponse
  if (closed === true || stream?.closed === true) run()
  else (Object(response) as NodeResponse).once?.('close', run)
}

/** The response that `@hono/node-server` hands to a fetch handler after the request. */
export function nodeResponse(environments: readonly unknown[]): unknown {
  return environments
    .map((given) => (Object(given) as { readonly outgoing?: unknown }).outgoing)
    .find((outgoing) => outgoing !== undefined)
}
