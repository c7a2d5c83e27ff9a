// A search for words: every word in any column, as `search` matches its term, put beside an oracle in JavaScript.
import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, paginateConfig, PaginateConfigError } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { words } from '../../../src/entries/search/index.js'
import { checkList } from '../../../src/entries/testing/index.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import { runs } from '../../support/property-runs.js'

interface Found {
  readonly id: number
  readonly title: string
  readonly name: string | null
}

const FOLDS: { readonly [dialect: string]: (text: string) => string } = {
  postgresql: (text) => text.toLowerCase(),
  sqlite: (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  mysql: (text) => text,
}

describe.each(dialects)('words on $name', (engine) => {
  let database: TestDatabase
  let rows: readonly Found[]
  beforeAll(async () => {
    database = await engine.open()
    const { articles, authors } = database.schema
    rows = (await database.db
      .select({ id: articles.id, title: articles.title, name: authors.name } as never)
      .from(articles as never)
      .leftJoin(authors as never, eq(authors.id, articles.authorId) as never)) as never
  })
  afterAll(() => database.close())

  const start = () => {
    const { articles, authors } = database.schema
    return paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .withLimits(100, 100)
      .withTieBreaker('id')
      .withMaxSearchLength(5000)
  }
  const columns = () => [database.schema.articles.title, database.schema.authors.name] as const
  const list = () => start().searchWith(words(columns())).select({ id: true }).build()
  const idsOf = async (search: string, config: ReturnType<typeof list> = list()): Promise<number[]> =>
    (await paginate(database.db, { search }, config)).items.map(({ id }) => id)
  const expected = (term: string, fold = FOLDS[engine.dialect] as (text: string) => string): number[] => {
    const wanted = term.split(/\s+/).filter((word) => word !== '')
    return rows
      .filter((row) =>
        wanted.every((word) => [row.title, row.name].some((text) => text !== null && fold(text).includes(fold(word)))),
      )
      .map(({ id }) => id)
      .sort((one, other) => one - other)
  }

  // R16.1.9
  test.each([
    'hello',
    'HELLO',
    'o h',
    'ada hello',
    'hello   ada\u00a0\u3000l',
    'ada nothing',
    'hello hello hel',
    '100%',
    '% _',
    '\\',
    '[ ]',
    '!',
    '\' " `',
    'é a',
    '🎉',
    '$1 ? :a @a -- ;',
    '\u0301',
    'x'.repeat(300),
    `${'é'.repeat(60)} a`,
  ])('%j', async (term) => {
    expect(await idsOf(term)).toEqual(expected(term))
  })

  test('finds something in each column, and in both together', async () => {
    const both = rows.find(({ name }) => name !== null) as Found
    const term = `${(both.name as string).slice(0, 3)} ${both.title.slice(0, 3)}`
    expect(await idsOf(term)).toContain(both.id)
    const alone = rows.find(({ name, title }) => name === null && /^\w{3}/.test(title)) as Found
    expect(await idsOf(alone.title.slice(0, 3))).toContain(alone.id)
  })

  test('any term finds what the oracle finds', async () => {
    const piece = fc.constantFrom(
      'a',
      'd',
      'he',
      'llo',
      'Ad',
      'o',
      '%',
      '_',
      '\\',
      "'",
      '!',
      '[',
      'é',
      '100',
      ' ',
      '  ',
      '\t',
      '🎉',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const term = pieces.join('').trim()
        fc.pre(term !== '')
        expect(await idsOf(term)).toEqual(expected(term))
      }),
      { numRuns: runs(200) },
    )
  })

  test('a thousand words are no error', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => at.toString(36)).join(' ')
    expect(await idsOf(many)).toEqual([])
    expect(await idsOf(`a ${'a '.repeat(1500)}`)).toEqual(expected('a'))
  })

  test('a table is joined for a search alone, and only where a column of it is named', async () => {
    const inTitle = start()
      .searchWith(words([database.schema.articles.title]))
      .select({ id: true })
      .build()
    const joinsOf = (search: string, config: ReturnType<typeof list>): number =>
      applyFilters({ search }, config).joined.joins.length
    expect(joinsOf('a', list())).toBe(1)
    expect(joinsOf(' ', list())).toBe(0)
    expect(joinsOf('a', inTitle)).toBe(0)
  })

  test('fold is put around columns and words, and makes no wildcard', async () => {
    const letters = (text: SQLWrapper) => sql`replace(replace(lower(${text}), 'é', 'e'), '~', '%')`
    const plain = (text: string): string =>
      text
        .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        .replaceAll('é', 'e')
        .replaceAll('~', '%')
    const full = engine.dialect === 'sqlite' ? plain : (text: string) => plain(text.toLowerCase())
    const folded = start()
      .searchWith(words(columns(), { fold: letters }))
      .select({ id: true })
      .build()
    for (const term of ['hello', 'ecl', 'écl', '~', '100~', 'o h', '_', '!', '\\', "'", '['])
      expect([term, await idsOf(term, folded)]).toEqual([term, expected(term, full)])
  })

  test('memory finds the same, without a function of its own', () => {
    const records = rows.map(({ id, title, name }) => ({ id, title, author: name === null ? null : { name } }))
    const fold = (text: string): string => text.toLowerCase()
    for (const term of ['hello', 'ada hello', 'o h', '100%', 'x'])
      expect(paginateArray(records as never, { search: term }, list()).items.map(({ id }) => id)).toEqual(
        expected(term, fold),
      )
    const folded = start()
      .searchWith(words(columns(), { fold: (text) => sql`lower(${text})` }))
      .build()
    expect(() => paginateArray(records as never, { search: 'a' }, folded)).toThrow(PaginateConfigError)
    expect(
      paginateArray(records as never, { search: 'a' }, list(), { own: { search: () => true } } as never).items,
    ).toHaveLength(rows.length)
  })

  test('checkList finds nothing', async () => {
    const { failures } = await checkList(database.db, list(), { requests: 20 })
    expect(failures).toEqual([])
  })

  test('refuses what is no list of text columns', () => {
    const { articles } = database.schema
    for (const wrong of [[], articles.title, [sql`title`], undefined])
      expect(() => words(wrong as never)).toThrow(
        new PaginateConfigError('words() needs a list of columns; name at least one: words([articles.title]).'),
      )
    expect(() => words([articles.title, articles.views as never])).toThrow(
      new PaginateConfigError(`words() needs text columns; replace '${articles.views.name}'.`),
    )
  })
})
