// A proxy between a driver and PostgreSQL, and the drivers, for parts that look at the network.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import { openPool, openPostgresJs, postgresAddress } from './data/postgres.mjs'

const opening = (connect, drizzle) => (options) => {
  const client = connect(options)
  return { db: drizzle({ client }), close: () => client.end() }
}
export const drivers = {
  'node-postgres': opening(openPool, drizzlePg),
  'postgres.js': opening(openPostgresJs, drizzlePostgresJs),
}

/**
 * @param {() => { fromClient?: (data: Buffer) => void, fromServer?: (data: Buffer, send: () => void) => void }} watch
 * what each connection is watched by: `fromServer` sends an answer on when it is time
 */
export async function proxyToPostgres(watch) {
  const sockets = new Set()
  const server = createServer((client) => {
    const { fromClient, fromServer = (_, send) => send() } = watch()
    const upstream = connect({ host: postgresAddress.host, port: postgresAddress.port, noDelay: true })
    client.setNoDelay(true)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (data) => {
      fromClient?.(data)
      upstream.write(data)
    })
    upstream.on('data', (data) => fromServer(data, () => client.write(data)))
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: { host: '127.0.0.1', port: server.address().port },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
