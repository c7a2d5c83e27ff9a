// The cursor of a row: the texts of its keys, sealed where the list says so, and what no cursor can hold.
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import { keyTexts, orderOf } from '../../../src/features/positions/position.js'
import { makeCursor, MAX_CURSOR_LENGTH, orderPrint, readCursor } from '../../../src/features/cursors/cursor-text.js'
import { requestCursor } from '../../../src/features/cursors/request-cursor.js'
import { PaginateConfigError, paginateConfig } from '../../../src/index.js'
import { normalizeQuery } from '../../../src/request/paginate-query.js'
import type { CursorSeal } from '../../../src/types/config.js'
import type { ResolvedConfig } from '../../../src/types/resolved-config.js'

const rows = pgTable('rows', { id: integer().primaryKey(), title: text() })
const begin = () => paginateConfig(rows).withLimits(10, 20).withTieBreaker('id').sortable('title')
const listWith = (seal?: CursorSeal): ResolvedConfig => resolvedConfig(begin().withCursors(seal).build())
/** As the list has read it. */
const sealed = (seal: CursorSeal): CursorSeal | null => listWith(seal).cursors?.seal ?? null
const list = listWith()
const order = orderOf([{ field: list.sortable.get('title') as never, direction: 'asc' }], list)
const TOO_LONG = { ok: false, refusal: expect.objectContaining({ code: 'cursor.too_long' }) as unknown }
const NOT_BLANK = '.withCursors({ seal }) must return text that is not blank; return a string.'

describe('The keys of a row', () => {
  test.each<[title: string, raw: readonly unknown[], texts: readonly (string | null)[]]>([
    ['as texts', ['a', 7], ['a', '7']],
    ['with a null where one may be', [null, 7], [null, '7']],
  ])('%s', (_title, raw, texts) => {
    expect(keyTexts(raw, order)).toEqual(texts)
  })
  test.each<[title: string, raw: readonly unknown[], sentence: string]>([
    ['a null where the schema has none', ['a', null], `The sort key 'id' of a row is null, which the schema rules out`],
    [
      'a value of another type',
      ['a', 'seven'],
      `The sort key 'id' of a row has a value that its type in the schema does not have`,
    ],
    [
      'a text that no statement takes',
      ['\ud800', 7],
      `The sort key 'title' of a row has a value that its type in the schema does not have`,
    ],
  ])('are an error of the configuration for %s', (_title, raw, sentence) => {
    const read = (): unknown => keyTexts(raw, order)
    expect(read).toThrow(PaginateConfigError)
    expect(read).toThrow(`${sentence}; correct the schema, or give the field another value type.`)
  })
})

describe('The cursor of a row', () => {
  const plain = makeCursor(['a', '7'], orderPrint(order), null) as { readonly value: string }
  /** A title with which the cursor has a length. */
  const titleFor = (length: number): string => {
    const title = 'x'.repeat(Math.floor((length * 3) / 4) - JSON.stringify([orderPrint(order), '', '7']).length)
    expect(makeCursor([title, '7'], orderPrint(order), null)).toMatchObject({
      value: expect.stringMatching(new RegExp(`^.{${length}}$`)) as unknown,
    })
    return title
  }

  test('holds the print of its order and the texts', () => {
    expect(plain).toEqual({ ok: true, value: expect.any(String) as unknown })
    expect(readCursor(plain.value)).toEqual({ print: orderPrint(order), texts: ['a', '7'] })
  })
  test('may be as long as a cursor of a request', () => {
    const title = titleFor(MAX_CURSOR_LENGTH)
    const { value } = makeCursor([title, '7'], orderPrint(order), null) as { readonly value: string }
    expect(readCursor(value)?.texts).toEqual([title, '7'])
    expect(requestCursor(normalizeQuery({ after: value }), null)).toMatchObject({ content: { texts: [title, '7'] } })
    expect(makeCursor([`${title}x`, '7'], orderPrint(order), null)).toEqual(TOO_LONG)
  })
  test('is sealed, at once or later', async () => {
    const seal = (given: string): string => `sealed.${given}`
    const made = { ok: true, value: `sealed.${plain.value}` }
    expect(makeCursor(['a', '7'], orderPrint(order), sealed({ seal, open: String }))).toEqual(made)
    const later = makeCursor(
      ['a', '7'],
      orderPrint(order),
      sealed({ seal: async (given) => seal(given), open: String }),
    )
    expect(later).toBeInstanceOf(Promise)
    expect(await later).toEqual(made)
  })
  test('is measured as it is sealed, and not sealed where it is too long before', () => {
    const asked: number[] = []
    const sealing = sealed({ seal: (given) => (asked.push(given.length), `s${given}`), open: String })
    expect(makeCursor(['x'.repeat(MAX_CURSOR_LENGTH), '7'], orderPrint(order), sealing)).toEqual(TOO_LONG)
    expect(asked).toEqual([])
    expect(makeCursor([titleFor(MAX_CURSOR_LENGTH), '7'], orderPrint(order), sealing)).toEqual(TOO_LONG)
    expect(asked).toEqual([MAX_CURSOR_LENGTH])
  })
  test.each<[title: string, sealed: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['no text', ''],
    ['blank text', ' \n'],
  ])('is an error of the configuration where `seal` returns %s', async (_title, answer) => {
    const make = async (seal: () => unknown): Promise<unknown> =>
      makeCursor(['a', '7'], orderPrint(order), sealed({ seal: seal as never, open: String }))
    for (const seal of [() => answer, () => Promise.resolve(answer)]) {
      await expect(make(seal)).rejects.toThrow(NOT_BLANK)
      await expect(make(seal)).rejects.toBeInstanceOf(PaginateConfigError)
    }
  })
})

test('a sealed cursor of a request is opened unless it is too long', () => {
  const opened: number[] = []
  const sealing = sealed({ seal: String, open: (given) => (opened.push(given.length), '') })
  for (const length of [MAX_CURSOR_LENGTH, MAX_CURSOR_LENGTH + 1]) {
    expect(requestCursor(normalizeQuery({ after: 'x'.repeat(length) }), sealing)).toEqual({
      side: 'after',
      content: 'invalid',
    })
  }
  expect(opened).toEqual([MAX_CURSOR_LENGTH])
})
