// Add-on explorer: the page on Node's own server, and so in Express, Fastify and NestJS.
import { whenClosed } from '../http/break-connection.js'
import { errorOf } from '../http/list-answer.js'
import { explorerHandler, type ExplorerOptions } from './explorer-handler.js'

/** Node's `IncomingMessage`, and the requests of Express, Fastify and NestJS, by what is read of them. */
export interface NodeExplorerRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly originalUrl?: string | undefined
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/** Node's `ServerResponse`, and so Express's response. */
export interface NodeExplorerResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

export interface FastifyExplorerReply {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

/** A handler for Node's server, an Express route or middleware, and a Fastify route. */
export type NodeExplorer = (
  request: NodeExplorerRequest,
  response: NodeExplorerResponse | FastifyExplorerReply,
  next?: (error?: unknown) => void,
) => Promise<void>

/**
 * Makes the page of `explorerHandler` for Node's servers. Options that are functions get a web `Request` with the
 * headers of the server's request.
 *
 * @throws (the handler rejects with, or gives to `next`) whatever an option that is a function throws
 * @example
 * ```ts
 * const explorer = nodeExplorerHandler({ db, config: articleList, path: '/articles' })
 * app.get('/explorer', explorer) // Express, and Fastify
 * app.use('/explorer', explorer) // NestJS, on Express
 * ```
 * @see explorerHandler for fetch-style servers
 */
export function nodeExplorerHandler(options: ExplorerOptions): NodeExplorer {
  const explorer = explorerHandler(options)
  return async (request, response, next) => {
    try {
      const answer = await explorer(webRequest(request, leaving(response)))
      const body = await answer.text()
      if ('end' in response) {
        response.statusCode = answer.status
        answer.headers.forEach((value, name) => void response.setHeader(name, value))
        response.end(body)
      } else {
        response.code(answer.status)
        answer.headers.forEach((value, name) => void response.header(name, value))
        response.send(body)
      }
    } catch (error) {
      // Fastify gives no third argument, and waits for the promise.
      if (typeof next !== 'function') throw error
      next(errorOf(error, 'The explorer'))
    }
  }
}

/** Aborted when the connection closes: a request that is cancelled in the page sends no further statement. */
function leaving(response: object): AbortSignal {
  const left = new AbortController()
  const { raw = response } = response as { readonly raw?: object }
  whenClosed(raw, () => left.abort())
  return left.signal
}

function webRequest({ method = 'GET', url, originalUrl, headers }: NodeExplorerRequest, signal: AbortSignal): Request {
  const target = originalUrl ?? url ?? ''
  const question = target.indexOf('?')
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has its own, `:path` among them.
    if (value !== undefined && !name.startsWith(':')) for (const one of [value].flat()) sent.append(name, one)
  }
  // Only the query string is read. A web `Request` cannot have the methods CONNECT and TRACE; the page rejects all but
  // two.
  return new Request(`http://localhost/${question === -1 ? '' : target.slice(question)}`, {
    method: method === 'GET' || method === 'HEAD' ? method : 'POST',
    headers: sent,
    signal,
  })
}
