// `GET /cities` on Node's own HTTP server.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { PaginateQueryError } from 'drizzle-paginate'
import type { CityService } from './city-service.js'

/** @param service - the cities, or undefined while they are being loaded */
export function cityServer(service: () => CityService | undefined, reportError: (error: unknown) => void): Server {
  return createServer((request, response) => {
    answer(service(), request, response).catch((error: unknown) => {
      reportError(error)
      problem(response, { title: 'Internal Server Error', status: 500 })
    })
  })
}

async function answer(service: CityService | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/'
  if (url.split('?', 1)[0] !== '/cities') {
    return problem(response, { title: 'Not Found', status: 404, detail: 'The demo serves GET /cities.' })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return problem(response, { title: 'Method Not Allowed', status: 405 })
  }
  if (service === undefined) {
    response.setHeader('retry-after', '5')
    return problem(response, { title: 'Service Unavailable', status: 503, detail: 'The cities are still being loaded.' })
  }
  try {
    send(response, 200, 'application/json', await service.list(request))
  } catch (error) {
    if (!(error instanceof PaginateQueryError)) throw error
    const { status, message, code, parameter } = error
    problem(response, { title: 'Bad Request', status, detail: message, code, parameter })
  }
}

interface Problem {
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly code?: string
  readonly parameter?: string
}

/** RFC 9457. */
function problem(response: ServerResponse, members: Problem): void {
  send(response, members.status, 'application/problem+json', { type: 'about:blank', ...members })
}

/** Indented, since people read it. */
function send(response: ServerResponse, status: number, type: string, body: object): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(`${JSON.stringify(body, null, 2)}\n`)
}
