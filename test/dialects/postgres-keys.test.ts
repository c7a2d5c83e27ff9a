// The exact text of each kind of key on PostgreSQL, and the way back.
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/dialects/index.js'
import type { KeyForm, KeyKind, PositionKey } from '../../src/types/position.js'

const { select, parameter, operand, ...facts } = DIALECTS['postgresql'].keys
const key = (kind: KeyKind, sqlType: string): PositionKey => ({
  kind,
  dialect: 'postgresql',
  range: null,
  members: null,
  sqlType,
  element: null,
})
const [column, slot] = [sql.raw('c'), sql.raw('?')]
const written = (fragment: unknown): string => new PgDialect().sqlToQuery(sql`${fragment}`).sql

test('compares rows as rows', () => {
  expect(facts).toMatchObject({ hasRowComparison: true, sortsByNull: false })
})

test.each<[kind: KeyKind, sqlType: string, text: string]>([
  ['text', 'text', '(c)::text'],
  ['boolean', 'bool', '(c)::boolean::text'],
  ['boolean', 'boolean', '(c)::text'],
  ['float', 'real', "encode(float8send((c)::double precision), 'hex')"],
  ['timestamp', 'timestamp', "to_json(c) #>> '{}'"],
  ['date', 'date', "to_json(c) #>> '{}'"],
  ['timestamptz', 'timestamp with time zone', "to_json(((c) at time zone 'UTC')) #>> '{}'"],
  [
    'interval',
    'interval',
    "case when (c)::text like '%infinity' then (c)::text else (extract(year from c) * 12 + extract(month from c))::bigint || ' ' || extract(day from c)::bigint || ' ' || " +
      '(extract(hour from c) * 3600000000 + extract(minute from c) * 60000000 + extract(microseconds from c))::bigint end',
  ],
  [
    'array',
    'text[]',
    "coalesce(substring(array_dims(c) from '.*[[](?!1:).*') || '=', '') || to_json((c)::text[])::text",
  ],
  ['bytes', 'bytea', "encode(c, 'hex')"],
  [
    'number',
    '',
    "case when pg_typeof(c) in ('real'::regtype, 'double precision'::regtype) then 'x' || encode(float8send((c)::double precision), 'hex') else (c)::text end",
  ],
  [
    'dynamic',
    '',
    "case when c is null then null else pg_typeof(c)::text || case when pg_typeof(c) in ('real'::regtype, 'double precision'::regtype) " +
      "and current_setting('extra_float_digits')::int < 1 then ' under extra_float_digits below 1' else '' end || ':' || coalesce(to_jsonb(c) #>> '{}', '') end",
  ],
])('%s (%s) is read as %s', (kind, sqlType, text) => {
  expect(written(select(column, key(kind, sqlType)))).toBe(text)
})

test('an array whose elements a session prints in its own way is read element by element', () => {
  const bounds = (told: string): string => `coalesce(substring(array_dims(c) from '${told}') || '=', '') || `
  const text = (element: PositionKey): string => written(select(column, { ...key('array', 'x[]'), element }))
  const inOrder = (element: string): string =>
    `${bounds('.*[[](?!1:).*|.+[[].*')}case when c is null then null else ` +
    `(select to_json(coalesce(array_agg(${element} order by element_.place), '{}'))::text ` +
    'from unnest(c) with ordinality as element_(value, place)) end'
  expect(text(key('integer', 'integer'))).toBe(`${bounds('.*[[](?!1:).*')}to_json((c)::text[])::text`)
  for (const [kind, sqlType] of [
    ['bytes', 'bytea'],
    ['float', 'real'],
    ['timestamp', 'timestamp'],
    ['timestamptz', 'timestamp with time zone'],
    ['date', 'date'],
    ['interval', 'interval'],
  ] as const) {
    const element = key(kind, sqlType)
    expect(text(element)).toBe(inOrder(written(select(sql.raw('element_.value'), element))))
  }
})

test.each<[kind: KeyKind, sqlType: string, form: KeyForm, text: string]>([
  ['text', 'text', 'plain', '?'],
  ['timestamp', 'inferred', 'plain', '?'],
  ['timestamp', 'timestamp', 'plain', '?::timestamp'],
  ['timestamptz', '', 'plain', "(?::timestamp at time zone 'UTC')"],
  ['number', '', 'numeric', '?::numeric'],
  ['number', '', 'float', '?::double precision'],
  ['number', '', 'plain', '?::bigint'],
  ['bytes', 'bytea', 'plain', "decode(?, 'hex')"],
  ['boolean', 'bool', 'plain', '?::boolean'],
  ['uuid', 'uuid', 'plain', '?::uuid'],
  ['integer', 'integer', 'plain', '?::bigint'],
  ['decimal', 'numeric', 'plain', '?::numeric'],
  ['float', 'real', 'plain', '?::double precision'],
  ['date', 'date', 'plain', '?::date'],
  ['time', 'time', 'plain', '?::time'],
  ['timetz', 'timetz', 'plain', '?::timetz'],
  ['interval', 'interval', 'plain', '?::interval'],
  ['enum', '"level"', 'plain', '?::text::"level"'],
  ['jsonb', 'jsonb', 'plain', '?::text::jsonb'],
  ['network', 'inet', 'plain', '?::text::inet'],
  ['array', 'text[]', 'plain', '?::text::text[]'],
  ['other', 'int4range', 'plain', '?::text::int4range'],
  ['dynamic', '', 'numeric', '?::text::numeric'],
  ['dynamic', '', 'float', '?::text::double precision'],
  ['dynamic', '', 'text', '?::text::text'],
  ['dynamic', '', 'char', '?::text::bpchar'],
  ['dynamic', '', 'boolean', '?::text::boolean'],
  ['dynamic', '', 'date', '?::text::date'],
  ['dynamic', '', 'timestamp', '?::text::timestamp'],
  ['dynamic', '', 'timestamptz', '?::text::timestamptz'],
  ['dynamic', '', 'time', '?::text::time'],
  ['dynamic', '', 'interval', '?::text::interval'],
  ['dynamic', '', 'uuid', '?::text::uuid'],
])('%s (%s) of the form %s is written as %s', (kind, sqlType, form, text) => {
  expect(written(parameter(slot, key(kind, sqlType), form))).toBe(text)
})

test.each<[kind: KeyKind, form: KeyForm, text: string]>([
  ['integer', 'plain', 'c'],
  [
    'dynamic',
    'numeric',
    "(case when pg_typeof(c) in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then (c)::text::numeric end)",
  ],
  [
    'dynamic',
    'float',
    "(case when pg_typeof(c) in ('real'::regtype, 'double precision'::regtype) then (c)::text::double precision end)",
  ],
  [
    'dynamic',
    'text',
    "(case when pg_typeof(c) in ('text'::regtype, 'varchar'::regtype, 'name'::regtype) then (c)::text::text end)",
  ],
  ['dynamic', 'uuid', "(case when pg_typeof(c) in ('uuid'::regtype) then (c)::text::uuid end)"],
])('%s of the form %s is compared as %s', (kind, form, text) => {
  expect(written(operand?.(column, key(kind, ''), form))).toBe(text)
})
