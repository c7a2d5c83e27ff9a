// Children: the field of a `.count()` or `.aggregate()` of rows, an aggregate over the rows that belong to a row of the
// root, as one correlated sub-select.
import { Column, SQL, sql, StringChunk } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import type { ContentOf } from '../../types/declaration.js'
import { refuse } from '../../mistakes/refuse.js'
import type { RowsContext } from '../../builder/rows-support.js'
import { expressionOf, typedExpression } from '../../builder/resolve-fields.js'
import { chunkText, decoderOf, hasDecoder } from '../../drizzle/fragments.js'
import { fromRows, protectColumns } from './element-predicate.js'
import { refuseStray, tableIdentity } from '../../fragments/referenced-tables.js'
import type { Field, JoinedTable, SubSelect } from '../../types/config.js'
import { conditionKey } from '../../kept/fragment-key.js'
import type { ValueTypeName } from '../../vocabulary.js'
import { type ResolvedRows, resolveRows } from './resolve-rows.js'

const method = 'field'

export function fieldOfRows(declaration: ContentOf<'fieldOfRows'>, context: RowsContext): Omit<Field, 'index'> {
  const { name, rows, aggregate, valueType } = declaration
  const resolved = resolveRows(method, name, rows, context)
  const read = { valueType, dialect: context.dialect }
  const selected = expressionOf(method, name, aggregate, resolved.sources, read)
  if (!is(selected, SQL)) return refuse(configRefusals.notAnAggregate('.aggregate()'))
  refuseStray(method, name, selected, resolved.sources)
  const [first, ...joins] = resolved.joins as readonly [JoinedTable, ...JoinedTable[]]
  const inside = new Set(resolved.joins.map(({ table }) => tableIdentity(table)))
  const own = (fragment: SQL): SQL => protectColumns(fragment, inside) as SQL
  const from = fromRows(first.table, joins, own)
  const conditions = [first.on, ...resolved.conditions].map((condition) => sql`(${own(condition)})`)
  const over: SubSelect['over'] = (fragment, having) =>
    sql`(select ${fragment} from ${from} where ${sql.join(conditions, sql` and `)}${having && sql` having ${having}`})`
  const protectedSelected = own(selected)
  const expression = over(protectedSelected).mapWith(decoderOf(selected))
  const needs = new Set([...resolved.needs, ...resolved.needsOf(selected)])
  const word = wordOf(selected)
  return {
    name,
    expression,
    ...typeOf(name, valueType, selected, expression, context),
    isNullable: word !== 'count',
    // An app's own expression may select a column of one row, which cannot be selected with an aggregate.
    subSelect: {
      selected: protectedSelected,
      isAggregate: word !== null,
      source: word === null ? declaration : (writtenRows(resolved) ?? rows),
      root: context.root,
      over,
    },
    rows: resolved.joins,
    joins: Object.freeze([...needs].sort((one, other) => one - other)),
    path: null,
  }
}

/** What Drizzle writes for the rows, with their values; null where two of one text may be different rows. */
function writtenRows({ joins: [first, ...joins], conditions }: ResolvedRows): string | null {
  const { table, on } = first as JoinedTable
  const { key, values } = conditionKey(sql`${fromRows(table, joins, (of) => of)} where ${[on, ...conditions]}`)
  return key !== null && values.every(isJson) ? JSON.stringify([key, values]) : null
}

const isJson = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** The value type that was given, else what Drizzle's own aggregates show: `max(column)` is read as the column is. */
function typeOf(
  name: string,
  own: unknown,
  selected: SQL,
  expression: SQL,
  { registered, dialect }: RowsContext,
): Pick<Field, 'facts' | 'type'> {
  const decoder: unknown = decoderOf(selected)
  // An app's own `sum(…)` has none: its values are what the driver makes of them, and say nothing of their type.
  const shown = own ?? (hasDecoder(selected) ? OF_AGGREGATE[wordOf(selected) ?? ''] : undefined)
  const isOfColumn = shown === undefined && is(decoder, Column)
  return typedExpression({
    method,
    name,
    own: shown,
    expression: isOfColumn ? decoder : expression,
    registered,
    dialect,
    sources: null,
  })
}

/** Text is what Drizzle makes of a sum and an average, and numbers are what they are. */
const OF_AGGREGATE: { readonly [word: string]: ValueTypeName | undefined } = {
  count: 'integer',
  sum: 'decimal',
  avg: 'decimal',
}

/** The word of Drizzle's own `count(…)`, `sum(…)` and the like, distinct or not; null for any other expression. */
function wordOf({ queryChunks }: SQL): string | null {
  const [first, , last] = queryChunks
  if (queryChunks.length !== 3 || !is(first, StringChunk) || !is(last, StringChunk) || chunkText(last) !== ')')
    return null
  return /^(count|sum|avg|max|min)\((?:distinct )?$/.exec(chunkText(first))?.[1] ?? null
}
