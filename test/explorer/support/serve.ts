// A fetch handler on a free port of this machine, at every path.
import { serve as serveFetch } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served {
  readonly origin: string
  close(): Promise<void>
}

export function serve(fetch: (request: Request) => Promise<Response>): Promise<Served> {
  return new Promise((resolve) => {
    const server = serveFetch({ fetch, port: 0, hostname: '127.0.0.1' }, () => {
      const { port } = server.address() as AddressInfo
      resolve({
        origin: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    }) as Server
  })
}
