// A cursor is client input: what is no cursor of an order is refused before any statement, whatever its text.
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { resolvedConfig } from '../../../src/mistakes/resolved-config.js'
import {
  MAX_CURSOR_LENGTH,
  readCursor,
  writeCursor,
  orderPrint,
  positionOf,
} from '../../../src/features/cursors/cursor-text.js'
import { orderOf } from '../../../src/features/positions/position.js'
import { paginateConfig } from '../../../src/index.js'
import type { Field } from '../../../src/types/config.js'

const rows = pgTable('rows', { id: integer().primaryKey(), title: text().notNull(), at: timestamp(), key: uuid() })
const config = resolvedConfig(
  paginateConfig(rows).withLimits(1, 2).withTieBreaker('id').sortable('title', 'at', 'key').build(),
)
const fields = ['title', 'at', 'key'].map((name) => config.fields.get(name) as Field)
const terms = orderOf(
  fields.map((field) => ({ field, direction: 'asc' as const })),
  config,
)
const print = orderPrint(terms)
const texts = ['a', '2024-02-29T12:00:00.123456', '0f8fad5b-d9cb-469f-a165-70867728950e', '7']

describe('the text of a cursor', () => {
  test('is read back as it was written, in any script and with half pairs', () => {
    for (const odd of ['', 'ümlaut', '日本', '\u0000', '\ud800', '"\\', '=+/-_']) {
      const content = { print: 'p', texts: [odd, null] }
      const cursor = writeCursor(content)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(readCursor(cursor)).toEqual(content)
    }
  })
  const base64 = (value: unknown): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  test.each([
    ['nothing', ''],
    ['a word', 'abc'],
    ['padding', `${writeCursor({ print, texts })}=`],
    ['white space', ` ${writeCursor({ print, texts })}`],
    ['the other alphabet', 'ab+/'],
    ['bits beyond the text', 'eyJ'.repeat(3)],
    ['no JSON', base64('{')],
    ['a record', base64({ print: 'p' })],
    ['no value', base64(['p'])],
    ['a number for a text', base64(['p', 1])],
    ['a number beside a text', base64(['p', 'x', null, 1])],
    ['a number for a print', base64([1, 'x'])],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['a cursor that is too long', writeCursor({ print, texts: ['x'.repeat(MAX_CURSOR_LENGTH)] })],
  ])('is not %s', (_, cursor) => {
    expect(readCursor(cursor)).toBeNull()
  })
})

describe('the position of a cursor', () => {
  test('binds each value in its own type', () => {
    const position = positionOf({ print, texts }, 'after', terms)
    expect(position).toEqual({
      side: 'after',
      keys: [
        { value: 'a', form: 'plain' },
        { value: texts[1], form: 'plain' },
        { value: texts[2], form: 'plain' },
        { value: 7, form: 'plain' },
      ],
    })
  })
  test('is refused for another order', () => {
    const others = [
      orderOf(terms.slice(0, 2), config),
      orderOf(
        terms.map((term) => ({ ...term, direction: 'desc' as const })),
        config,
      ),
    ]
    for (const other of others)
      expect(positionOf({ print: orderPrint(other), texts }, 'after', terms)).toBe('order-changed')
  })
  const without = (index: number, value: string | null): (string | null)[] =>
    texts.map((given, at) => (at === index ? value : given))
  test.each([
    ['too few values', texts.slice(1)],
    ['too many values', [...texts, '1']],
    ['a NUL character', without(0, 'a\u0000')],
    ['half a pair', without(0, '\ud800')],
    ['a null that no row has', without(0, null)],
    ['a null in the tie-breaker', without(3, null)],
    ['a day that does not exist', without(1, '2024-02-30T12:00:00')],
    ['SQL', without(1, `now'); drop table rows; --`)],
    ['a uuid of other letters', without(2, 'zf8fad5b-d9cb-469f-a165-70867728950e')],
    ['a number with a point', without(3, '7.5')],
    ['a number beyond the column', without(3, '2147483648')],
    ['an exponent', without(3, '1e3')],
    ['white space', without(3, ' 7')],
  ])('is refused for %s', (_, given) => {
    expect(positionOf({ print, texts: given }, 'after', terms)).toBe('invalid')
  })
})
