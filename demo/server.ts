// The lists, their export and the explorers, on Node's own HTTP server: fetch handlers behind a small adapter.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type CityHandlers, paths } from './city-handlers.js'
import type { CityService } from './city-service.js'

/** @param service - the cities, or undefined while they are being loaded */
export function cityServer(service: () => CityService | undefined, reportError: (error: unknown) => void): Server {
  return createServer((incoming, outgoing) => {
    answer(service(), incoming, outgoing)
      .catch((error: unknown) => {
        reportError(error)
        return problem(500, 'Internal Server Error')
      })
      .then((response) => send(response, incoming, outgoing))
      .catch((error: unknown) => {
        // A client that left while a file was sent has asked for no more.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') reportError(error)
      })
  })
}

const isServed = (path: string | undefined): path is keyof CityHandlers => paths.some((other) => other === path)

/** What a web `Request` has besides: the headers, and that the client has gone. */
function received({ headers }: IncomingMessage, outgoing: ServerResponse): { signal: AbortSignal; headers: Headers } {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) sent.append(name, one)
  return { signal: left.signal, headers: sent }
}

async function answer(
  service: CityService | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  const { method = 'GET', url = '/' } = incoming
  const path = url.split('?', 1)[0]
  if (!isServed(path))
    return problem(404, 'Not Found', `The demo serves ${paths.map((other) => `GET ${other}`).join(', ')}.`)
  if (method !== 'GET' && method !== 'HEAD')
    return problem(405, 'Method Not Allowed', undefined, { allow: 'GET, HEAD' })
  if (service === undefined) {
    // A browser that is early comes back by itself.
    return problem(503, 'Service Unavailable', 'The cities are still being loaded.', {
      'retry-after': '5',
      refresh: '2',
    })
  }
  const { signal, headers } = received(incoming, outgoing)
  const response = await service.handlers[path](new Request(`http://localhost${url}`, { method, headers, signal }))
  return /^\/(?:cities(?:\/scroll)?|countries)$/.test(path) && response.headers.get('content-type')?.includes('json')
    ? indented(response)
    : response
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (incoming.method === 'HEAD' || response.body === null) return void outgoing.end()
  // As fast as the client takes it: a file is never held as a whole.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
}

/** Since people read it. */
async function indented(response: Response): Promise<Response> {
  const text = await response.text()
  return new Response(text === '' ? null : `${JSON.stringify(JSON.parse(text), null, 2)}\n`, response)
}

/** RFC 9457. */
function problem(status: number, title: string, detail?: string, headers: Record<string, string> = {}): Response {
  const body = { type: 'about:blank', title, status, ...(detail === undefined ? {} : { detail }) }
  const type = 'application/problem+json; charset=utf-8'
  return new Response(`${JSON.stringify(body, null, 2)}\n`, { status, headers: { ...headers, 'content-type': type } })
}
