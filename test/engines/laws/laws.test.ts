// Laws that hold for every configuration and request.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPaginateConfig,
  applyFilters,
  paginate,
  PaginateQuery,
  PaginateQueryError,
} from '../../../src/index.js'
import {
  criterionOf,
  FIELDS,
  fieldWithCriterion,
  type LawDatabase,
  lawDatabases,
  type LawField,
  listOfShape,
  openList,
  ORDERED_FIELDS,
  rowsArbitrary,
  seed,
  shapeArbitrary,
  sortArbitrary,
  valueOf,
} from './rows.js'

describe.each(lawDatabases)('On %s', (_name, open) => {
  let database: LawDatabase
  beforeAll(async () => {
    database = await open()
  })
  const ask = async (
    config: AnyPaginateConfig,
    filters: Record<string, string | string[]>,
    more: object = {},
  ): Promise<number[]> =>
    (await paginate(database.db, { filters, limit: 100, ...more }, config)).items.map(
      (item) => (item as { id: number }).id,
    )
  const ids = async (filters: Record<string, string | string[]>): Promise<number[]> =>
    (await ask(openList(database).build(), filters)).sort((a, b) => a - b)
  const law = async <Values extends [unknown, ...unknown[]]>(
    arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
    holds: (...values: Values) => Promise<void>,
    runs = database.runs,
  ): Promise<void> =>
    fc.assert(fc.asyncProperty(...(arbitraries as unknown as [fc.Arbitrary<unknown>]), holds as never), {
      seed,
      numRuns: runs,
      endOnFailure: false,
    })

  // R4.2.3
  test('every row matches exactly one of a criterion and its $not', async () => {
    await law([rowsArbitrary(), fc.array(fieldWithCriterion, { minLength: 1, maxLength: 8 })], async (rows, asked) => {
      await database.replaceRows(rows)
      for (const { field, criterion } of asked) {
        const yes = await ids({ [field]: criterion })
        const no = await ids({ [field]: `$not:${criterion}` })
        expect(
          [...yes, ...no].sort((a, b) => a - b),
          `${field} ${criterion}`,
        ).toEqual(rows.map((row) => row.id))
      }
    })
  })

  // R4.2.2
  test('criteria on a field join from left to right, without precedence', async () => {
    const sequence = fc.constantFrom(...FIELDS).chain((field) =>
      fc
        .array(
          fc.record({
            criterion: criterionOf(field),
            connector: fc.constantFrom('', '$and:', '$or:'),
            isNegated: fc.boolean(),
          }),
          { minLength: 1, maxLength: 5 },
        )
        .map((criteria) => ({ field, criteria })),
    )
    await law([rowsArbitrary(12), sequence], async (rows, { field, criteria }) => {
      await database.replaceRows(rows)
      let expected = new Set<number>()
      const texts: string[] = []
      for (const [index, { criterion, connector, isNegated }] of criteria.entries()) {
        const bare = `${isNegated ? '$not:' : ''}${criterion}`
        const alone = new Set(await ids({ [field]: bare }))
        if (index === 0) expected = alone
        else
          expected =
            connector === '$or:'
              ? new Set([...expected, ...alone])
              : new Set([...expected].filter((id) => alone.has(id)))
        texts.push(index === 0 ? bare : `${connector}${bare}`)
      }
      expect(await ids({ [field]: texts })).toEqual([...expected].sort((a, b) => a - b))
    })
  })

  // R4.2.1
  test('criteria on different fields, a search and a host condition are all met', async () => {
    await law(
      [rowsArbitrary(), fieldWithCriterion, fieldWithCriterion, fc.constantFrom('a', '%', '_', 'é', '\\')],
      async (rows, one, other, search) => {
        await database.replaceRows(rows)
        const config = openList(database).build()
        const filters =
          one.field === other.field
            ? { [one.field]: [one.criterion, other.criterion] }
            : { [one.field]: one.criterion, [other.field]: other.criterion }
        const each = [
          await ids({ [one.field]: one.criterion }),
          await ids({ [other.field]: other.criterion }),
          await ask(config, {}, { search }),
        ]
        expect((await ask(config, filters, { search })).sort((a, b) => a - b)).toEqual(
          rows.map((row) => row.id).filter((id) => each.every((set) => set.includes(id))),
        )
      },
    )
  })

  // R4.3.12
  test('$btw is $gte with $lte', async () => {
    const range = fc
      .constantFrom(...ORDERED_FIELDS)
      .chain((field: LawField) => fc.tuple(fc.constant(field), valueOf(field), valueOf(field)))
    await law([rowsArbitrary(), range, fc.boolean()], async (rows, [field, low, high], isNegated) => {
      await database.replaceRows(rows)
      const both = await ids({ [field]: [`$gte:${low}`, `$lte:${high}`] })
      const expected = isNegated ? rows.map((row) => row.id).filter((id) => !both.includes(id)) : both
      expect(await ids({ [field]: `${isNegated ? '$not:' : ''}$btw:${low},${high}` })).toEqual(expected)
    })
  })

  // R4.3.2
  test('a list is the union of its values', async () => {
    const list = fc
      .constantFrom(...FIELDS.filter((field) => field !== 'tags'))
      .chain((field) => fc.tuple(fc.constant(field), fc.array(valueOf(field), { minLength: 2, maxLength: 5 })))
    await law([rowsArbitrary(), list], async (rows, [field, values]) => {
      await database.replaceRows(rows)
      const [first, ...others] = values.map((value) => `$eq:${value}`)
      if (values.join(',') === '' || (['text', 'must'].includes(field) ? false : values.includes(''))) return
      expect(await ids({ [field]: `$in:${values.join(',')}` })).toEqual(
        await ids({ [field]: [first as string, ...others.map((other) => `$or:${other}`)] }),
      )
    })
  })

  // R3.4.5, R7.2.2
  test('following links.next returns each row once, in the order of one long page', async () => {
    const limit = fc.integer({ min: 1, max: 9 })
    await law(
      [rowsArbitrary(14), shapeArbitrary, sortArbitrary, limit, fc.option(fieldWithCriterion, { nil: null })],
      async (rows, shape, sortBy, size, filter) => {
        await database.replaceRows(rows)
        const config = listOfShape(database, shape)
        const filters: Record<string, string> = filter === null ? {} : { [filter.field]: filter.criterion }
        const whole = await ask(config, filters, { sortBy })
        const walked: number[] = []
        let text: string | undefined = new URLSearchParams([
          ...sortBy.map((term): [string, string] => ['sortBy', term]),
          ...Object.entries(filters).map(([name, value]): [string, string] => [`filter.${name}`, value]),
          ['limit', String(size)],
        ]).toString()
        let count = 0
        while (text !== undefined) {
          const page: Awaited<ReturnType<typeof paginate>> = await paginate(
            database.db,
            PaginateQuery.from(text),
            config,
            {
              path: '/rows',
            },
          )
          walked.push(...page.items.map((item) => (item as { id: number }).id))
          expect(page.meta).toMatchObject({
            totalItems: whole.length,
            totalPages: Math.ceil(whole.length / size),
            currentPage: ++count,
          })
          text = page.links.next?.split('?')[1]
        }
        expect(walked).toEqual(whole)
        expect(new Set(walked).size).toBe(walked.length)
        expect(
          (
            await paginate(database.db, { ...(sortBy.length > 0 ? { sortBy } : {}), filters, limit: -1 }, config)
          ).items.map((item) => (item as { id: number }).id),
        ).toEqual(whole)
      },
    )
  })

  test('a walk over equal and over missing sort keys loses nothing', async () => {
    for (const make of [
      (id: number) => ({ count: 1, id }),
      (id: number) => ({ count: null, id }),
      (id: number) => ({ count: id % 3 === 0 ? null : id % 2, id }),
    ]) {
      await database.replaceRows(
        Array.from({ length: 11 }, (_, index) => ({
          text: null,
          must: '',
          price: null,
          ratio: null,
          isOn: null,
          at: null,
          color: null,
          tags: null,
          ...make(index + 1),
        })),
      )
      for (const place of ['', 'first', 'last']) {
        const base = openList(database)
        const config = (place === '' ? base : base.sortable('count', { nulls: place })).build()
        for (const direction of ['ASC', 'DESC']) {
          for (const limit of [1, 2, 3, 5, 10, 11, 12]) {
            const walked: number[] = []
            for (let page = 1; page <= Math.ceil(11 / limit); page++)
              walked.push(...(await ask(config, {}, { page, limit, sortBy: [`count:${direction}`] })))
            expect([...walked].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
          }
        }
      }
    }
  })

  // R7.2.3
  test('links parse back to their request', async () => {
    await database.replaceRows([])
    const config = openList(database).build()
    await law(
      [
        fc.array(fieldWithCriterion, { maxLength: 4 }),
        sortArbitrary,
        fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 100 }),
      ],
      async (asked, sortBy, search, page, limit) => {
        const filters: Record<string, string[]> = {}
        for (const { field, criterion } of asked) (filters[field] ??= []).push(criterion)
        if (database.dialect === 'postgresql' && search?.includes('\u0000') === true) return
        const sent = new PaginateQuery({ page, limit, sortBy, filters, ...(search === undefined ? {} : { search }) })
        const { links } = await paginate(database.db, sent, config, { path: '/rows' })
        const { current } = links
        expect(current).not.toBeNull()
        const read = PaginateQuery.from(new URL(current as string, 'http://host').search)
        expect({ ...read }).toEqual({ ...sent })
      },
    )
  })

  // R6.1.5
  test('nothing a client sends makes anything but a page or a PaginateQueryError', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'page',
        'limit',
        'sortBy',
        'search',
        'searchBy',
        ...FIELDS.map((field) => `filter.${field}`),
        'filter.',
        'filter.__proto__',
        'filter.constructor',
        'FILTER.text',
        '__proto__',
        'toString',
        'hasOwnProperty',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const piece = fc.constantFrom(
      '$eq',
      '$in',
      '$null',
      '$not',
      '$and',
      '$or',
      '$btw',
      '$ilike',
      '$sw',
      '$ew',
      '$contains',
      '$gt',
      ':',
      ',',
      '%',
      '%00',
      '%FF',
      '%ED%A0%80',
      '+',
      '1',
      '-1',
      '0',
      'true',
      'red',
      'text',
      'ASC',
      ':DESC',
      "'",
      '"',
      '\\',
      '{',
      '}',
      '2024-02-29',
      ' ',
      '\u0000',
      '\ud800',
      '🎉',
      '__proto__',
    )
    const value = fc.oneof(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fieldWithCriterion.map(({ criterion }) => criterion),
    )
    await database.replaceRows([
      {
        id: 1,
        text: 'a',
        must: 'a',
        count: 1,
        price: '1',
        ratio: 1,
        isOn: true,
        at: new Date(0),
        color: 'red',
        tags: ['a'],
      },
    ])
    const config = openList(database).withMaxOffset(1000).build()
    await law(
      [fc.array(fc.tuple(word, value), { maxLength: 6 }), fc.boolean()],
      async (pairs, isRecord) => {
        const source = isRecord ? Object.fromEntries(pairs) : pairs.map(([name, text]) => `${name}=${text}`).join('&')
        const query = PaginateQuery.from(source)
        const answer = await paginate(database.db, query, config, { path: '/rows' }).catch((error: unknown) => error)
        let filtered: unknown
        try {
          filtered = applyFilters(query, config)
        } catch (error) {
          filtered = error
        }
        if (answer instanceof Error) {
          expect(answer, String((answer as { cause?: unknown }).cause)).toBeInstanceOf(PaginateQueryError)
          expect((filtered as Error).message).toBe(answer.message)
        } else expect(answer).toHaveProperty('meta.totalItems')
      },
      database.runs * 6,
    )
  })
})
