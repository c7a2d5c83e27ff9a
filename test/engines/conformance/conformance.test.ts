// One table of requests and answers, on the in-memory engine and on every database of the run. An engine may answer
// otherwise only where a row names one of the deliberate differences. `ENGINES_OUT=<directory>` writes what was seen as
// JSON, out of which `npm run engines` makes docs/reference/engines.md.
import { mkdir, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fillSql } from '../differential/rows.js'
import { createTablesSql } from '../differential/tables.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { thinned } from '../../support/property-runs.js'
import { DIFFERENCES, type DifferenceName } from './differences.js'
import { ITEMS, PREFIX } from './items.js'
import type { Expected, Row, Target } from './row.js'
import { actual, configurations, expectedOf, fromDatabase, fromMemory } from './run-row.js'
import { TABLE } from './table.js'

/**
 * A test a section, each of all its rows: thousands of tests of a millisecond would take longer to count than to run.
 */
const SECTIONS = [...new Set(TABLE.map(({ section }) => section))].map(
  (section) => [section, TABLE.filter((row) => row.section === section)] as const,
)

interface Seen {
  readonly section: string
  readonly request: string
  readonly list: string
  /** Where the engine gave something else than most: why, what, and what most gave. */
  readonly difference: { readonly why: DifferenceName; readonly got: Expected; readonly most: Expected } | null
}

/** What each engine of this run gave; rows that failed are not in it. */
const seen = new Map<string, Seen[]>()

type AnswerOf = (row: Row) => ReturnType<Parameters<typeof actual>[1]>

/** Every row of a section that was answered otherwise than it says. */
async function deviationsIn(rows: readonly Row[], target: Target, answerOf: AnswerOf): Promise<unknown[]> {
  const found: unknown[] = []
  for (const row of rows) {
    const { section, request, list } = row
    const { expected, why } = expectedOf(row, target)
    const got = await actual(expected, () => answerOf(row))
    if (!isDeepStrictEqual(got, expected)) {
      found.push({ list, request: decodeURIComponent(request), got, expected })
      continue
    }
    const key = target.engine === 'memory' ? `memory-${target.dialect}` : target.engine
    const rowsSeen = seen.get(key) ?? []
    rowsSeen.push({ section, request, list, difference: why === null ? null : { why, got, most: row.expected } })
    seen.set(key, rowsSeen)
  }
  return found
}

/** What each engine calls itself. */
const versions = new Map<string, string>()
const VERSION_SQL = {
  postgresql: 'show server_version',
  sqlite: 'select sqlite_version() as version',
  mysql: 'select version() as version',
}

async function readVersion(database: TestDatabase): Promise<void> {
  const [row] = await database.query(VERSION_SQL[database.dialect])
  versions.set(database.name, String(Object.values(row ?? {})[0]))
}

afterAll(async () => {
  const directory = process.env['ENGINES_OUT']
  if (directory === undefined) return
  await mkdir(directory, { recursive: true })
  // The pattern of the project, `^0\\.45\\.`, as `0.45`.
  const line = inject('drizzle')
    .replaceAll(/[^\d]+/g, '.')
    .replaceAll(/^\.|\.$/g, '')
  for (const [engine, rows] of seen) {
    const result = {
      engine,
      line,
      version: versions.get(engine) ?? null,
      total: TABLE.length,
      rows,
      differences: DIFFERENCES,
    }
    await writeFile(`${directory}/${engine}.${line}.json`, JSON.stringify(result))
  }
})

test('Each deliberate difference is shown by a row, and each deviation differs from what most engines give', () => {
  const named = new Set(TABLE.flatMap(({ deviations }) => deviations.map(({ why }) => why)))
  expect([...named].sort()).toEqual(Object.keys(DIFFERENCES).sort())
  for (const name of named) {
    const isShown = TABLE.some(({ expected, deviations }) =>
      deviations.some((other) => other.why === name && !isDeepStrictEqual(other.expected, expected)),
    )
    expect(isShown, name).toBe(true)
  }
})

describe.each(['postgresql', 'sqlite', 'mysql'] as const)('In memory, under a configuration of %s', (dialect) => {
  const config = configurations(dialect)
  test.each(SECTIONS)('%s', async (_section, rows) => {
    expect(await deviationsIn(rows, { engine: 'memory', dialect }, (row) => fromMemory(config(row.list), row))).toEqual(
      [],
    )
  })
})

describe.each(dialects)('On $name', (engine) => {
  let database: TestDatabase
  const config = configurations(engine.dialect)
  beforeAll(async () => {
    database = await engine.open()
    await readVersion(database)
    await database.execute(createTablesSql(engine.dialect, PREFIX))
    await database.execute(fillSql(engine.dialect, PREFIX, ITEMS))
  })
  afterAll(() => database.close())

  test.each(SECTIONS)('%s', async (_section, rows) => {
    const target = { engine: engine.name, dialect: engine.dialect }
    const asked = engine.isDefault ? thinned(rows, 2) : rows
    expect(await deviationsIn(asked, target, (row) => fromDatabase(database, config(row.list), row))).toEqual([])
  })
})
