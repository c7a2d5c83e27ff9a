// Children: the rows of a page by their keys, as a condition. Where a dialect can, all keys are one parameter (of each
// column), so that the text of the statement is the same for every page; else each value is a parameter of its own.
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DIALECTS } from '../../dialects/index.js'
import { powerOfTwoFrom } from '../../basics/numbers.js'
import { bindKeyText } from '../positions/key-text.js'
import { arrayLiteral } from '../../dialects/postgres/sql.js'
import type { DialectName } from '../../vocabulary.js'
import type { BoundKey } from '../../types/position.js'
import type { KeyPart } from './parent-key.js'

/** A condition with slots instead of the keys. Equal forms: equal texts. */
export interface KeyCondition {
  readonly form: string
  readonly values: readonly unknown[]
  readonly write: (slot: (at: number) => SQLWrapper) => SQL
}

/** @param keys the texts of each row's key, no key twice; one at least */
export function keyCondition(
  parts: readonly KeyPart[],
  keys: readonly (readonly string[])[],
  dialect: DialectName,
): KeyCondition {
  return KEY_LISTS[dialect]?.(parts, keys) ?? oneByOne(parts, keys, dialect)
}

/** Null: these keys are not sent as one list. */
type WriteList = (parts: readonly KeyPart[], keys: readonly (readonly string[])[]) => KeyCondition | null

const KEY_LISTS: { readonly [name in DialectName]: WriteList | null } = {
  postgresql: postgresList,
  cockroach: postgresList,
  sqlite: sqliteList,
  // No index is used through MySQL's JSON_TABLE.
  mysql: null,
  singlestore: null,
  mssql: null,
}

const listOf = (members: readonly SQLWrapper[]): SQL => sql.join(members as SQL[], sql`, `)
const rowOf = (members: readonly SQLWrapper[]): SQL =>
  members.length === 1 ? sql`${members[0]}` : sql`(${listOf(members)})`
const sidesOf = (parts: readonly KeyPart[]): SQL => rowOf(parts.map(({ expression }) => expression))

function postgresList(parts: readonly KeyPart[], keys: readonly (readonly string[])[]): KeyCondition | null {
  const types = parts.map(postgresType)
  if (types.includes(null)) return null
  return {
    form: 'list',
    values: parts.map((_, part) => arrayLiteral(keys.map((texts) => texts[part]))),
    write: (slot) => {
      const lists = types.map((type, part) => sql`${slot(part)}::${sql.raw(type as string)}[]`)
      return parts.length === 1
        ? sql`${sidesOf(parts)} = any(${lists[0]})`
        : sql`${sidesOf(parts)} in (select * from unnest(${listOf(lists)}))`
    },
  }
}

/**
 * The type of a list that an index on the column serves; null for types whose text depends on the session, or that are
 * seldom keys.
 */
function postgresType({ key: { kind, sqlType } }: KeyPart): string | null {
  switch (kind) {
    case 'integer':
      return 'bigint'
    case 'decimal':
      return 'numeric'
    case 'uuid':
    case 'date':
      return kind
    case 'text':
      // Compared as text, a `char(n)` would be converted, and no index serve it.
      return /^(?:text|varchar)/.test(sqlType) ? 'text' : sqlType.startsWith('char') ? 'bpchar' : null
    default:
      return null
  }
}

/**
 * Integers as their digits and text as strings of one JSON document: exact, and one parameter for drivers with a low
 * limit of them.
 */
function sqliteList(parts: readonly KeyPart[], keys: readonly (readonly string[])[]): KeyCondition | null {
  const rows: string[] = []
  for (const texts of keys) {
    const values = texts.map(jsonOfStored)
    if (values.includes(null)) return null
    rows.push(parts.length === 1 ? (values[0] as string) : `[${values.join(',')}]`)
  }
  const fields =
    parts.length === 1 ? [sql`value`] : parts.map((_, part) => sql.raw(`json_extract(value, '$[${part}]')`))
  return {
    form: 'list',
    values: [`[${rows.join(',')}]`],
    write: (slot) => sql`${sidesOf(parts)} in (select ${listOf(fields)} from json_each(${slot(0)}))`,
  }
}

/** JSON has no blobs and SQLite's no NUL in texts; a real would be read from its decimal digits. */
function jsonOfStored(text: string): string | null {
  const value = text.slice(1)
  if (text.startsWith('i')) return value
  return text.startsWith('t') && !value.includes('\u0000') ? JSON.stringify(value) : null
}

function oneByOne(parts: readonly KeyPart[], keys: readonly (readonly string[])[], dialect: DialectName): KeyCondition {
  // Filled up with the last key.
  const length = powerOfTwoFrom(keys.length)
  const padded = Array.from({ length }, (_, at) => keys[Math.min(at, keys.length - 1)] as readonly string[])
  const bound = padded.flatMap((texts) =>
    texts.map((text, part) => spelled(boundKey(text, parts[part] as KeyPart), dialect)),
  )
  const { parameter } = DIALECTS[dialect].keys
  return {
    form: `each ${bound.map(({ form }) => form).join(' ')}`,
    values: bound.map(({ value }) => value),
    write: (slot) => {
      const value = (at: number): SQLWrapper =>
        parameter(slot(at), (parts[at % parts.length] as KeyPart).key, (bound[at] as BoundKey).form)
      if (parts.length === 1) return sql`${sidesOf(parts)} in (${listOf(padded.map((_, at) => value(at)))})`
      const rows = padded.map((_, row) => {
        const members = parts.map(({ expression }, at) => sql`${expression} = ${value(row * parts.length + at)}`)
        return sql`(${sql.join(members, sql` and `)})`
      })
      return sql`(${sql.join(rows, sql` or `)})`
    },
  }
}

function boundKey(text: string, { key }: KeyPart): BoundKey {
  const bound = bindKeyText(text, key)
  if (bound === null) throw new Error(`A key of type '${key.sqlType}' cannot be bound again; please report.`)
  return bound
}

/** As another text where some driver cannot send the value as it is. */
function spelled(bound: BoundKey, dialect: DialectName): BoundKey {
  const { spelling } = DIALECTS[dialect].sql
  if (spelling === undefined) return bound
  const needed = spelling.spellingOf(bound.value)
  return needed === null ? bound : { value: spelling.respell(bound.value, needed), form: needed }
}
