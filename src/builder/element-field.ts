// Builder: the field of a `.filterableMany()`. A collection brings this with it (collection.ts), so that a program
// without collections bundles none of it.
import { Column, is, SQL, type Table } from 'drizzle-orm'
import { copyFragment } from '../drizzle/chunks.js'
import { tableOf } from '../drizzle/tables.js'
import { elementPredicate } from '../fragments/element-predicate.js'
import { nameOf, referencedJoins, tableIdentity } from '../fragments/referenced-tables.js'
import { readSource } from '../fragments/row-source.js'
import type { Field, FilterableField, ResolvedCollection, ResolvedJoin, WriteElement } from '../types/config.js'
import * as configRefusals from './config-refusals.js'
import type { CollectionSource } from './declaration.js'
import { isTableLike } from './read-table.js'
import { refuse } from './refuse.js'
import { checkOperators, type ElementContext, refuseWindow } from './resolve-declarations.js'
import { checkSource, expressionOf, refuseStray, typedExpression } from './resolve-fields.js'

export function elementField({
  method,
  resolved,
  declaration,
  root,
  registered,
  index,
}: ElementContext): FilterableField {
  const { name, collection: source, valueType } = declaration
  if (typeof name !== 'string' || name === '') refuse(configRefusals.emptyName(method))
  const collection = resolveCollection(method, resolved.joins, name, source, root)
  const inside = [collection.table, ...collection.joins.map((join) => join.table)]
  const sources = [...inside, root, ...resolved.joins.map((join) => join.table)]
  const expression = expressionOf(method, name, declaration.element, sources)
  refuseStray(method, name, expression, sources)
  const typed = typedExpression({ method, name, own: valueType, expression, registered, dialect: resolved.dialect })
  if (typed.type === null) return refuse(configRefusals.noElementType(name))
  checkOperators(method, name, declaration.operators, typed.type)
  refuseWindow(method, { name, expression })
  const needs = referencedJoins(expression, resolved.joins)
  const isOptional = needs.some((needed) => resolved.joins[needed]?.kind === 'left')
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

/** An element that is no plain column may be null; a column as its table, or the query of its view, shows. */
function isNullableIn(sources: readonly Table[], expression: Column | SQL): boolean {
  if (!is(expression, Column)) return true
  const identity = tableIdentity(tableOf(expression))
  const source = sources.find((candidate) => tableIdentity(candidate) === identity)
  const member =
    source &&
    readSource(source).members.find(({ expression: other }) => is(other, Column) && other.name === expression.name)
  return member === undefined ? !expression.notNull : member.nulls !== 'never'
}

const union = (one: readonly number[], other: readonly number[]): number[] =>
  [...new Set([...one, ...other])].sort((a, b) => a - b)

function resolveCollection(
  method: ElementContext['method'],
  joins: readonly ResolvedJoin[],
  name: string,
  source: CollectionSource,
  root: Table,
): Omit<ResolvedCollection, 'predicate'> {
  const inUse = new Set([root, ...joins.map((join) => join.table)].map(tableIdentity))
  for (const { table, on } of [source, ...source.joins]) {
    if (!isTableLike(table) || !is(on, SQL)) refuse(configRefusals.notSelectable(method, name))
    const identity = tableIdentity(table)
    if (inUse.has(identity)) refuse(configRefusals.rowsTableInUse(method, name, nameOf(table)))
    inUse.add(identity)
    checkSource(table, root)
  }
  const sources = [root, ...joins.map((join) => join.table), source.table, ...source.joins.map((join) => join.table)]
  refuseStray(method, name, [source.on, ...source.joins.map((join) => join.on)], sources)
  const needs = referencedJoins([source.on, ...source.joins.map((join) => join.on)], joins)
  const { quantifier, table, on } = source
  const copies = source.joins.map((join) => ({ ...join, on: copyFragment(join.on) }))
  return { quantifier, table, on: copyFragment(on), joins: copies, needs }
}
