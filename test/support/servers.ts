// Where the servers of `npm run test:servers` are; the environment may say otherwise.

export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly database: string
}

const read = (prefix: string, port: number, username: string): ServerAddress => ({
  host: process.env[`${prefix}_HOST`] ?? '127.0.0.1',
  port: Number(process.env[`${prefix}_PORT`] ?? port),
  username: process.env[`${prefix}_USER`] ?? username,
  password: process.env[`${prefix}_PASSWORD`] ?? '',
  database: process.env[`${prefix}_DATABASE`] ?? 'test',
})

/** `POSTGRES_HOST`, `_PORT`, `_USER`, `_PASSWORD`, `_DATABASE`. */
export const postgresServer = (): ServerAddress => read('POSTGRES', 5432, 'postgres')
/** `MARIADB_HOST`, `_PORT`, `_USER`, `_PASSWORD`, `_DATABASE`. */
export const mariadbServer = (): ServerAddress => read('MARIADB', 3306, 'root')
