// Builder: what clients may sort, search and filter, with every rule that names a declaration.
import { nearHint } from '../basics/nearest.js'
import { Column, type Table } from 'drizzle-orm'
import { is } from '../drizzle/kinds.js'
import { DIALECTS } from '../dialects/index.js'
import { recordTexts } from '../basics/criteria-text.js'
import { isWindowExpression } from '../fragments/referenced-tables.js'
import { type CriterionRules, resolveField } from '../plan/filters.js'
import type { DefaultFilter, Field, FilterableField, FilterVariants, NullOrder, SortTerm } from '../types/config.js'
import type { FieldValueType } from '../types/value.js'
import { DIALECT_TITLES, DIRECTIONS, type FilterOperator, OPERATORS, type SortDirection } from '../vocabulary.js'
import { type ContentOf, type Declaration, ofKind, typedElement } from '../types/declaration.js'
import { ownFilter } from '../features/own-filters/own-filter.js'
import type { RegisteredValueTypes } from '../values/field-value-type.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { shown } from '../mistakes/shown.js'
import type { ResolvedFields } from './resolve-fields.js'
import { type ElementContext, supportOf } from './rows-support.js'

/** Kinds of value that a search term can be matched against. */
const TEXT_KINDS: readonly string[] = ['text', 'char']

export function fieldNamed(resolved: ResolvedFields, method: string, name: string): Field {
  const field = typeof name === 'string' ? resolved.fields.get(name.toLowerCase()) : undefined
  // A declaration spells a field as its column or `.field()` does: the spelling is what clients see.
  if (field === undefined || field.name !== name) {
    return refuse(configRefusals.unknownField(method, shown(name)), nearHint(shown(name), resolved.fields.values()))
  }
  return field
}

/** Fields named by `.sortable()`, switched off ones too where `all` says so. */
export function sortableFields(resolved: ResolvedFields, declared: readonly Declaration[]): Map<string, Field> {
  const sortable = (name: string): Field => {
    const field = fieldNamed(resolved, 'sortable', name)
    const { unsortableTypes } = DIALECTS[resolved.dialect]
    const type = is(field.expression, Column) ? field.expression.getSQLType() : ''
    if (unsortableTypes.includes(type.replace(/(\[\d*\])+$/, '')))
      refuse(configRefusals.notComparable(name, type, DIALECT_TITLES[resolved.dialect]))
    return field
  }
  return collect(ofKind(declared, 'sortable'), sortable, 'sortable')
}

export function searchableFields(resolved: ResolvedFields, declared: readonly Declaration[]): Map<string, Field> {
  const text = (name: string): Field => {
    const field = fieldNamed(resolved, 'searchable', name)
    if (!isOfText(field.type)) refuse(configRefusals.notText(name))
    refuseWindow('searchable', field)
    return field
  }
  return collect(ofKind(declared, 'searchable'), text, 'searchable')
}

/** A made type is of text if the database compares its values as text. */
const isOfText = (type: FieldValueType | null): boolean =>
  type !== null && TEXT_KINDS.includes((type.builtIn?.type ?? type).kind)

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

/**
 * One filter per name: `.filterable()` twice for a name allows the operators of both. One sub-collection per name too:
 * all criteria on the keys of a record apply to one row.
 */
export function filterableFields(...given: Parameters<typeof filterVariants>): ReadonlyMap<string, FilterableField> {
  const filterable = new Map<string, FilterableField>()
  for (const [folded, [field, twin]] of filterVariants(...given)) {
    if (twin !== undefined) refuse(configRefusals.filterTwice(twin.field.name))
    filterable.set(folded, field as FilterableField)
  }
  const [, declared] = given
  const ofRows = new Set<string>()
  for (const { name } of [...ofKind(declared, 'filterableMany'), ...ofKind(declared, 'filterableRecord')]) {
    if (ofRows.has(name.toLowerCase())) refuse(configRefusals.filterTwice(name))
    ofRows.add(name.toLowerCase())
  }
  return filterable
}

export function filterVariants(
  resolved: ResolvedFields,
  declared: readonly Declaration[],
  root: Table,
  registered: RegisteredValueTypes,
): FilterVariants {
  const { joins, dialect } = resolved
  const context = { root, registered, joins, dialect }
  const filterable = new Map<string, readonly FilterableField[]>()
  const variantsOf = (name: string): readonly FilterableField[] => filterable.get(name.toLowerCase()) ?? []
  const add = (field: FilterableField): void => {
    const { name } = field.field
    const folded = name.toLowerCase()
    const namesake = resolved.fields.get(folded) ?? variantsOf(name)[0]?.field
    if (namesake !== undefined && namesake.name !== name) refuse(configRefusals.namesDifferInCase(namesake.name, name))
    filterable.set(folded, [...variantsOf(name), field])
  }
  let nextIndex = resolved.fields.size
  for (const declaration of declared) {
    if (declaration.kind === 'filterable') {
      const field = fieldNamed(resolved, 'filterable', declaration.name)
      if (field.type === null) refuse(configRefusals.noOperators(field.name))
      checkOperators('filterable', field.name, declaration.operators, field.type)
      refuseWindow('filterable', field)
      const variants = variantsOf(field.name)
      const earlier = variants.find((variant) => variant.field === field)
      const operators = new Set([...(earlier?.operators ?? []), ...declaration.operators])
      const others = variants.filter((variant) => variant !== earlier)
      filterable.set(field.name.toLowerCase(), [...others, Object.freeze({ field, operators, collection: null })])
    }
    if (declaration.kind === 'filterableMany') {
      const { element } = supportOf(declaration.rows, configRefusals.needsCollection(declaration.name))
      add(element({ ...context, declaration, index: nextIndex++ }))
    }
    if (declaration.kind === 'filterWith') {
      const field = ownFilter(declaration, resolved, registered, nextIndex++)
      checkOperators('filterWith', declaration.name, declaration.operators, field.field.type as FieldValueType)
      add(field)
    }
    if (declaration.kind === 'filterableRecord') {
      const fields = elementFields(declaration, { ...context, index: nextIndex })
      for (const field of fields) add(field)
      nextIndex += fields.length
    }
  }
  return filterable
}

/** The fields of a record: each as one of `.filterableMany()`, and all of them over one and the same element. */
function elementFields(
  { name, rows, fields }: ContentOf<'filterableRecord'>,
  context: Omit<ElementContext, 'declaration'>,
): FilterableField[] {
  const support = supportOf(rows, configRefusals.needsCollection(name))
  const entries = Object.entries(fields)
  if (entries.length === 0) refuse(configRefusals.emptyNames('filterableMany'))
  if (entries.some(([key]) => key === '')) refuse(configRefusals.emptyKey(name))
  const element = Object.freeze({ name, keys: new Map(entries.map(([key]) => [`${name}.${key}`, key])) })
  return entries.map(([key, entry], at) => {
    const [given, ...operators] = (Array.isArray(entry) ? entry : [entry]) as typeof entry
    const { selector, valueType } = typedElement(given)
    const declared = { name: `${name}.${key}`, rows, element: selector, valueType, operators }
    const declaration = { kind: 'filterableMany' as const, ...declared }
    return Object.freeze({ ...support.element({ ...context, declaration, index: context.index + at }), element })
  })
}

export function checkOperators(
  method: string,
  name: string,
  operators: readonly FilterOperator[],
  type: FieldValueType,
): void {
  if (operators.length === 0) refuse(configRefusals.emptyOperators(method, name))
  for (const operator of operators) {
    if (Array.isArray(operator)) refuse(configRefusals.listOfOperators(method, name))
    if (!OPERATORS.includes(operator)) refuse(configRefusals.operatorUnknown(method, name, shown(operator)))
    if (!type.operators.includes(operator)) {
      refuse(configRefusals.operatorNotSupported(method, name, operator, type.name, type.operators))
    }
  }
}

/** Enabled default sorts whose field is sortable here; one that is sortable in another variant only is left out. */
export function defaultSortTerms(
  resolved: ResolvedFields,
  declared: readonly Declaration[],
  everywhere: ReadonlyMap<string, Field>,
  here: ReadonlyMap<string, Field>,
): readonly SortTerm[] {
  const terms: SortTerm[] = []
  for (const { name, direction, isEnabled } of ofKind(declared, 'defaultSortBy')) {
    const field = fieldNamed(resolved, 'defaultSortBy', name)
    checkDirection('defaultSortBy', name, direction)
    if (!everywhere.has(name.toLowerCase())) refuse(configRefusals.notSortable(name))
    if (isEnabled && here.has(name.toLowerCase())) terms.push(Object.freeze({ field, direction }))
  }
  return Object.freeze(terms)
}

/**
 * Enabled default filters whose field is filterable here; several of one field make one list of criteria. Others are
 * checked too: each by the filters that its name stands for in other variants, one of which must accept it.
 */
export function defaultFilters(
  declared: readonly Declaration[],
  everywhere: FilterVariants,
  here: ReadonlyMap<string, FilterableField>,
  rules: CriterionRules,
): readonly DefaultFilter[] {
  const texts = new Map<string, readonly string[]>()
  for (const { name, criteria, isEnabled } of ofKind(declared, 'defaultFilter')) {
    const folded = shown(name).toLowerCase()
    const variants = everywhere.get(folded) ?? []
    if (variants[0]?.field.name !== name) return refuse(configRefusals.defaultFilterUnknown(shown(name)))
    const written = writtenCriteria(name, criteria)
    const own = isEnabled ? here.get(folded) : undefined
    checkDefault(own === undefined ? variants : [own], written, rules)
    if (own !== undefined) texts.set(folded, bothCriteria(name, texts.get(folded) ?? [], written))
  }
  return Object.freeze(
    [...texts].map(([folded, criteria]) => checkDefault([here.get(folded) as FilterableField], criteria, rules)),
  )
}

/** Criteria join from left to right without parentheses: what is joined by "or", a list in parts, comes first. */
function bothCriteria(name: string, before: readonly string[], added: readonly string[]): readonly string[] {
  const hasOr = (criteria: readonly string[]): boolean => criteria.some((text) => text.startsWith('$or:'))
  if (!hasOr(added)) return [...before, ...added]
  if (!hasOr(before)) return [...added, ...before]
  return refuse(
    configRefusals.defaultFilterInvalid(name, 'two lists have a comma or null; give the field one of them.'),
  )
}

/** Criteria as `filter.<field>` has them. */
function writtenCriteria(name: string, criteria: unknown): readonly string[] {
  try {
    return recordTexts(name, criteria)
  } catch (error) {
    return refuse(configRefusals.defaultFilterInvalid(name, (error as Error).message))
  }
}

/** The criteria as the first that accepts them reads them. */
function checkDefault(
  variants: readonly FilterableField[],
  criteria: readonly string[],
  rules: CriterionRules,
): DefaultFilter {
  let why: string | undefined
  for (const filterable of variants) {
    const resolved = resolveField(filterable, criteria, rules)
    if (resolved.ok) return Object.freeze({ filterable, texts: criteria })
    why ??= configRefusals.defaultFilterInvalid(filterable.field.name, resolved.refusal.message)
  }
  return refuse(why as string)
}

export function checkDirection(method: string, name: string, direction: SortDirection): void {
  if (!DIRECTIONS.includes(direction)) refuse(configRefusals.directionUnknown(method, name, direction))
}

const NULL_ORDERS: readonly unknown[] = ['first', 'last', 'smallest', 'largest'] satisfies NullOrder[]

/** Later calls win for a field named twice. */
export function nullOrders(resolved: ResolvedFields, declared: readonly Declaration[]): Map<Field, NullOrder> {
  const orders = new Map<Field, NullOrder>()
  for (const { names, nulls } of ofKind(declared, 'sortable')) {
    if (nulls === undefined) continue
    if (!NULL_ORDERS.includes(nulls)) refuse(configRefusals.nullsUnknown(nulls))
    for (const name of names) orders.set(fieldNamed(resolved, 'sortable', name), nulls)
  }
  return orders
}
