// Children: the field of a `.count()` or `.aggregate()` of rows, an aggregate over the rows that belong to a row of the
// root, as one correlated sub-select.
import { Column, SQL, sql, StringChunk } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import type { ContentOf } from '../../types/declaration.js'
import { refuse } from '../../mistakes/refuse.js'
import type { RowsContext } from '../../builder/rows-support.js'
import { DIALECTS } from '../../dialects/index.js'
import { expressionOf, typedExpression } from '../../builder/resolve-fields.js'
import { chunkText, decoderOf, hasDecoder } from '../../drizzle/fragments.js'
import { fromRows, protectColumns } from './element-predicate.js'
import { refuseStray, tableIdentity } from '../../fragments/referenced-tables.js'
import type { Field, JoinedTable, SubSelect } from '../../types/config.js'
import { conditionKey } from '../../kept/fragment-key.js'
import { readColumn } from '../../values/read-column.js'
import type { DialectName, ValueTypeName } from '../../vocabulary.js'
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
  const shown = own ?? shownType(selected, dialect)
  return typedExpression({
    method,
    name,
    own: is(shown, Column) ? undefined : shown,
    expression: is(shown, Column) ? shown : expression,
    registered,
    dialect,
    sources: null,
  })
}

/** What Drizzle's own aggregates show of their values: a type, or the column that they are of. */
function shownType(selected: SQL, dialect: DialectName): ValueTypeName | Column | undefined {
  // An app's own `sum(…)` has none: its values are what the driver makes of them, and say nothing of their type.
  if (!hasDecoder(selected)) return undefined
  const word = wordOf(selected)
  if (word === 'count') return 'integer'
  if (word === 'sum' || word === 'avg') return typeOfSum(word, selected.queryChunks[1], dialect)
  const decoder: unknown = decoderOf(selected)
  return is(decoder, Column) ? decoder : undefined
}

/** Text is what Drizzle makes of a sum and an average, and numbers are what they are; in PostgreSQL also spans of time. */
function typeOfSum(word: 'sum' | 'avg', added: unknown, dialect: DialectName): ValueTypeName | Column {
  if (!is(added, Column) || DIALECTS[dialect].typing !== 'strict') return 'decimal'
  const { valueType, isSinglePrecision } = readColumn(added)
  if (valueType === 'interval' || valueType === 'time') return 'interval'
  // The sum of singles is a single there, and so it is compared.
  return word === 'sum' && isSinglePrecision ? added : 'decimal'
}

/** The word of Drizzle's own `count(…)`, `sum(…)` and the like, distinct or not; null for any other expression. */
function wordOf({ queryChunks }: SQL): string | null {
  const [first, , last] = queryChunks
  if (queryChunks.length !== 3 || !is(first, StringChunk) || !is(last, StringChunk) || chunkText(last) !== ')')
    return null
  return /^(count|sum|avg|max|min)\((?:distinct )?$/.exec(chunkText(first))?.[1] ?? null
}
