// A list whose declarations are functions of the scope is made once for scopes that they answer the same: the rows are
// each call's own, and so are the statements that are sent for it.
import Database from 'better-sqlite3'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../src/mistakes/resolved-config.js'
import { type AnyPaginateConfig, paginate, paginateConfig, rowsOf } from '../../src/index.js'
import { boundList, MAX_BOUND_LISTS } from '../../src/kept/bound-lists.js'
import type { ScopedList } from '../../src/types/resolved-config.js'

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

  test('sends the statements of that list from the second request of a scope on', async () => {
    const fresh = listOf(ofLang)
    for (const lang of LANGS) {
      const wanted = (await answered(writtenOut(lang), QUERIES[2] as string)).sent
      await answered(fresh, QUERIES[2] as string, { lang })
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

  test('tells a value before a column from a value of that column', () => {
    const of = resolvedConfig(
      listOf(
        (({ scope }: { scope: { isAdmin: boolean } }) =>
          sql`${texts.docId} in ${scope.isAdmin ? [1, texts.docId] : [sql.param(1, texts.docId)]}`) as never,
      ),
    ).scoped as ScopedList
    for (let turn = 0; turn < 3; turn++) boundList(of, { isAdmin: true })
    const [admin, other] = [boundList(of, { isAdmin: true }), boundList(of, { isAdmin: false })]
    expect(other).not.toBe(admin)
    expect(boundList(of, { isAdmin: false })).not.toBe(admin)
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
  const isKept = (of: ScopedList, scope: unknown): boolean => boundList(of, scope) === boundList(of, scope)

  test('is a list for each answer that came twice, and no more than the limit', () => {
    const of = scoped(listOf(ofLang))
    expect(boundList(of, { lang: 'de' })).not.toBe(boundList(of, { lang: 'de' }))
    const kept = boundList(of, { lang: 'de' })
    expect(boundList(of, { lang: 'de' })).toBe(kept)
    for (let at = 0; at < MAX_BOUND_LISTS; at++) boundList(of, { lang: `l${at}` })
    expect(boundList(of, { lang: 'de' })).not.toBe(kept)
  })

  test('is told apart by text and value', () => {
    const on = ({ scope }: { scope: { value: unknown } }) =>
      sql`${texts.docId} = ${docs.id} and ${texts.lang} = ${scope.value}`
    const of = scoped(listOf(on as never))
    const values = ['1', 1, 1n, true, 'true', null, 'null', '', '"1:1', 'a;number:1', 0, false]
    for (let turn = 0; turn < 2; turn++) for (const value of values) boundList(of, { value })
    const kept = values.map((value) => boundList(of, { value }))
    expect(new Set(kept).size).toBe(values.length)
    expect(values.map((value) => boundList(of, { value }))).toEqual(kept)
  })

  test.each<[string, (given: never) => SQL]>([
    ['a date', () => sql`${texts.docId} = ${docs.id} and ${texts.lang} = ${new Date(0)}`],
    ['what says something else each time', () => sql`${texts.docId} = ${docs.id} and ${{ getSQL: () => sql`1 = 1` }}`],
    ['a long value', () => sql`${texts.docId} = ${docs.id} and ${texts.lang} = ${'x'.repeat(5000)}`],
  ])('is nothing of %s', (_title, on) => {
    const of = scoped(listOf(on as never))
    boundList(of, {})
    expect(isKept(of, {})).toBe(false)
  })
})
