// Add-on openapi: an item of a list, member by member.
import { Column, SQL, StringChunk, Subquery, Table, View } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { chunkText } from '../../drizzle/fragments.js'
import { readSource, type SourceMember } from '../../fragments/row-source.js'
import { tableIdentity } from '../../fragments/source-name.js'
import { tableOf } from '../../drizzle/tables.js'
import { readRecord } from '../../rows/guard-selection.js'
import { isField } from '../../features/shapes/resolve-shape.js'
import type { Field, ItemShape, JoinedTable } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { AnyPaginateConfig, InferItem } from '../../types/paginate-config.js'
import type { Selection } from '../../types/selection.js'
import { configOf, type OpenApiSource } from './list-source.js'
import { type JsonSchema, object, partial } from './open-api-types.js'
import { columnSchema, expressionSchema, orNull } from './value-schemas.js'
import { undecoded } from '../../values/declared-decoder.js'

/** The schema of an object with these members. */
export interface ObjectSchema<Name extends string> extends JsonSchema {
  type: 'object'
  properties: { [Key in Name]: JsonSchema }
}

/** By the members of the selection, else of the list's items. Plain data does not describe them. */
export type ItemSchema<Source extends OpenApiSource, Fields> = Source extends AnyPaginateConfig
  ? ObjectSchema<Fields extends undefined ? NamesOf<InferItem<Source>> : NamesOf<Fields>>
  : JsonSchema
type NamesOf<Item> = unknown extends Item ? string : keyof Item & string

/**
 * Returns the JSON Schema of an item as the list's endpoint writes it: each member with its type, format and
 * nullability, from columns, `.select()` and the value types of `.field()`. From plain data, which does not describe
 * items, it is any object.
 *
 * An expression may be null, because nothing shows that it cannot be.
 *
 * @param select the selection of `paginateSelect`. @default the items of `paginate`
 * @example
 * ```ts
 * const components = { schemas: { Article: itemSchema(articleList) } }
 * // { "type": "object", "properties": { "id": { "type": "integer", "format": "int32" }, … }, "required": ["id", …] }
 * ```
 */
export function itemSchema<const Source extends OpenApiSource, const Fields extends Selection | undefined = undefined>(
  source: Source,
  select?: Fields,
): ItemSchema<Source, Fields> {
  // The names of an item's type are those of its members.
  return schemaOfItem(source, select) as ItemSchema<Source, Fields>
}

function schemaOfItem(source: OpenApiSource, select: Selection | undefined): JsonSchema {
  const config = configOf(source)
  if (config === null) return { type: 'object' }
  if (select !== undefined) return selectionSchema(select, config)
  // A request may ask such a list for any of its members.
  const recordSchema = config.selectable === null ? object : partial
  const item = selectionSchema(config.selection, config, recordSchema)
  if (config.children === null) return item
  const children = config.children.sets.map(({ name, limit, selection, joins }): [string, JsonSchema] => [
    name,
    {
      type: 'array',
      items: selectionSchema(selection, { ...config, joins }),
      ...(limit === null ? {} : { maxItems: limit }),
    },
  ])
  return recordSchema({ ...(item['properties'] as { [name: string]: JsonSchema }), ...Object.fromEntries(children) })
}

/**
 * The summary that a list declares: each member may be null, since the set may be empty, but a count. Null without one,
 * and for plain data, which does not describe it.
 */
export function summarySchema(source: OpenApiSource): JsonSchema | null {
  const config = configOf(source)
  return config === null || config.summary === null ? null : selectionSchema(config.summary.selection, config)
}

/** Only `count(…)`, with its filter. Parentheses are folded, and a fragment within may be anything. */
const COUNT = /^\s*count\s*#\s*(?:filter\s*#\s*)?$/i
const isCount = ({ queryChunks }: SQL): boolean =>
  COUNT.test(folded(queryChunks.map((chunk) => (is(chunk, StringChunk) ? chunkText(chunk) : 'x')).join('')))

function folded(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '#')
  return shorter === text ? text : folded(shorter)
}

/** Members that the shape itself selects have no name in the list. */
const fieldsOf = (shape: ItemShape): readonly Field[] =>
  Object.values(shape).flatMap((member) => (isField(member) ? [member] : fieldsOf(member)))

const FORMATS = ['uuid', 'date'] as const
const isPlainText = ({ type, format }: JsonSchema): boolean => type === 'string' && format === undefined

/** The record of a selection of columns, expressions, tables and such records. */
function selectionSchema(
  selection: Selection,
  config: Pick<ResolvedConfig, 'table' | 'fields' | 'shape' | 'dialect'> & { readonly joins: readonly JoinedTable[] },
  recordSchema = object,
): JsonSchema {
  const sources: readonly Table[] = [config.table, ...config.joins.map(({ table }) => table)]
  const optional = new Map(
    config.joins.filter(({ kind }) => kind === 'left').map(({ table }) => [tableIdentity(table), table]),
  )
  const members: readonly (SourceMember & { readonly table: Table })[] = sources.flatMap((table) =>
    readSource(table).members.map((member) => ({ ...member, table })),
  )

  const shapeFields = config.shape === null ? [] : fieldsOf(config.shape)

  /** @param joined the left-joined table that the whole record around it is null with */
  const valueSchema = (value: Column | SQL, joined: Table | null): JsonSchema => {
    const member = members.find(
      ({ expression, table, name }) =>
        expression === undecoded(value) ||
        (is(value, Column) && value.name === name && tableIdentity(tableOf(value)) === tableIdentity(table)),
    )
    const fields = [...config.fields.values(), ...shapeFields].filter(
      ({ expression }) => undecoded(expression) === undecoded(value),
    )
    const schema = is(value, Column)
      ? columnSchema(value)
      : expressionSchema(value, fields[0]?.type ?? null, config.dialect)
    // A text column that `.field()` reads as one of these.
    const format = FORMATS.find((kind) => isPlainText(schema) && fields.some(({ type }) => type?.kind === kind))
    const isNullable =
      member === undefined
        ? (fields[0]?.isNullable ?? !(is(value, Column) && value.notNull)) && !(is(value, SQL) && isCount(value))
        : member.nulls !== 'never' || (member.table !== joined && optional.has(tableIdentity(member.table)))
    const formatted = format === undefined ? schema : { ...schema, format }
    return isNullable ? orNull(formatted) : formatted
  }

  const record = (given: Selection, isRoot: boolean): JsonSchema => {
    const { level, table } = readRecord(given, sources, optional)
    const joined = isRoot ? null : table
    const schema = recordSchema(
      Object.fromEntries(Object.entries(level).map(([key, member]) => [key, memberSchema(member, joined)])),
    )
    return joined === null ? schema : orNull(schema)
  }

  const memberSchema = (member: unknown, joined: Table | null): JsonSchema => {
    if (is(member, Column) || is(member, SQL)) return valueSchema(member, joined)
    if (is(member, SQL.Aliased)) return valueSchema(member.sql, joined)
    if (is(member, Table) || is(member, View)) {
      return record(
        Object.fromEntries(readSource(member).members.map(({ key, expression }) => [key, expression])),
        false,
      )
    }
    // A sub-select is the value of its one field.
    if (is(member, Subquery)) return orNull(memberSchema(Object.values(member._.selectedFields)[0], joined))
    return typeof member === 'object' && member !== null ? record(member as Selection, false) : {}
  }

  return record(selection, true)
}
