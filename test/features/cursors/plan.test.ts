// What `after`, `before` and `page` mean in a list with cursors, and what is refused, before any statement.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sqliteTable, integer as sqliteInteger } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { writeCursor, orderPrint } from '../../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../../src/features/positions/position.js'
import { requestCursor, requestCursorNow } from '../../../src/features/cursors/request-cursor.js'
import { PaginateConfigError, PaginateQuery, paginateConfig } from '../../../src/index.js'
import { createPlan } from '../../../src/plan/create-plan.js'
import { normalizeQuery } from '../../../src/request/paginate-query.js'
import type { CursorSeal } from '../../../src/types/config.js'
import type { PaginateConfigOptions } from '../../../src/builder/settings.js'

const rows = pgTable('rows', { id: integer().primaryKey(), title: text().notNull() })
const begin = (settings: PaginateConfigOptions = {}) =>
  paginateConfig(rows, settings).withLimits(10, 20).withTieBreaker('id').sortable('title').allowUnlimited(50)
const listWith = (seal?: CursorSeal) => resolvedConfig(begin().withCursors(seal).build())
const list = listWith()
const title = list.sortable.get('title')
if (title === undefined) throw new Error('No such field.')
const byTitle = orderOf([{ field: title, direction: 'asc' }], list)
const cursor = writeCursor({ print: orderPrint(byTitle), texts: ['a', '1'] })
const unsorted = writeCursor({ print: orderPrint(orderOf([], list)), texts: ['1'] })

const planOf = (source: string, config = list) => createPlan(normalizeQuery(PaginateQuery.from(source)), config)
const refusalOf = (source: string, config = list) => {
  const planned = planOf(source, config)
  return planned.ok ? null : [planned.refusal.code, planned.refusal.parameter, planned.refusal.message]
}
const NOT_SUPPORTED = [
  'page.not_supported',
  'page',
  `Query parameter 'page' is not supported by this list; follow its links.`,
]
const CURSOR_NOT_SUPPORTED = [
  'page.not_supported',
  'cursor',
  `Query parameter 'cursor' is not supported by this list; follow its links.`,
]
const invalid = (side: string) => ['cursor.invalid', side, `Query parameter '${side}' is not a valid cursor.`]
const changed = (side: string) => [
  'cursor.order_changed',
  side,
  `Query parameter '${side}' belongs to another sort order.`,
]

describe('a list with cursors', () => {
  test.each<[string, string, unknown]>([
    ['no cursor', '', null],
    ['a blank page', 'page=', null],
    // R13.1.2
    ['blank cursors', 'after=&before=%20', null],
    ['a cursor of this order', `sortBy=title:ASC&after=${cursor}`, null],
    ['a cursor of the default order', `before=${unsorted}`, null],
    // R13.1.3
    ['a page', 'page=2', NOT_SUPPORTED],
    ['the first page', 'page=1', NOT_SUPPORTED],
    ['a page that is no number', 'page=x', NOT_SUPPORTED],
    ['a page and a cursor', `page=1&after=x`, NOT_SUPPORTED],
    // R13.1.21
    ['a cursor by the name of other libraries', 'cursor=abc', CURSOR_NOT_SUPPORTED],
    ['the same beside a cursor of this list', `after=${unsorted}&cursor=abc`, CURSOR_NOT_SUPPORTED],
    ['the same where it is blank', 'cursor=%20', null],
    ['another spelling, which no library sends', 'Cursor=abc', null],
    // R13.1.4, R13.1.9
    ['both cursors', `sortBy=title:ASC&after=${cursor}&before=${cursor}`, invalid('after')],
    ['text that is no cursor', 'after=abc', invalid('after')],
    ['the same before', 'before=abc', invalid('before')],
    ['a cursor before the limit', 'after=abc&limit=0', invalid('after')],
    // R13.1.5
    ['another direction', `sortBy=title:DESC&after=${cursor}`, changed('after')],
    ['no sort', `before=${cursor}`, changed('before')],
    [
      'values of another type',
      `after=${writeCursor({ print: orderPrint(orderOf([], list)), texts: ['x'] })}`,
      invalid('after'),
    ],
    ['an unlimited read', 'limit=-1', null],
    [
      'an unlimited read from a position',
      `limit=-1&after=${unsorted}`,
      ['page.unlimited', 'after', `Query parameter 'after' must be absent when 'limit' is -1.`],
    ],
    [
      'a sort that does not exist, before its order',
      `sortBy=x:ASC&after=${cursor}`,
      ['sort.not_configured', 'sortBy', `Sort for field 'x' is not configured.`],
    ],
  ])('%s', (_, source, expected) => {
    expect(refusalOf(source)).toEqual(expected)
  })
  test('refuses a cursor of a wrong type in a query built by hand', () => {
    const planned = createPlan(normalizeQuery({ after: 7 as never }), list)
    expect(planned.ok ? null : planned.refusal.code).toBe('cursor.invalid')
  })
  test('plans the position', () => {
    const planned = planOf(`sortBy=title:ASC&after=${cursor}`)
    expect(planned.ok && planned.value.walk?.position).toEqual({
      side: 'after',
      keys: [
        { value: 'a', form: 'plain' },
        { value: 1, form: 'plain' },
      ],
    })
  })
  // R13.1.21
  test('takes a parameter named cursor that is the app’s own', () => {
    for (const strictParameters of [false, true]) {
      const own = begin({ strictParameters, ownParameters: ['cursor'] })
        .withCursors()
        .build()
      expect(refusalOf('cursor=abc', resolvedConfig(own))).toBeNull()
    }
    expect(refusalOf('cursor=abc', resolvedConfig(begin({ strictParameters: true }).withCursors().build()))).toEqual(
      CURSOR_NOT_SUPPORTED,
    )
    expect(refusalOf('cursor=abc', resolvedConfig(begin().build()))).toBeNull()
  })
  // R13.1.2
  test('of pages by number reads neither', () => {
    const numbered = resolvedConfig(begin().build())
    expect(refusalOf('after=abc&before=x', numbered)).toBeNull()
    const strict = resolvedConfig(begin({ strictParameters: true }).build())
    expect(refusalOf('after=abc', strict)?.[0]).toBe('parameter.unknown')
    expect(
      refusalOf(`after=${unsorted}`, resolvedConfig(begin({ strictParameters: true }).withCursors().build())),
    ).toBeNull()
  })
})

describe('a sealed cursor', () => {
  const seal: CursorSeal = {
    seal: (given) => `sealed.${given}`,
    open: (given) => {
      if (!given.startsWith('sealed.')) throw new Error('not mine')
      return given.slice(7)
    },
  }
  test('is opened, and refused where it is not sealed', () => {
    expect(refusalOf(`after=sealed.${unsorted}`, listWith(seal))).toBeNull()
    expect(refusalOf(`after=${unsorted}`, listWith(seal))).toEqual(invalid('after'))
    expect(refusalOf('after=sealed.x', listWith(seal))).toEqual(invalid('after'))
    for (const odd of [undefined, null, 7, {}])
      expect(refusalOf('after=x', listWith({ ...seal, open: () => odd as never }))).toEqual(invalid('after'))
  })
  test('may be opened later', async () => {
    const later = listWith({ seal: async (given) => seal.seal(given), open: async (given) => seal.open(given) })
    const query = normalizeQuery({ after: `sealed.${unsorted}` })
    expect(await requestCursor(query, later.cursors?.seal ?? null)).toMatchObject({
      side: 'after',
      content: { texts: ['1'] },
    })
    expect(await requestCursor(normalizeQuery({ after: 'x' }), later.cursors?.seal ?? null)).toEqual({
      side: 'after',
      content: 'invalid',
    })
    // A call that cannot wait checks what can be checked at once.
    expect(createPlan(query, later).ok).toBe(true)
    expect(refusalOf('page=1', later)).toEqual(NOT_SUPPORTED)
    for (const side of ['after', 'before'] as const)
      expect(requestCursorNow(normalizeQuery({ [side]: 'x' }), later.cursors?.seal ?? null)).toEqual({
        side,
        content: 'unopened',
      })
  })
})

describe('build()', () => {
  const sentences: readonly [string, () => unknown, string][] = [
    // R12.1.1, R13.1.1
    [
      'totals twice',
      () => begin().withTotals('none').withTotals('none').build(),
      '.withTotals() is called twice; keep one of the calls.',
    ],
    [
      'cursors twice',
      () => begin().withCursors().withCursors().build(),
      '.withCursors() is called twice; keep one of the calls.',
    ],
    [
      'a mode of no kind',
      () =>
        begin()
          .withTotals('some' as never)
          .build(),
      `.withTotals() needs 'exact', 'none' or { upTo, estimate }, not 'some'; pass one.`,
    ],
    [
      'no bound',
      () =>
        begin()
          .withTotals({} as never)
          .build(),
      '.withTotals({ upTo: undefined }) needs a whole number of at least 1; correct it.',
    ],
    [
      'a bound of 0',
      () => begin().withTotals({ upTo: 0 }).build(),
      '.withTotals({ upTo: 0 }) needs a whole number of at least 1; correct it.',
    ],
    [
      'a bound of 1.5',
      () => begin().withTotals({ upTo: 1.5 }).build(),
      '.withTotals({ upTo: 1.5 }) needs a whole number of at least 1; correct it.',
    ],
    [
      'half a seal',
      () =>
        begin()
          .withCursors({ seal: String } as never)
          .build(),
      '.withCursors({ seal, open }) needs two functions; pass both or neither.',
    ],
    [
      'an estimate on SQLite',
      () =>
        paginateConfig(sqliteTable('s', { id: sqliteInteger().primaryKey() }))
          .withLimits(1, 2)
          .withTieBreaker('id')
          // @ts-expect-error -- SQLite has no planner's estimate
          .withTotals({ upTo: 1, estimate: true })
          .build(),
      '.withTotals({ estimate: true }) needs PostgreSQL or MySQL, whose planners estimate; leave estimate out.',
    ],
  ]
  test.each(sentences)('refuses %s', (_, build, sentence) => {
    expect(build).toThrow(PaginateConfigError)
    expect(build).toThrow(sentence)
  })
  // R13.1.18
  test('describes both', () => {
    const described = (config: { describe: () => { paging: unknown; totals: unknown } }) => {
      const { paging, totals } = config.describe()
      return [paging, totals]
    }
    expect(described(begin().build())).toEqual(['numbers', 'exact'])
    expect(described(begin().withTotals('none').build())).toEqual(['numbers', 'none'])
    expect(described(begin().withTotals({ upTo: 5 }).build())).toEqual(['numbers', { upTo: 5, estimate: false }])
    expect(described(begin().withCursors().build())).toEqual(['cursor', 'none'])
    expect(described(begin().withCursors().withTotals({ upTo: 5, estimate: true }).build())).toEqual([
      'cursor',
      { upTo: 5, estimate: true },
    ])
  })
})
