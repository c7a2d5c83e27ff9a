// Where and on what a result was measured.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import Database from 'better-sqlite3'
import { openMariadb } from './data/mariadb.mjs'
import { openPool } from './data/postgres.mjs'

const measured = ['drizzle-orm', 'pg', 'postgres', 'better-sqlite3', 'mysql2', 'typeorm', 'nestjs-paginate']
const root = new URL('../', import.meta.url)

export function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes in src' : ''}`
}

async function answerOf(open, ask) {
  const pool = open()
  try {
    return await ask(pool)
  } catch {
    return 'not found'
  } finally {
    await pool.end()
  }
}

export async function describeMachine() {
  const [cpu] = cpus()
  const sqlite = new Database(':memory:')
  const packages = measured.map((name) => {
    const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8'))
    return `${name} ${version}`
  })
  const lines = [
    [
      'processor',
      `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, shared with other work`,
    ],
    ['Node.js', process.version],
    [
      'PostgreSQL',
      await answerOf(openPool, async (pool) => (await pool.query('show server_version')).rows[0].server_version),
    ],
    ['MariaDB', await answerOf(openMariadb, async (pool) => (await pool.query('select version() as v'))[0][0].v)],
    ['SQLite', sqlite.prepare('select sqlite_version()').pluck().get()],
    ['packages', packages.join(', ')],
  ]
  sqlite.close()
  return lines
}
