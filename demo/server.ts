// `GET /cities` and the explorer, on Node's own HTTP server: fetch handlers behind a small adapter.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { CityService } from './city-service.js'

/** @param service - the cities, or undefined while they are being loaded */
export function cityServer(service: () => CityService | undefined, reportError: (error: unknown) => void): Server {
  return createServer((incoming, outgoing) => {
    answer(service(), incoming)
      .catch((error: unknown) => {
        reportError(error)
        return problem(500, 'Internal Server Error')
      })
      .then((response) => send(response, incoming, outgoing))
      .catch(reportError)
  })
}

async function answer(service: CityService | undefined, incoming: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = incoming
  const path = url.split('?', 1)[0]
  if (path !== '/cities' && path !== '/') return problem(404, 'Not Found', 'The demo serves GET / and GET /cities.')
  if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Method Not Allowed', undefined, { allow: 'GET, HEAD' })
  if (service === undefined) {
    // A browser that is early comes back by itself.
    return problem(503, 'Service Unavailable', 'The cities are still being loaded.', { 'retry-after': '5', refresh: '2' })
  }
  const request = new Request(`http://localhost${url}`, { method })
  return path === '/' ? service.explorer(request) : indented(await service.list(request))
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = incoming.method === 'HEAD' ? undefined : await response.text()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
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
