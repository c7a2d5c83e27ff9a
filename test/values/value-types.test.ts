// Which value type a field gets: built-in, by name, made, by Standard Schema, and the order among them.
import { type } from 'arktype'
import { sql } from 'drizzle-orm'
import type { Column } from 'drizzle-orm'
import {
  bigint,
  customType,
  geometry,
  inet,
  integer,
  json,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PaginateConfigError } from '../../src/errors.js'
import type { FieldValueType } from '../../src/types/value.js'
import { VALUE_TYPES, type ValueTypeName } from '../../src/vocabulary.js'
import { defineValueType } from '../../src/features/value-types/define-value-type.js'
import { isValueType } from '../../src/values/value-type.js'
import { scalarType, valueTypeOf } from '../../src/values/built-in.js'
import { comparatorOf } from '../../src/entries/memory/compare-values.js'
import { factsUnderType, isReadAsOtherType } from '../../src/values/facts-under-type.js'
import { namedValueType } from '../../src/values/named-value-type.js'
import { factsNamed, readColumn } from '../../src/values/read-column.js'
import { resolveValueType, type ValueTypeSources } from '../../src/values/resolve-value-type.js'
import { isStandardSchema, ruleOfMessage, standardSchemaValueType } from '../../src/values/standard-schema.js'

const mood = pgEnum('mood', ['sad', 'Ok', 'happy'])
const things = pgTable('things', {
  id: uuid().primaryKey(),
  small: smallint(),
  price: numeric({ precision: 30, scale: 10 }),
  ratio: real(),
  title: text(),
  status: text({ enum: ['draft', 'live'] }),
  mood: mood(),
  at: timestamp(),
  address: inet(),
  tags: text().array(),
  scores: smallint().array(),
  places: geometry(),
  data: jsonb(),
  dataList: json().array(),
  money: customType<{ data: number }>({ dataType: () => 'money' })(),
})
const notes = lite.sqliteTable('notes', {
  id: lite.integer(),
  body: lite.text(),
  seenAt: lite.integer({ mode: 'timestamp' }),
  tags: lite.text({ mode: 'json' }),
})

const bigs = pgTable('bigs', { n: bigint({ mode: 'number' }) })

const EQUALITY = ['$eq', '$in', '$null']
const ORDERED = [...EQUALITY, '$lt', '$lte', '$gt', '$gte', '$btw']
const ALL = ['$eq', '$in', '$null', '$sw', '$ew', '$ilike', '$contains', '$lt', '$lte', '$gt', '$gte', '$btw']

const resolve = (sources: Partial<ValueTypeSources>): FieldValueType | null =>
  resolveValueType({
    own: undefined,
    registered: [],
    column: null,
    facts: sources.column ? readColumn(sources.column) : null,
    ...sources,
  })

describe('the built-in value type of a column', () => {
  test.each<[string, Column, string, readonly string[]]>([
    ['text', things.title, 'text', ALL],
    ['inet', things.address, 'text', ALL],
    ['uuid', things.id, 'uuid', ORDERED],
    ['smallint', things.small, 'integer', ORDERED],
    ['numeric', things.price, 'decimal', ORDERED],
    ['real', things.ratio, 'float', ORDERED],
    ['timestamp', things.at, 'timestamp', ORDERED],
    ['native enum', things.mood, 'enum', ORDERED],
    ['enum stored as text', things.status, 'enum', EQUALITY],
    ['text array', things.tags, 'collection', ['$eq', '$null', '$contains']],
    ['JSON of SQLite', notes.tags, 'collection', ['$eq', '$null', '$contains']],
  ])('of %s has its name and operators', (_title, column, name, operators) => {
    expect(valueTypeOf(readColumn(column))).toMatchObject({ kind: name, name, operators })
  })

  test.each([
    ['geometry', things.places],
    ['jsonb', things.data],
    ['array of json', things.dataList],
    ['a custom type', things.money],
  ])('of %s is none', (_title, column) => {
    expect(valueTypeOf(readColumn(column))).toBeNull()
  })

  test('has the range of the column', () => {
    expect(valueTypeOf(readColumn(things.small))?.decode('32768')).toStrictEqual({
      ok: false,
      rule: 'expected a whole number between -32768 and 32767',
    })
  })

  test('has the column’s members, and orders a native enum by their declaration', () => {
    const enumType = valueTypeOf(readColumn(things.mood))
    expect(enumType?.values).toStrictEqual(['sad', 'Ok', 'happy'])
    expect(['happy', 'Ok', 'sad'].sort(enumType?.compare)).toStrictEqual(['sad', 'Ok', 'happy'])
    expect(valueTypeOf(readColumn(things.status))?.compare).toBeUndefined()
  })

  test('decodes the values of a collection as its elements', () => {
    const collection = valueTypeOf(readColumn(things.scores))
    expect(collection?.element?.name).toBe('integer')
    expect(collection?.decode('7')).toStrictEqual({ ok: true, value: 7n })
    expect(collection?.decode('x').ok).toBe(false)
  })
})

test.each([
  ['0', '0', 0],
  ['1', '2', -1],
  ['10', '9', 1],
  ['-10', '-9', -1],
  ['-1', '1', -1],
  ['0.5', '0.45', 1],
  ['0.5', '0.51', -1],
  ['-0.5', '-0.51', 1],
  ['12345678901234567890.1', '12345678901234567890.09', 1],
  ['1', '1.0000000001', -1],
])('decimals %s and %s compare exactly', (a, b, sign) => {
  const compare = comparatorOf(namedValueType('decimal', null))
  expect(Math.sign(compare(a, b))).toBe(sign)
  expect(Math.sign(compare(b, a)) + sign).toBe(0)
})

describe('a value type by name', () => {
  const samples: Record<Exclude<ValueTypeName, 'enum'>, readonly [text: string, value: unknown]> = {
    text: ['a', 'a'],
    char: ['a', 'a'],
    boolean: ['true', true],
    uuid: ['0'.repeat(32), '00000000-0000-0000-0000-000000000000'],
    integer: ['9223372036854775807', 9223372036854775807n],
    bigint: ['-9223372036854775808', -9223372036854775808n],
    decimal: ['1.50', '1.5'],
    float: ['1.5', 1.5],
    timestamp: ['1970-01-01T00:00:01', 10_000_000n],
    date: ['2024-02-29', '2024-02-29'],
    time: ['00:00:01', 10_000_000n],
    interval: ['PT1S', 10_000_000n],
    collection: ['a', 'a'],
  }
  test.each(Object.entries(samples))('%s decodes for an expression', (name, [text, value]) => {
    const named = namedValueType(name as ValueTypeName, null)
    expect(named).toMatchObject({ kind: name, name })
    expect(named.decode(text)).toStrictEqual({ ok: true, value })
    if (name !== 'text' && name !== 'collection') expect(named.decode('').ok).toBe(false)
  })

  test('enum takes its members from the column', () => {
    expect(namedValueType('enum', readColumn(things.status)).values).toStrictEqual(['draft', 'live'])
  })
  test.each([
    ['an expression', null],
    ['a column without members', readColumn(things.title)],
  ])('enum over %s is refused', (_title, facts) => {
    expect(() => namedValueType('enum', facts)).toThrow(
      new PaginateConfigError(
        `Value type 'enum' needs a column that lists its members; declare them on the column, or use 'text'.`,
      ),
    )
  })
  test('collection takes its elements from the column, or holds text', () => {
    expect(namedValueType('collection', readColumn(things.scores)).element?.name).toBe('integer')
    expect(namedValueType('collection', readColumn(things.data)).element?.name).toBe('text')
    expect(namedValueType('collection', null).element?.name).toBe('text')
  })
  test('integer keeps the range of an integer column', () => {
    expect(namedValueType('bigint', readColumn(things.small)).decode('32768').ok).toBe(false)
  })
  test('a name that does not exist is refused', () => {
    expect(() => namedValueType('money' as never, null)).toThrow(
      new PaginateConfigError(
        `Value type 'money' does not exist; use one of ${VALUE_TYPES.join(', ')}, or defineValueType.`,
      ),
    )
  })
  test.each(['timestamp', 'date', 'time'] as const)(
    '%s over a plain integer column is refused, as nothing tells its unit',
    (name) => {
      const sentence = `Value type '${name}' does not fit an integer column; declare the column with mode 'timestamp' or 'timestamp_ms'.`
      expect(() => namedValueType(name, readColumn(notes.id))).toThrow(new PaginateConfigError(sentence))
      expect(() => namedValueType(name, readColumn(bigs.n))).toThrow(new PaginateConfigError(sentence))
    },
  )
  test('collection over a custom column of an unknown array type is refused', () => {
    const points = customType<{ data: unknown }>({ dataType: () => 'point[]' })()
    const { c } = pgTable('t', { c: points })
    expect(() => namedValueType('collection', factsNamed('collection', c, readColumn(c)))).toThrow(
      new PaginateConfigError(
        "Value type 'collection' does not fit a column of type 'point[]'; declare the column with .array().",
      ),
    )
  })
  test('timestamp fits an integer column in timestamp mode', () => {
    expect(namedValueType('timestamp', readColumn(notes.seenAt)).name).toBe('timestamp')
  })
})

test.each<[string, Column, ValueTypeName, string]>([
  ['text as timestamp', notes.body, 'timestamp', 'iso-text'],
  ['text as date', notes.body, 'date', 'iso-text'],
  ['text as time', notes.body, 'time', 'iso-text'],
  ['text as uuid', notes.body, 'uuid', 'plain'],
  ['text as collection', notes.body, 'collection', 'json-array'],
  ['JSON as collection', notes.tags, 'collection', 'json-array'],
  ['jsonb as collection', things.data, 'collection', 'json-array'],
  ['array as collection', things.tags, 'collection', 'array'],
  ['array of JSON as collection', things.dataList, 'collection', 'array'],
  ['inet as timestamp', things.address, 'timestamp', 'text-like'],
  ['numeric as timestamp', things.price, 'timestamp', 'plain'],
  ['timestamp in seconds as timestamp', notes.seenAt, 'timestamp', 'seconds'],
])('%s lies as %s', (_title, column, name, storage) => {
  const facts = readColumn(column)
  const under = factsUnderType(facts, namedValueType(name, facts))
  expect(under.storage).toBe(storage)
  if (name === 'collection') expect(under.element).not.toBeNull()
})

test('facts that a type does not change stay the same object', () => {
  for (const [column, name] of [
    [notes.tags, 'collection'],
    [things.tags, 'collection'],
    [things.title, 'text'],
    [things.title, 'uuid'],
  ] as const) {
    const facts = readColumn(column)
    expect(factsUnderType(facts, namedValueType(name, facts))).toBe(facts)
  }
})

test.each<[string, ValueTypeName | null, Column | null, boolean]>([
  ['as it is', 'text', things.title, false],
  ['as another type', 'timestamp', things.title, true],
  ['without a value type', null, things.title, false],
  ['as a type, where its own is not known', 'text', things.money, false],
  ['as a type, where it is an expression', 'text', null, false],
])('a column read %s', (_title, name, column, isOther) => {
  const facts = column === null ? null : readColumn(column)
  expect(isReadAsOtherType({ type: name === null ? null : namedValueType(name, facts), facts })).toBe(isOther)
})

test('an enum of an expression has no members, and a native one orders what is no member first', () => {
  expect(scalarType('enum', null).operators).toStrictEqual(EQUALITY)
  expect(scalarType('enum', null).decode('a')).toStrictEqual({
    ok: false,
    rule: 'expected a member of an enum that has none',
  })
  expect(['happy', 'Ok', '?', 'sad'].sort(valueTypeOf(readColumn(things.mood))?.compare)).toStrictEqual([
    '?',
    'sad',
    'Ok',
    'happy',
  ])
})

test('a float of an expression has double precision', () => {
  expect(namedValueType('float', null).decode(`1${'0'.repeat(300)}`)).toStrictEqual({ ok: true, value: 1e300 })
})

const even = defineValueType({
  name: 'even',
  rule: 'expected an even number',
  parse: (text) => {
    if (text === 'boom') throw new TypeError('internal detail')
    return /^\d+$/.test(text) && Number(text) % 2 === 0 ? Number(text) : undefined
  },
  operators: ['$eq', '$gte'],
  encode: (value) => value * 10,
  compare: (a, b) => b - a,
})

describe('a made value type', () => {
  const made = resolve({ own: even })!
  test('has its own name and operators', () => {
    expect(made).toMatchObject({ kind: 'custom', name: 'even', operators: ['$eq', '$gte'] })
    expect([even, { name: 'even' }, null, 'even'].map(isValueType)).toStrictEqual([true, false, false, false])
  })
  test('decodes by its parse, encodes and compares by its own functions', () => {
    expect(made.decode('4')).toStrictEqual({ ok: true, value: 4 })
    expect(made.encode?.(4)).toBe(40)
    expect(made.compare?.(1, 2)).toBe(1)
  })
  test.each(['3', 'boom', ''])('refuses %j by its rule, whether parse throws or returns undefined', (text) => {
    expect(made.decode(text)).toStrictEqual({ ok: false, rule: 'expected an even number' })
  })
  test('refuses broken text before its parse sees it', () => {
    const anything = resolve({ own: defineValueType({ name: 'anything', parse: (text) => text }) })!
    expect(anything.decode('\ud800')).toStrictEqual({ ok: false, rule: 'expected well-formed text' })
    expect(anything.operators).toStrictEqual(EQUALITY)
    expect(anything).not.toHaveProperty('encode')
  })
  test('without a rule names itself', () => {
    const never = resolve({ own: defineValueType({ name: 'never', parse: () => null }) })!
    expect(never.decode('x')).toStrictEqual({ ok: false, rule: `expected a value of type 'never'` })
  })
  test('must not be asynchronous', () => {
    const slow = resolve({
      own: defineValueType({ name: 'slow', parse: async () => Promise.reject(new Error('late')) }),
    })!
    const sentence = `Value type 'slow' must not be asynchronous; check against a database in 'options.where' instead.`
    expect(() => slow.decode('x')).toThrow(new PaginateConfigError(sentence))
  })
  test('has a format whose result is text', () => {
    const counted = resolve({
      own: defineValueType({ name: 'count', parse: Number, format: (value) => value as never }),
    })!
    expect(counted.format?.(5)).toBe('5')
  })
  test('keeps what it was made of, whatever becomes of the lists', () => {
    const operators: ('$eq' | '$in')[] = ['$eq']
    const appliesTo = ['money']
    const type = defineValueType({ name: 'x', parse: String, operators, appliesTo })
    operators.push('$in')
    appliesTo.push('numeric')
    expect([type.operators, type.appliesTo]).toStrictEqual([['$eq'], ['money']])
    expect([type, type.operators, type.appliesTo].every(Object.isFrozen)).toBe(true)
  })
  test('is typed by what its parse returns and its operators', () => {
    const typed: 'even' = even.name
    const operators: readonly ('$eq' | '$gte')[] = even.operators
    const byDefault: readonly ('$eq' | '$in' | '$null')[] = defineValueType({ name: 'x', parse: Number }).operators
    // @ts-expect-error encode takes what parse returns
    defineValueType({ name: 'x', parse: (text) => text.length, encode: (value: string) => value })
    expect([typed, operators, byDefault]).toHaveLength(3)
  })

  const parse = (text: string): string => text
  test.each<[string, unknown, string]>([
    ['nothing', null, 'A value type must be defined by an object with a name and a parse function.'],
    ['text', 'text', 'A value type must be defined by an object with a name and a parse function.'],
    [
      'a function',
      Object.assign(() => 1, { parse }),
      'A value type must be defined by an object with a name and a parse function.',
    ],
    [
      'an empty operator',
      { name: 'x', parse, operators: ['$eq', ''] },
      `Value type 'x' must have at least one operator.`,
    ],
    [
      'an operator that is no text',
      { name: 'x', parse, operators: ['$eq', 5] },
      `Value type 'x' must have at least one operator.`,
    ],
    [
      'a format that is no function',
      { name: 'x', parse, format: 1 },
      `Value type 'x' must have a function as its 'format'.`,
    ],
    [
      'an empty SQL type',
      { name: 'x', parse, appliesTo: ['money', ''] },
      `Value type 'x' must have a predicate or a list of SQL types as its 'appliesTo'.`,
    ],
    [
      'an appliesTo that is text',
      { name: 'x', parse, appliesTo: 'money' },
      `Value type 'x' must have a predicate or a list of SQL types as its 'appliesTo'.`,
    ],
    [
      'a slip in a member',
      { name: 'x', parse, encod: String },
      `defineValueType() has no option 'encod'; did you mean 'encode'?`,
    ],
    [
      'a slip in its operators',
      { name: 'x', parse, operator: ['$eq'] },
      `defineValueType() has no option 'operator'; did you mean 'operators'?`,
    ],
    [
      'a member that it does not have',
      { name: 'x', parse, label: 'X' },
      `defineValueType() has no option 'label'; leave it out.`,
    ],
    ['no name', { parse }, 'A value type must have a name.'],
    ['a blank name', { name: ' ', parse }, 'A value type must have a name.'],
    ['no parse', { name: 'x' }, `Value type 'x' must have a 'parse' function.`],
    ['no operator', { name: 'x', parse, operators: [] }, `Value type 'x' must have at least one operator.`],
    [
      'operators of a wrong type',
      { name: 'x', parse, operators: '$eq' },
      `Value type 'x' must have at least one operator.`,
    ],
    [
      'an unknown operator',
      { name: 'x', parse, operators: ['$eq', '$ne'] },
      `Value type 'x' has an unknown operator '$ne'; use ${ALL.join(', ')}.`,
    ],
    [
      'an operator twice',
      { name: 'x', parse, operators: ['$eq', '$eq'] },
      `Value type 'x' names operator '$eq' twice.`,
    ],
    ['an empty rule', { name: 'x', parse, rule: '' }, `Value type 'x' must have a text as its 'rule'.`],
    [
      'an encode that is no function',
      { name: 'x', parse, encode: 1 },
      `Value type 'x' must have a function as its 'encode'.`,
    ],
    [
      'a compare that is no function',
      { name: 'x', parse, compare: 1 },
      `Value type 'x' must have a function as its 'compare'.`,
    ],
    [
      'an empty appliesTo',
      { name: 'x', parse, appliesTo: [] },
      `Value type 'x' must have a predicate or a list of SQL types as its 'appliesTo'.`,
    ],
  ])('with %s is refused', (_title, definition, message) => {
    expect(() => defineValueType(definition as never)).toThrow(new PaginateConfigError(message))
  })
})

describe('a made value type over a built-in one', () => {
  const form = (type: string) => ({ type, value: (value: unknown, rounding: string) => `${String(value)} ${rounding}` })
  const over = (as: unknown, column?: Column) =>
    resolve({ own: defineValueType({ name: 'own', parse: String, as: as as never }), ...(column && { column }) })
  const custom = (sqlType: string) => pgTable('t', { c: customType<{ data: string }>({ dataType: () => sqlType })() }).c

  test.each<[string, Column | undefined, string, object | null]>([
    ['an expression', undefined, 'decimal', null],
    ['a column of that type', things.price, 'decimal', { valueType: 'decimal', storage: 'plain' }],
    ['a column of another type', notes.body, 'timestamp', { valueType: 'text', storage: 'iso-text' }],
    [
      'a custom column of that SQL type',
      custom('numeric(10, 2)'),
      'decimal',
      { valueType: 'decimal', sqlType: 'numeric(10, 2)' },
    ],
  ])('on %s has its layout', (_title, column, type, facts) => {
    for (const as of [form(type), () => form(type)]) {
      const { builtIn } = over(as, column)!
      expect(builtIn?.type.kind).toBe(type)
      if (facts === null) expect(builtIn?.facts).toBeNull()
      else expect(builtIn?.facts).toMatchObject(facts)
      expect(builtIn?.encode('1', 'exact')).toBe('1 exact')
    }
  })

  test.each<[string, unknown, Column | undefined]>([
    ['on a custom column of another SQL type', form('text'), custom('numeric')],
    ['on a custom column of an SQL type without a value type', form('decimal'), things.money],
    ['where its function returns null', () => null, things.price],
    ['where its function returns undefined', () => undefined, undefined],
  ])('%s has none', (_title, as, column) => {
    expect(over(as, column)).not.toHaveProperty('builtIn')
  })

  const choices = 'text, boolean, uuid, integer, bigint, decimal, float, timestamp, date, time, interval'
  test.each<[string, unknown, string]>([
    [
      'a type that is no layout',
      { ...form('enum') },
      `Value type 'own' must lie over a built-in type in 'as'; use one of ${choices}.`,
    ],
    ['text', 'decimal', `Value type 'own' must lie over a built-in type in 'as'; use one of ${choices}.`],
    ['null', null, `Value type 'own' must lie over a built-in type in 'as'; use one of ${choices}.`],
    ['no value', { type: 'decimal' }, `Value type 'own' must have a function as the 'value' of its 'as'.`],
  ])('by %s is refused', (_title, as, sentence) => {
    expect(() => over(as)).toThrow(new PaginateConfigError(sentence))
    if (as !== null) expect(() => over(() => as)).toThrow(new PaginateConfigError(sentence))
  })
})

describe('a Standard Schema', () => {
  const schemas = [
    ['Zod', z.coerce.number().int().positive(), 'invalid input: expected number, received NaN'],
    ['Valibot', v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), 'invalid number: Received NaN'],
    ['ArkType', type('string.integer.parse').to('number > 0'), 'must be a well-formed integer string (was "x")'],
  ] as const

  test.each(schemas)('of %s decodes to its output and refuses by its first issue', (_library, schema, rule) => {
    expect(isStandardSchema(schema)).toBe(true)
    const decoder = resolve({ own: schema, column: things.small })!
    expect(decoder).toMatchObject({ kind: 'custom', name: 'integer', operators: ORDERED })
    expect(decoder.decode('5')).toStrictEqual({ ok: true, value: 5 })
    expect(decoder.decode('0').ok).toBe(false)
    expect(decoder.decode('x')).toStrictEqual({ ok: false, rule })
  })

  test('on an expression or a column without a built-in type supports equality', () => {
    expect(resolve({ own: z.string() })).toMatchObject({ name: 'custom', operators: EQUALITY })
    expect(resolve({ own: z.string(), column: things.data })).toMatchObject({ name: 'custom', operators: EQUALITY })
  })
  test('on a collection reads each element', () => {
    const collection = resolve({ own: z.coerce.number(), column: things.scores })
    expect(collection).toMatchObject({
      kind: 'collection',
      operators: ['$eq', '$null', '$contains'],
      element: { kind: 'custom', name: 'integer' },
    })
    expect(collection?.decode('5')).toStrictEqual({ ok: true, value: 5 })
  })
  test('that throws, or whose output is no value, refuses', () => {
    const throws = standardSchemaValueType(
      z.string().transform((): string => {
        throw new Error('secret')
      }),
      null,
    )
    expect(throws.decode('x')).toStrictEqual({ ok: false, rule: 'expected a valid value' })
    const missing = standardSchemaValueType(
      z.string().transform(() => null),
      null,
    )
    expect(missing.decode('x')).toStrictEqual({ ok: false, rule: 'expected a value' })
    expect(missing.decode('\udc00')).toStrictEqual({ ok: false, rule: 'expected well-formed text' })
  })
  test.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
      'expected a valid value',
    ],
    ['tells no issue', () => ({ issues: [] }), 'expected a valid value'],
    ['has undefined for its output', () => ({ value: undefined }), 'expected a value'],
  ])('that %s refuses', (_title, validate, rule) => {
    const schema = { '~standard': { version: 1, vendor: 'own', validate } }
    expect(standardSchemaValueType(schema as never, null).decode('x')).toStrictEqual({ ok: false, rule })
  })
  test('of Zod that throws in a pipe of transforms refuses the text that made it throw alone', () => {
    const big = standardSchemaValueType(
      z.string().transform((text) => BigInt(text)),
      null,
    )
    expect(big.decode('12')).toStrictEqual({ ok: true, value: 12n })
    expect(big.decode('x')).toStrictEqual({ ok: false, rule: 'expected a valid value' })
  })
  test('of a library without a synchronous entry point must not be asynchronous either', () => {
    const schema = v.pipeAsync(
      v.string(),
      v.checkAsync(async () => Promise.resolve(true)),
    )
    expect(() => standardSchemaValueType(schema as never, null).decode('x')).toThrow(PaginateConfigError)
  })
  test('of Zod must not be asynchronous', () => {
    const slow = standardSchemaValueType(
      z.string().refine(async () => Promise.resolve(true)),
      null,
    )
    const sentence = `A schema of a field must not be asynchronous; check against a database in 'options.where' instead.`
    expect(() => slow.decode('x')).toThrow(new PaginateConfigError(sentence))
  })
  test.each([
    [null],
    [undefined],
    ['text'],
    [{}],
    [{ '~standard': null }],
    [{ '~standard': { version: 2, validate: () => ({ value: 1 }) } }],
    [{ '~standard': { version: 1 } }],
  ])('is not %j', (value) => expect(isStandardSchema(value)).toBe(false))
})

test.each<[unknown, string]>([
  ['Invalid email.', 'invalid email'],
  ['UUID expected', 'UUID expected'],
  ['must be even', 'must be even'],
  ['line\none\u0000two', 'line one two'],
  ['', 'expected a valid value'],
  [' . ', 'expected a valid value'],
  [undefined, 'expected a valid value'],
  ['wait…', 'wait…'],
  ['and so on..', 'and so on..'],
  [`a${'x'.repeat(500)}`, `a${'x'.repeat(199)}…`],
  ['a\ud800b', 'ab'],
  [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}…`],
  ['a\n\u0000\tb', 'a b'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['ID of Article', 'ID of Article'],
  [`${' '.repeat(300)}beyond what is read`, 'expected a valid value'],
  ['É', 'É'],
  ['Élan', 'élan'],
])('the message %j reads as the rule %j', (message, rule) => expect(ruleOfMessage(message)).toBe(rule))

describe('resolution', () => {
  const upper = defineValueType({ name: 'text', parse: (text) => text.toUpperCase(), operators: ['$eq', '$sw'] })
  const cents = defineValueType({ name: 'cents', parse: Number, appliesTo: ['money', 'NUMERIC'] })
  const byPredicate = defineValueType({
    name: 'shout',
    parse: (text) => `${text}!`,
    appliesTo: (column) => column.name === 'title',
  })
  const point = defineValueType({ name: 'geometry(point)', parse: (text) => text })

  test.each<[string, Partial<ValueTypeSources>, string | null]>([
    [
      'the field’s own type before a registered one',
      { own: 'uuid', registered: [byPredicate], column: things.title },
      'uuid',
    ],
    [
      'the field’s own made type before a registered one',
      { own: even, registered: [byPredicate], column: things.title },
      'even',
    ],
    [
      'a registered type before the built-in, by predicate',
      { registered: [byPredicate], column: things.title },
      'shout',
    ],
    ['a registered type before the built-in, by name', { registered: [upper], column: things.title }, 'text'],
    ['a registered type by SQL type without arguments', { registered: [cents], column: things.price }, 'cents'],
    ['a registered type where there is no built-in', { registered: [cents], column: things.money }, 'cents'],
    ['the first of two that fit', { registered: [byPredicate, upper], column: things.title }, 'shout'],
    [
      'the built-in where no registered one fits',
      { registered: [cents, byPredicate], column: things.small },
      'integer',
    ],
    ['nothing for a registered name that is only an SQL type', { registered: [point], column: things.places }, null],
    ['nothing where there is none', { column: things.places }, null],
    ['nothing for an expression', { registered: [upper, byPredicate] }, null],
  ])('takes %s', (_title, sources, name) => expect(resolve(sources)?.name ?? null).toBe(name))

  test('a registered type with a built-in name is what that name means', () => {
    expect(resolve({ own: 'text', registered: [upper] })?.decode('a')).toStrictEqual({ ok: true, value: 'A' })
    expect(resolve({ registered: [upper], column: things.title })?.operators).toStrictEqual(['$eq', '$sw'])
  })
  test('a registered type reads the elements of a collection', () => {
    expect(resolve({ registered: [upper], column: things.tags })).toMatchObject({
      kind: 'collection',
      element: { kind: 'custom', name: 'text' },
    })
  })
  test('a type that is named as a collection is registered for collections, by their elements', () => {
    const whole = defineValueType({ name: 'collection', parse: String })
    expect(resolve({ registered: [whole], column: things.tags })).toMatchObject({
      kind: 'collection',
      element: { kind: 'custom' },
    })
    expect(resolve({ registered: [whole], column: things.title })).toMatchObject({ kind: 'text' })
  })
  test('the elements of an array have the layout of a made type, those of JSON do not', () => {
    const own = defineValueType({ name: 'own', parse: String, as: { type: 'text', value: (value) => value } })
    expect(resolve({ own, column: things.tags })?.element?.builtIn).toMatchObject({
      type: { kind: 'text' },
      facts: { sqlType: 'text' },
    })
    expect(resolve({ own, column: notes.tags })?.element).not.toHaveProperty('builtIn')
  })
  test('a schema attached to the column comes last', () => {
    const attached = (column: Column): Column =>
      Object.assign(Object.create(column) as Column, { '~standard': z.string()['~standard'] })
    expect(resolve({ column: attached(things.places) })).toMatchObject({ kind: 'custom', name: 'custom' })
    expect(resolve({ column: attached(things.small) })).toMatchObject({ kind: 'integer' })
    expect(
      resolve({
        column: attached(things.places),
        registered: [defineValueType({ name: 'g', parse: String, appliesTo: ['geometry'] })],
      })?.name,
    ).toBe('g')
  })
  test('refuses what is no value type', () => {
    const sentence = `A field's value type must be a name, a value type made with defineValueType, or a Standard Schema.`
    expect(() => resolve({ own: 5 as never })).toThrow(new PaginateConfigError(sentence))
    expect(() => resolve({ own: sql`1` as never })).toThrow(PaginateConfigError)
  })
  test('an integer column is read with its own range', () => {
    expect(resolve({ column: pgTable('t', { n: integer() }).n })?.decode('2147483648').ok).toBe(false)
  })
})
