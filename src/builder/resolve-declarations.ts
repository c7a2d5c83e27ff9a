// Builder: what clients may sort, search and filter, with every rule that names a declaration.
import { Column, is, SQL, type Table } from 'drizzle-orm'
import { isWindowExpression } from '../fragments/has-window-function.js'
import { nameOf, referencedJoins, tableIdentity } from '../fragments/referenced-tables.js'
import { readSource } from '../fragments/row-source.js'
import type { Field, FilterableField, ResolvedCollection, ResolvedJoin, SortTerm } from '../types/config.js'
import type { FieldValueType } from '../types/value.js'
import { readColumn } from '../values/read-column.js'
import { DIRECTIONS, type FilterOperator, OPERATORS, type SortDirection } from '../vocabulary.js'
import type { Declaration, DeclarationOf } from './declaration.js'
import { fieldValueType, type RegisteredValueTypes } from './field-value-type.js'
import { isTableLike } from './read-table.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'
import { expressionFacts } from './expression-facts.js'
import { checkSource, expressionOf, ofKind, refuseStray, type ResolvedFields, typed } from './resolve-fields.js'

/** Kinds of value that a search term can be matched against. */
const TEXT_KINDS: readonly string[] = ['text', 'char']

export function fieldNamed(resolved: ResolvedFields, method: string, name: string): Field {
  const field = typeof name === 'string' ? resolved.fields.get(name.toLowerCase()) : undefined
  // A declaration spells a field as its column or `.field()` does: the spelling is what clients see.
  if (field === undefined || field.name !== name) return refuse(configRefusals.unknownField(method, String(name)))
  return field
}

/** Fields named by `.sortable()`, switched off ones too where `all` says so. */
export function sortableFields(resolved: ResolvedFields, declared: readonly Declaration[]): Map<string, Field> {
  return collect(ofKind(declared, 'sortable'), (name) => fieldNamed(resolved, 'sortable', name), 'sortable')
}

export function searchableFields(resolved: ResolvedFields, declared: readonly Declaration[]): Map<string, Field> {
  const text = (name: string): Field => {
    const field = fieldNamed(resolved, 'searchable', name)
    if (field.type === null || !TEXT_KINDS.includes(field.type.kind)) refuse(configRefusals.notText(name))
    refuseWindow('searchable', field)
    return field
  }
  return collect(ofKind(declared, 'searchable'), text, 'searchable')
}

function refuseWindow(method: string, { name, expression }: Pick<Field, 'name' | 'expression'>): void {
  if (isWindowExpression(expression)) refuse(configRefusals.windowInCondition(method, name))
}

function collect(
  declared: readonly { readonly names: readonly string[] }[],
  resolve: (name: string) => Field,
  method: string,
): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const { names } of declared) {
    if (names.length === 0) refuse(configRefusals.emptyNames(method))
    for (const name of names) {
      const field = resolve(name)
      fields.set(field.name.toLowerCase(), field)
    }
  }
  return fields
}

/** One entry per name: `.filterable()` twice for a name grants the operators of both. */
export function filterableFields(
  resolved: ResolvedFields,
  declared: readonly Declaration[],
  root: Table,
  registered: RegisteredValueTypes,
  /** Where switched-off declarations count too, one name may stand for two sub-collections, each in its own variant. */
  isEveryVariant: boolean,
): Map<string, FilterableField> {
  const filterable = new Map<string, FilterableField>()
  let nextIndex = resolved.fields.size
  for (const declaration of declared) {
    if (declaration.kind === 'filterable') {
      const field = fieldNamed(resolved, 'filterable', declaration.name)
      if (field.type === null) refuse(configRefusals.noOperators(field.name))
      checkOperators('filterable', field.name, declaration.operators, field.type)
      refuseWindow('filterable', field)
      const earlier = filterable.get(field.name.toLowerCase())
      const isTwin = earlier !== undefined && earlier.collection !== null
      if (isTwin && !isEveryVariant) refuse(configRefusals.filterTwice(field.name))
      const operators = new Set([...(isTwin ? [] : (earlier?.operators ?? [])), ...declaration.operators])
      filterable.set(field.name.toLowerCase(), Object.freeze({ field, operators, collection: null }))
    }
    if (declaration.kind === 'filterableMany') {
      const folded = declaration.name.toLowerCase()
      const namesake = resolved.fields.get(folded)
      if (namesake !== undefined && namesake.name !== declaration.name) {
        refuse(configRefusals.namesDifferInCase(namesake.name, declaration.name))
      }
      if (filterable.has(folded) && !isEveryVariant) refuse(configRefusals.filterTwice(declaration.name))
      filterable.set(folded, manyField(resolved, declaration, root, registered, nextIndex++))
    }
  }
  return filterable
}

function manyField(
  resolved: ResolvedFields,
  declaration: DeclarationOf<'filterableMany'>,
  root: Table,
  registered: RegisteredValueTypes,
  index: number,
): FilterableField {
  const { name, collection: source, valueType } = declaration
  if (typeof name !== 'string' || name === '') refuse(configRefusals.emptyName('filterableMany'))
  const collection = resolveCollection(resolved.joins, name, source, root)
  const inside = [collection.table, ...collection.joins.map((join) => join.table)]
  const sources = [...inside, root, ...resolved.joins.map((join) => join.table)]
  const expression = expressionOf('filterableMany', name, declaration.element, sources)
  refuseStray('filterableMany', name, expression, sources)
  const column = is(expression, Column) ? expression : null
  const facts = is(expression, Column) ? readColumn(expression) : expressionFacts(expression, valueType, resolved.dialect)
  const type = fieldValueType({ name, own: valueType, registered, column, facts })
  if (type === null) return refuse(configRefusals.noElementType(name))
  checkOperators('filterableMany', name, declaration.operators, type)
  refuseWindow('filterableMany', { name, expression })
  const needs = referencedJoins(expression, resolved.joins)
  const isOptional = needs.some((needed) => resolved.joins[needed]?.kind === 'left')
  const field: Field = Object.freeze({
    name,
    index,
    expression,
    ...typed(facts, type),
    isNullable: isOptional || isNullableIn(sources, expression),
    joins: Object.freeze(union(collection.needs, needs)),
    path: null,
  })
  return Object.freeze({
    field,
    operators: new Set(declaration.operators),
    collection: Object.freeze({ ...collection, needs: field.joins }),
  })
}

/** An element that is no plain column may be null; a column as its table, or the query of its view, shows. */
function isNullableIn(sources: readonly Table[], expression: Column | SQL): boolean {
  if (!is(expression, Column)) return true
  const { table } = expression as Column & { readonly table: Table }
  const source = sources.find((candidate) => tableIdentity(candidate) === tableIdentity(table))
  const member = source && readSource(source).members.find(({ expression: other }) => is(other, Column) && other.name === expression.name)
  return member === undefined ? !expression.notNull : member.nulls !== 'never'
}

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])].sort((a, b) => a - b)

function resolveCollection(
  joins: readonly ResolvedJoin[],
  name: string,
  source: DeclarationOf<'filterableMany'>['collection'],
  root: Table,
): ResolvedCollection {
  const inUse = new Set([root, ...joins.map((join) => join.table)].map(tableIdentity))
  for (const { table, on } of [source, ...source.joins]) {
    if (!isTableLike(table) || !is(on, SQL)) refuse(configRefusals.notSelectable('filterableMany', name))
    const identity = tableIdentity(table)
    if (inUse.has(identity)) refuse(configRefusals.collectionTableInUse(name, nameOf(table)))
    inUse.add(identity)
    checkSource(table)
  }
  const sources = [root, ...joins.map((join) => join.table), source.table, ...source.joins.map((join) => join.table)]
  refuseStray('filterableMany', name, [source.on, ...source.joins.map((join) => join.on)], sources)
  const needs = referencedJoins([source.on, ...source.joins.map((join) => join.on)], joins)
  return Object.freeze({
    quantifier: source.quantifier,
    table: source.table,
    on: source.on,
    joins: Object.freeze(source.joins.map((join) => Object.freeze({ table: join.table, on: join.on }))),
    needs: Object.freeze(needs),
  })
}

function checkOperators(method: string, name: string, operators: readonly FilterOperator[], type: FieldValueType): void {
  if (operators.length === 0) refuse(configRefusals.emptyOperators(method, name))
  for (const operator of operators) {
    if (!OPERATORS.includes(operator)) refuse(configRefusals.operatorUnknown(method, name, String(operator)))
    if (!type.operators.includes(operator)) {
      refuse(configRefusals.operatorNotSupported(method, name, operator, type.name, type.operators))
    }
  }
}

/** Enabled default sorts whose field is sortable here; one that is sortable in another variant only is left out. */
export function defaultSortTerms(resolved: ResolvedFields, declared: readonly Declaration[]): readonly SortTerm[] {
  const sortable = sortableFields(resolved, declared)
  const sortableHere = sortableFields(
    resolved,
    declared.filter((declaration) => declaration.isEnabled),
  )
  const terms: SortTerm[] = []
  for (const { name, direction, isEnabled } of ofKind(declared, 'defaultSortBy')) {
    const field = fieldNamed(resolved, 'defaultSortBy', name)
    checkDirection('defaultSortBy', name, direction)
    if (!sortable.has(name.toLowerCase())) refuse(configRefusals.notSortable(name))
    if (isEnabled && sortableHere.has(name.toLowerCase())) terms.push(Object.freeze({ field, direction }))
  }
  return Object.freeze(terms)
}

export function checkDirection(method: string, name: string, direction: SortDirection): void {
  if (!DIRECTIONS.includes(direction)) refuse(configRefusals.directionUnknown(method, name, direction))
}

/** Later calls win for a field named twice. */
export function nullOrders(resolved: ResolvedFields, declared: readonly Declaration[]): Map<Field, 'first' | 'last'> {
  const orders = new Map<Field, 'first' | 'last'>()
  for (const { method, names } of ofKind(declared, 'nulls')) {
    if (names.length === 0) refuse(configRefusals.emptyNames(method))
    for (const name of names) orders.set(fieldNamed(resolved, method, name), method === 'nullsFirst' ? 'first' : 'last')
  }
  return orders
}
