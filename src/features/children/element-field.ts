// Children: the field of a `.filterableMany()`, a criterion over rows that belong to a row of the root.
import { Column, sql, type SQL, type Table } from 'drizzle-orm'
import { union } from '../../basics/numbers.js'
import { is } from '../../drizzle/kinds.js'
import * as configRefusals from '../../mistakes/config-refusals.js'
import type { RowsSource } from '../../types/declaration.js'
import { refuse } from '../../mistakes/refuse.js'
import { checkOperators, refuseWindow } from '../../builder/resolve-declarations.js'
import type { ElementContext } from '../../builder/rows-support.js'
import { expressionOf, typedExpression } from '../../builder/resolve-fields.js'
import { tableOf } from '../../drizzle/tables.js'
import { elementPredicate } from './element-predicate.js'
import { refuseStray, tableIdentity } from '../../fragments/referenced-tables.js'
import { readSource } from '../../fragments/row-source.js'
import type { Field, FilterableField, JoinedTable, ResolvedCollection, WriteElement } from '../../types/config.js'
import { type ResolvedRows, resolveRows } from './resolve-rows.js'

const method = 'filterableMany'

export function elementField(context: ElementContext): FilterableField {
  const { declaration, joins, dialect, root, registered, index } = context
  const { name, rows: source, valueType } = declaration
  const rows = resolveRows(method, name, source, context)
  const collection = collectionOf(source, rows)
  const sources = [...rows.joins.map((join) => join.table), root, ...joins.map((join) => join.table)]
  const expression = expressionOf(method, name, declaration.element, sources, { valueType, dialect })
  refuseStray(method, name, expression, sources)
  const typed = typedExpression({ method, name, own: valueType, expression, registered, dialect, sources })
  if (typed.type === null) return refuse(configRefusals.noElementType(name))
  checkOperators(method, name, declaration.operators, typed.type)
  refuseWindow(method, { name, expression })
  const needs = rows.needsOf(expression)
  const isOptional =
    needs.some((needed) => joins[needed]?.kind === 'left') || rows.joins.some(({ kind }) => kind === 'left')
  const field: Field = Object.freeze({
    name,
    index,
    expression,
    ...typed,
    isNullable: isOptional || isNullableIn(sources, expression),
    joins: Object.freeze(union(collection.needs, needs)),
    path: null,
  })
  return Object.freeze({
    field,
    operators: new Set(declaration.operators),
    collection: Object.freeze({
      ...collection,
      needs: field.joins,
      predicate: (write: WriteElement, keyword?: 'and' | 'having') => elementPredicate(collection, write, keyword),
    }),
  })
}

/** An element that is not a plain column may be null; a column as its table, or the query of its view, shows. */
function isNullableIn(sources: readonly Table[], expression: Column | SQL): boolean {
  if (!is(expression, Column)) return true
  const identity = tableIdentity(tableOf(expression))
  const source = sources.find((candidate) => tableIdentity(candidate) === identity)
  const member =
    source &&
    readSource(source).members.find(({ expression: other }) => is(other, Column) && other.name === expression.name)
  return member === undefined ? !expression.notNull : member.nulls !== 'never'
}

/** `.where()` of the rows is AND-ed with what ties them to the row. */
function collectionOf(
  { quantifier }: RowsSource,
  { joins: [first, ...joins], conditions, needs }: ResolvedRows,
): Omit<ResolvedCollection, 'predicate'> {
  const { table, on } = first as JoinedTable
  const tied =
    conditions.length === 0
      ? on
      : sql.join(
          [on, ...conditions].map((one) => sql`(${one})`),
          sql` and `,
        )
  return { quantifier, table, on: tied, joins, needs }
}
