// A list whose declarations are functions of the scope is built once: the rows are each call's own, and so are the
// statements that are sent for it.
import Database from 'better-sqlite3'
import { and, count, eq, inArray, max, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import {
  type AnyPaginateConfig,
  applyFilters,
  facetCounts,
  paginate,
  paginateConfig,
  paginateSelect,
  rowsOf,
  type StatementEvent,
  streamRows,
  summarize,
} from '../../../src/index.js'
import { MAX_BOUND_LISTS, scopedList } from '../../../src/features/scope/bound-lists.js'
import type { ScopedList } from '../../../src/types/resolved-config.js'

const docs = sqliteTable('docs', { id: integer().primaryKey(), title: text().notNull() })
const texts = sqliteTable(
  'texts',
  { docId: integer().notNull(), lang: text().notNull(), text: text().notNull() },
  (table) => [primaryKey({ columns: [table.docId, table.lang] })],
)
const client = new Database(':memory:')
client.exec(`create table docs (id integer primary key, title text not null);
create table texts (docId integer not null, lang text not null, text text not null, primary key (docId, lang))`)
afterAll(() => client.close())
const db = drizzle({ client })
const LANGS = ['de', 'en', 'it', "d'e", 'd"2:en']
for (let id = 1; id <= 6; id++) {
  db.insert(docs)
    .values({ id, title: `doc ${id}` })
    .run()
  for (const lang of LANGS.slice(0, id))
    db.insert(texts)
      .values({ docId: id, lang, text: `${lang} ${id}` })
      .run()
}

interface Scope {
  readonly lang: string
}
const ofLang = ({ scope }: { scope: Scope }) => and(eq(texts.docId, docs.id), eq(texts.lang, scope.lang))
type Condition = SQL | undefined | ((given: { scope: Scope }) => SQL | undefined)

const listOf = <On extends Condition>(on: On) =>
  paginateConfig(docs)
    .leftJoin('text', texts, on as typeof ofLang)
    .field('texts', rowsOf(texts, on as typeof ofLang).count())
    .withLimits(10, 100)
    .withTieBreaker('id')
    .sortable('text.text', 'texts')
    .filterable('text.text', '$null', '$sw')
    .filterable('texts', '$gte')
    .select({ id: true, texts: true, text: { text: true } })
    .build()
const list = listOf(ofLang)
/** The same list where the condition is written out. */
const writtenOut = (lang: string) => listOf(ofLang({ scope: { lang } })) as unknown as AnyPaginateConfig

const QUERIES = [
  '',
  'sortBy=text.text:DESC',
  'filter.text.text=$not:$null',
  'filter.texts=$gte:1&sortBy=texts:DESC&page=2&limit=2',
]

async function answered(config: AnyPaginateConfig, query: string, scope?: unknown) {
  const sent: unknown[] = []
  const options = {
    onStatement: ({ sql: text, params }: { sql: string; params: readonly unknown[] }) => void sent.push([text, params]),
  }
  const page = await paginate(db, query, config, (scope === undefined ? options : { ...options, scope }) as never)
  return { page, sent }
}

test('a function that several declarations have is called once a call, and their rows are read in one sub-select', async () => {
  let calls = 0
  const aggregatesOf = (on: Condition) => {
    const rows = rowsOf(texts, on as typeof ofLang)
    return paginateConfig(docs)
      .field('texts', rows.count())
      .field('last', rows.aggregate(max(texts.text)))
      .withLimits(10, 100)
      .withTieBreaker('id')
      .filterable('texts', '$gte')
      .filterable('last', '$sw')
      .filterableMany('text', rows, texts.text, '$sw')
      .build() as unknown as AnyPaginateConfig
  }
  const functions = aggregatesOf((given) => {
    calls += 1
    return ofLang(given)
  })
  const query = 'filter.texts=$gte:1&filter.last=$sw:i&filter.text=$sw:i'
  const { page, sent } = await answered(functions, query, { lang: 'it' })
  expect(calls).toBe(1)
  expect(sent).toEqual((await answered(aggregatesOf(ofLang({ scope: { lang: 'it' } })), query)).sent)
  expect(page.items.map((item) => (item as { id: number }).id)).toEqual([3, 4, 5, 6])
})

describe('A list of functions of the scope', () => {
  test.each(QUERIES)('answers %s as the list where they are written out, scopes in turn and at once', async (query) => {
    for (let round = 0; round < 4; round++) {
      const scopes = round % 2 === 0 ? LANGS : LANGS.toReversed()
      const inTurn = []
      for (const lang of scopes) inTurn.push((await answered(list, query, { lang })).page)
      const atOnce = await Promise.all(scopes.map((lang) => answered(list, query, { lang })))
      for (const [at, lang] of scopes.entries()) {
        const { page } = await answered(writtenOut(lang), query)
        expect([inTurn[at], atOnce[at]?.page]).toEqual([page, page])
      }
    }
  })

  test('sends the statements of that list', async () => {
    const fresh = listOf(ofLang)
    for (const lang of LANGS) {
      const wanted = (await answered(writtenOut(lang), QUERIES[2] as string)).sent
      for (let turn = 0; turn < 2; turn++)
        expect((await answered(fresh, QUERIES[2] as string, { lang })).sent).toEqual(wanted)
    }
  })

  test('reads its functions at each call: what they answer may change, and what is appended later is not read', async () => {
    const answers: SQL[] = []
    let lang = 'de'
    const changing = listOf((() => {
      const on = sql`${texts.docId} = ${docs.id} and ${texts.lang} = ${lang}`
      answers.push(on)
      return on
    }) as never)
    for (let round = 0; round < 3; round++) {
      for (const now of LANGS.slice(0, 2)) {
        lang = now
        const tamper = (): void => void answers.at(-1)?.append(sql` or 1 = 1`)
        const page = await paginate(
          db,
          QUERIES[2] as string,
          changing as never,
          { onStatement: tamper, scope: {} } as never,
        )
        expect(page.items).toEqual((await answered(writtenOut(now), QUERIES[2] as string)).page.items)
      }
    }
  })

  const MODES = ['two statements', 'together', 'cursors'] as const
  type Mode = (typeof MODES)[number]
  /** A function of the scope, or what it answers, in every place where one may stand. */
  const everywhere = (mode: Mode, on: Condition) => {
    const pairs = rowsOf(texts, on as typeof ofLang)
    const list = paginateConfig(docs, { together: mode === 'together' })
      .leftJoin('text', texts, on as typeof ofLang)
      .field('texts', pairs.count())
      .field('longest', pairs.aggregate(max(texts.text)))
      .field('hasText', on as never, 'boolean')
      .children('of', pairs, { text: texts.text })
      .filterableMany('word', pairs, texts.text, '$sw', '$in')
      .filterableMany('pair', pairs.none(), { text: [texts.text, '$sw'] })
      .withLimits(3, 100)
      .withTieBreaker('id')
      .sortable('text.text', 'texts', 'longest')
      .searchable('text.text')
      .filterable('text.text', '$null', '$in')
      .filterable('texts', '$gte', '$in')
      .filterable('longest', '$null')
      .withSummary({ most: max(texts.text), rows: count() })
    return (mode === 'cursors' ? list.withCursors({ rows: true }) : list).build() as never
  }
  const REQUESTS = [
    '',
    'sortBy=texts:DESC&sortBy=text.text:ASC&search=e',
    'filter.word=$sw:d&filter.pair.text=$sw:x&filter.texts=$gte:1',
    'filter.text.text=$not:$null&filter.longest=$not:$null&sortBy=longest:DESC&limit=2',
  ]
  const calls: { readonly [name: string]: (config: never, query: string, options: never) => unknown } = {
    paginate: (config, query, options) => paginate(db, query, config, options),
    paginateSelect: (config, query, options) => paginateSelect(db, query, config, { text: texts.text }, options),
    facetCounts: (config, query, options) =>
      facetCounts(db, query, config, { texts: true, word: true } as never, options),
    summarize: (config, query, options) => summarize(db, query, config, undefined as never, options),
    streamRows: async (config, query, options) => {
      const rows: unknown[] = []
      for await (const row of streamRows(db, query.replace(/&?limit=2/, ''), config, options)) rows.push(row)
      return rows
    },
    applyFilters: (config, query, { scope, where }: { scope: unknown; where: SQL }) => {
      const filtered = applyFilters(query, config, { scope, where } as never)
      const other = alias(docs, 'other')
      return [
        db.select().from(docs).where(filtered.where).toSQL(),
        db.select().from(other).where(filtered.on(other).where).toSQL(),
        filtered
          .applyTo(db.select({ id: docs.id }).from(docs).$dynamic())
          .orderBy(...filtered.orderBy)
          .toSQL(),
      ]
    },
  }
  /** With it, no text is kept: Drizzle builds each statement. */
  const FRESH = sql`1 = ${1}`.inlineParams()

  test.each(
    MODES.flatMap((mode) =>
      Object.keys(calls).flatMap((name) =>
        [undefined, FRESH].map((where) => ({ mode, name, where, isKept: where === undefined })),
      ),
    ),
  )('is in $name, $mode, kept: $isKept, as where they are written out', async ({ mode, name, where }) => {
    const call = calls[name] as (typeof calls)[string]
    const list = everywhere(mode, ofLang as never)
    const observed = async (config: never, query: string, scope: object) => {
      const sent: unknown[] = []
      const onStatement = ({ sql: text, params }: StatementEvent): void => void sent.push([text, params])
      return { answer: await call(config, query, { ...scope, where, onStatement } as never), sent }
    }
    for (const query of REQUESTS) {
      const both = LANGS.map(async (lang) => {
        const own = await observed(list, query, { scope: { lang } })
        expect(own).toEqual(await observed(everywhere(mode, ofLang({ scope: { lang } })), query, {}))
      })
      await Promise.all(both)
    }
  })

  test('takes what build() rejects where it is written out, as before', async () => {
    const doubtful = (on: Condition) =>
      paginateConfig(docs)
        .leftJoin('text', texts, on as typeof ofLang)
        .withLimits(10, 100)
        .withTieBreaker('id')
        .select({ id: true, text: { text: true } })
        .build()
    const first = ({ scope }: { scope: Scope }) => and(eq(texts.docId, docs.id), eq(texts.text, scope.lang))
    expect(() => doubtful(first({ scope: { lang: 'de 1' } }))).toThrow('finds several rows')
    for (let turn = 0; turn < 3; turn++) {
      const { items } = await paginate(db, 'limit=2', doubtful(first) as never, { scope: { lang: 'de 1' } } as never)
      expect(items.length).toBe(2)
    }
  })
})

describe('What is kept of it', () => {
  const scoped = (config: AnyPaginateConfig): ScopedList => resolvedConfig(config).scoped as ScopedList
  const sharedOf = (of: ScopedList, scope: unknown): unknown => of.list(scope).answers?.shared

  test('is one list for all scopes', () => {
    const of = scoped(listOf(ofLang))
    const shared = sharedOf(of, { lang: 'de' })
    expect(shared).toBeDefined()
    for (let at = 0; at < 2 * MAX_BOUND_LISTS; at++) expect(sharedOf(of, { lang: `l${at}` })).toBe(shared)
  })

  test('is a list for each text of the answers, and no more than the limit', () => {
    const on = ({ scope }: { scope: { text: string } }) =>
      sql`${texts.docId} = ${docs.id} and ${sql.raw(`'${scope.text}'`)} is not null`
    const of = scoped(listOf(on as never))
    const [first, other] = [sharedOf(of, { text: 'a' }), sharedOf(of, { text: 'b' })]
    expect(other).not.toBe(first)
    expect(sharedOf(of, { text: 'a' })).toBe(first)
    for (let at = 1; at < MAX_BOUND_LISTS; at++) sharedOf(of, { text: `${at}` })
    expect(sharedOf(of, { text: 'a' })).toBe(first)
    for (let at = 0; at < MAX_BOUND_LISTS; at++) sharedOf(of, { text: `${at}` })
    expect(sharedOf(of, { text: 'a' })).not.toBe(first)
  })

  test('tells a value before a column from a value of that column', () => {
    const of = scoped(
      listOf(
        (({ scope }: { scope: { isAdmin: boolean } }) =>
          sql`${texts.docId} in ${scope.isAdmin ? [1, texts.docId] : [sql.param(1, texts.docId)]}`) as never,
      ),
    )
    expect(sharedOf(of, { isAdmin: true })).not.toBe(sharedOf(of, { isAdmin: false }))
  })

  test.each<[string, unknown]>([
    ['texts', "d'e"],
    ['numbers', 5],
    ['64-bit numbers', 2n ** 53n],
    ['true', true],
    ['null', null],
    ['dates', new Date(0)],
    ['lists', ['de', 'en']],
    ['bytes', Buffer.from('de')],
  ])('has no %s', (_title, value) => {
    const on = ({ scope }: { scope: { value: unknown } }) =>
      sql`${texts.docId} = ${docs.id} and ${texts.lang} = ${sql.param(scope.value)}`
    const of = scoped(listOf(on as never))
    const { answers } = of.list({ value })
    // Of the function that the join and the count share. Null is text.
    expect(answers?.bound).toEqual(value === null ? [] : [value])
    const other = of.list({ value: 'another' }).answers
    if (value === null) expect(other?.shared).not.toBe(answers?.shared)
    else expect(other?.shared).toBe(answers?.shared)
  })

  test.each<[string, (given: never) => SQL]>([
    ['what says something else each time', () => sql`${texts.docId} = ${docs.id} and ${{ getSQL: () => sql`1 = 1` }}`],
    ['a select of Drizzle', () => inArray(texts.docId, db.select({ id: docs.id }).from(docs))],
  ])('is nothing of %s, and the statements are those where it is written out', async (_title, on) => {
    const unkept = listOf(on as never)
    expect(scoped(unkept).list({}).answers).toBeNull()
    const written = listOf(on(undefined as never)) as unknown as AnyPaginateConfig
    const { sent } = await answered(unkept, 'sortBy=text.text:DESC', {})
    expect(sent).toEqual((await answered(written, 'sortBy=text.text:DESC')).sent)
  })

  test('is nothing of a list that fails to be made: the error is the call’s', () => {
    const error = new TypeError('not a mistake of the configuration')
    const failing = scopedList({
      ask: () => [sql`1 = 1`],
      bind: () => {
        throw error
      },
    })
    expect(() => failing.list({})).toThrow(error)
  })
})
