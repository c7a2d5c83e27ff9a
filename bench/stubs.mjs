// Drivers that answer at once from memory: what remains is the time of the code above them.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

const VALUES = {
  id: 1,
  title: 'amber harbour birch anchor',
  summary: 'delta dune ember falcon fern field flint forest',
  body: 'garnet glacier granite grove heron hollow island ivory jasper kelp lagoon lantern larch ledge',
  status: 'live',
  views: 5,
  price: '12.50',
  hidden: false,
  created_at: '2024-01-01 10:00:00.123',
  updated_at: '2024-01-02 11:00:00',
  author_id: 7,
}
const isCount = (text) => /^select count/i.test(text)

/** A database whose counts are 1,000 and whose pages have `rows` rows. */
export function stubDatabase(rows = 25) {
  const row = Object.values(VALUES)
  const page = Promise.resolve({ rows: Array.from({ length: rows }, () => row) })
  const count = Promise.resolve({ rows: [['1000']] })
  return drizzle({ client: { query: ({ text }) => (isCount(text) ? count : page) } })
}

/** A database that never answers: statements come as far as the driver. */
export function silentDatabase() {
  // A promise each: all that wait for one would be kept with it.
  return drizzle({ client: { query: () => new Promise(() => {}) } })
}

/**
 * The part of `pg` that TypeORM calls. It makes dates of timestamps for each answer, as that driver does for TypeORM;
 * for Drizzle it leaves them as text, and their dates are made above it.
 */
export function stubTypeormDriver(rows = 25) {
  const dateOf = pg.types.getTypeParser(pg.types.builtins.TIMESTAMP)
  const page = Array.from({ length: rows }, (_, at) => {
    const row = { ...VALUES, id: at + 1 }
    return Object.fromEntries(Object.entries(row).map(([column, value]) => [`__root_${column}`, value]))
  })
  const answer = (text) => {
    if (/count\(/i.test(text)) return { command: 'SELECT', rows: [{ cnt: '1000' }] }
    if (text.includes('__root')) {
      for (const row of page) {
        row.__root_created_at = dateOf(VALUES.created_at)
        row.__root_updated_at = dateOf(VALUES.updated_at)
      }
      return { command: 'SELECT', rows: page }
    }
    // What it asks when it connects.
    return {
      command: 'SELECT',
      rows: [{ version: 'PostgreSQL 15.0', current_database: 'stub', current_schema: 'public' }],
    }
  }
  const client = { query: (text) => Promise.resolve(answer(text)), on() {}, removeListener() {} }
  class Pool {
    on() {}
    connect(callback) {
      callback(null, client, () => {})
    }
    end(callback) {
      callback()
    }
  }
  return { Pool }
}
