// A schema of its own on the PostgreSQL server at hand.
import { postgresServer } from '../../support/servers.js'

const server = postgresServer()
export const space = `paginate_runtime_${process.pid}`
export const settings = `-c search_path=${space}`
export const address = {
  host: server.host,
  port: server.port,
  user: server.username,
  password: server.password,
  database: server.database,
}
export const createSpace = `create schema "${space}"`
export const dropSpace = `drop schema if exists "${space}" cascade`
