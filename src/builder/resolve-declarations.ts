// Builder: what clients may sort, search and filter, with every rule that names a declaration.
import type { Table } from 'drizzle-orm'
import { isWindowExpression } from '../fragments/has-window-function.js'
import type { Field, FilterableField, SortTerm } from '../types/config.js'
import type { FieldValueType } from '../types/value.js'
import { DIRECTIONS, type FilterOperator, OPERATORS, type SortDirection } from '../vocabulary.js'
import { type Declaration, type DeclarationOf, ELEMENT_FIELD } from './declaration.js'
import type { RegisteredValueTypes } from './field-value-type.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'
import { ofKind, type ResolvedFields } from './resolve-fields.js'

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

export function refuseWindow(method: string, { name, expression }: Pick<Field, 'name' | 'expression'>): void {
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

/** What the field of a sub-collection is made of. */
export interface ElementContext {
  readonly resolved: ResolvedFields
  readonly declaration: DeclarationOf<'filterableMany'>
  readonly root: Table
  readonly registered: RegisteredValueTypes
  readonly index: number
}

type MakeField = (context: ElementContext) => FilterableField

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
      const makeField = declaration.collection[ELEMENT_FIELD]
      if (typeof makeField !== 'function') refuse(configRefusals.notSelectable('filterableMany', declaration.name))
      filterable.set(folded, (makeField as MakeField)({ resolved, declaration, root, registered, index: nextIndex++ }))
    }
  }
  return filterable
}

export function checkOperators(method: string, name: string, operators: readonly FilterOperator[], type: FieldValueType): void {
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
