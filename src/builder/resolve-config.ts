// Builder: from declarations to the frozen configuration that the engine reads; runs once, in `build()`.
import type { Table } from 'drizzle-orm'
import type { ResolvedConfig } from '../types/resolved-config.js'
import {
  DEFAULT_MAX_SEARCH_LENGTH,
  DEFAULT_MAX_SORT_FIELDS,
  DEFAULT_MIN_SEARCH_LENGTH,
  MAX_INTEGER,
} from '../vocabulary.js'
import { type Declaration, type NumberSetting, ofKind } from '../types/declaration.js'
import { itemSelection, omittedMembers } from './item-selection.js'
import type { BuiltConfig } from '../features/description/describe-config.js'
import { fieldsPart } from '../features/chosen-fields/fields-part.js'
import { declaredFacets } from '../features/aggregates/read-facets.js'
import { declaredSummary } from '../features/summaries/declared-summary.js'
import { readTogether } from '../features/together/read-together.js'
import { ownSearch } from '../features/search-with/own-search.js'
import { declaredExpressions } from '../features/expressions/expressions-part.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import {
  defaultFilters,
  defaultSortTerms,
  filterableFields,
  filterVariants,
  nullOrders,
  searchableFields,
  sortableFields,
} from './resolve-declarations.js'
import { childrenNames, resolveShape } from '../features/shapes/resolve-shape.js'
import { type ResolvedFields, resolveFields } from './resolve-fields.js'
import { onlyOne, resolveListPaging } from './resolve-paging.js'
import { scopeConditions, scopedDeclarations } from '../features/scope/scoped-declarations.js'
import { resolveFixedOrder } from '../features/fixed-order/resolve-fixed-order.js'
import { resolveTieBreaker, rowKeyOf } from './resolve-tie-breaker.js'
import { supportOf } from './rows-support.js'
import type { Settings } from './settings.js'

export function resolveConfig(table: Table, given: readonly Declaration[], settings: Settings): BuiltConfig {
  const { declared, scoped } = scopedDeclarations(given, (bound) => {
    // Bound to a scope, nothing in it shows that it has one, under which no estimate is made.
    return Object.freeze({ ...resolveDeclared(table, bound, settings, null).config, estimate: null })
  })
  return resolveDeclared(table, declared, settings, scoped)
}

function resolveDeclared(
  table: Table,
  declared: readonly Declaration[],
  app: Settings,
  scoped: ResolvedConfig['scoped'],
): BuiltConfig {
  const registered = app.valueTypes
  const resolved = resolveFields(table, declared, registered)
  const enabled = declared.filter((declaration) => declaration.isEnabled)

  // Switched-off declarations are checked with the others: a mistake should not wait for the caller who may use them.
  const settings = numberSettings(declared, enabled)
  const everything = {
    ...sortsAndSearch(resolved, declared),
    filterable: filterVariants(resolved, declared, table, registered),
  }
  const here = {
    ...sortsAndSearch(resolved, enabled),
    filterable: filterableFields(resolved, enabled, table, registered),
  }
  nullOrders(resolved, declared)
  const declaredShape = ofKind(declared, 'select').at(-1)
  const kinds = declared.map(({ kind }) => kind)
  if (kinds.includes('select') && kinds.indexOf('select') < kinds.lastIndexOf('children'))
    refuse(configRefusals.childrenAfterSelect)
  const omitted = omittedMembers(table, declared)
  const childSets = ofKind(declared, 'children')
  const sets = childrenNames(childSets, resolved)
  const shaped = declaredShape === undefined ? null : resolveShape(declaredShape.shape, resolved, sets)
  const shape = shaped?.shape ?? null
  for (const one of ofKind(declared, 'withTieBreaker')) if (!one.isEnabled) resolveTieBreaker(table, resolved, one)
  const tieBreaker = resolveTieBreaker(table, resolved, ofKind(enabled, 'withTieBreaker').at(-1))
  const fixed = resolveFixedOrder({ ...resolved, root: table }, declared)
  const selection = itemSelection({ table, shape, fields: resolved.fields }, omitted)
  const list = { root: table, joins: resolved.joins, dialect: resolved.dialect, registered, tieBreaker }
  const [first] = childSets
  const children =
    first === undefined
      ? null
      : supportOf(first.rows, configRefusals.needsRows('children', first.name)).children(
          childSets,
          list,
          shaped?.sets ?? null,
        )
  // A variant without its gated sets has to leave an item something.
  const stays = childSets.some(
    ({ name, isGated }) => !isGated && (shaped === null || shaped.sets.has(name.toLowerCase())),
  )
  if (!stays && Object.keys(selection).length === 0) refuse(configRefusals.selectNothingLeft)
  const config: ResolvedConfig = Object.freeze({
    dialect: resolved.dialect,
    table,
    joins: resolved.joins,
    scopes: scopeConditions(declared),
    scoped,
    answers: null,
    fields: resolved.fields,
    ...here,
    defaultSort:
      fixed.terms.length > 0 ? fixed.terms : defaultSortTerms(resolved, declared, everything.sortable, here.sortable),
    defaultFilters: defaultFilters(declared, everything.filterable, here.filterable, {
      maxFilterValues: app.maxFilterValues,
      dialect: resolved.dialect,
    }),
    hasFixedOrder: fixed.terms.length > 0,
    nullOrder: new Map([...nullOrders(resolved, enabled), ...fixed.nullOrder]),
    ...limits(declared, enabled),
    tieBreaker,
    rowKey: rowKeyOf(table, tieBreaker),
    unlimitedMaxRows: settings.allowUnlimited,
    minSearchLength: settings.withMinSearchLength,
    maxSearchLength: settings.withMaxSearchLength,
    maxSortFields: settings.withMaxSortFields,
    maxOffset: settings.withMaxOffset,
    maxFilterConditions: app.maxFilterConditions,
    maxFilterValues: app.maxFilterValues,
    ignoreSearchBy: ofKind(enabled, 'ignoreSearchBy').length > 0,
    expressions: declaredExpressions(declared),
    strictParameters: app.strictParameters,
    ownParameters: app.ownParameters,
    likeStrategy: app.likeStrategy,
    namedStatements: app.namedStatements,
    together: app.together ? readTogether : null,
    pageForm: app.pageForm,
    searchWith: ownSearch(onlyOne(declared, 'searchWith'), table, resolved, app.likeStrategy),
    shape,
    selection,
    pageSelection: children === null ? selection : Object.freeze({ ...selection, ...children.keyFields }),
    children,
    selectable:
      ofKind(enabled, 'selectable').length === 0
        ? null
        : fieldsPart({ selection, children, table, joins: resolved.joins }),
    facets: declaredFacets(onlyOne(declared, 'withFacets'), everything.filterable, here.filterable),
    summary: declaredSummary(onlyOne(declared, 'withSummary'), sources(table, resolved)),
    ...resolveListPaging(declared, resolved, everything.sortable, selection),
  })
  return { config, everything, declared }
}

const sources = (root: Table, { joins }: ResolvedFields): readonly Table[] => [root, ...joins.map(({ table }) => table)]

const sortsAndSearch = (
  resolved: ResolvedFields,
  declared: readonly Declaration[],
): Pick<ResolvedConfig, 'sortable' | 'searchable'> => ({
  sortable: sortableFields(resolved, declared),
  searchable: searchableFields(resolved, declared),
})

function limits(
  declared: readonly Declaration[],
  enabled: readonly Declaration[],
): Pick<ResolvedConfig, 'defaultLimit' | 'maxLimit'> {
  for (const { defaultLimit, maxLimit } of ofKind(declared, 'withLimits')) {
    const isOrdered =
      isWhole(defaultLimit, 1) && isWhole(maxLimit, 1) && defaultLimit <= maxLimit && maxLimit <= MAX_INTEGER
    if (!isOrdered) refuse(configRefusals.limitsOutOfOrder(defaultLimit, maxLimit))
  }
  const last = ofKind(enabled, 'withLimits').at(-1) ?? refuse(configRefusals.needsLimits)
  return { defaultLimit: last.defaultLimit, maxLimit: last.maxLimit }
}

const NUMBER_SETTINGS = {
  withMinSearchLength: { min: 1, fallback: DEFAULT_MIN_SEARCH_LENGTH },
  withMaxSearchLength: { min: 1, fallback: DEFAULT_MAX_SEARCH_LENGTH },
  withMaxSortFields: { min: 1, fallback: DEFAULT_MAX_SORT_FIELDS },
  withMaxOffset: { min: 0, fallback: null },
  allowUnlimited: { min: 1, fallback: null },
} as const satisfies Record<NumberSetting, { readonly min: number; readonly fallback: number | null }>

type NumberSettings = {
  [Name in NumberSetting]: number | ((typeof NUMBER_SETTINGS)[Name]['fallback'] extends null ? null : never)
}

function numberSettings(declared: readonly Declaration[], enabled: readonly Declaration[]): NumberSettings {
  for (const { method, value } of ofKind(declared, 'setting')) {
    const { min } = NUMBER_SETTINGS[method]
    if (!isWhole(value, min)) refuse(configRefusals.settingOutOfRange(method, value, min))
  }
  const settings: Record<string, number | null> = {}
  for (const [method, { fallback }] of Object.entries(NUMBER_SETTINGS)) settings[method] = fallback
  for (const { method, value } of ofKind(enabled, 'setting')) settings[method] = value
  // Every method of the table above has been given its value or its fallback.
  const complete = settings as NumberSettings
  const declaredAs = (name: NumberSetting) => ofKind(declared, 'setting').filter(({ method }) => method === name)
  // What is switched off meets the widest of all variants: of the last maximum that every variant has, and those after it.
  const maxima = declaredAs('withMaxSearchLength')
  const last = maxima.findLastIndex(({ isGated }) => !isGated)
  const widest = maxima.slice(Math.max(last, 0)).map(({ value }) => value)
  const highest = Math.max(last === -1 ? DEFAULT_MAX_SEARCH_LENGTH : 1, ...widest)
  const off = declaredAs('withMinSearchLength').filter(({ isEnabled }) => !isEnabled)
  for (const [min, max] of [
    [complete.withMinSearchLength, complete.withMaxSearchLength] as const,
    ...off.map(({ value }) => [value, highest] as const),
  ]) {
    if (min > max) refuse(configRefusals.searchLengthsOutOfOrder(min, max))
  }
  return complete
}

const isWhole = (value: number, min: number): boolean => Number.isSafeInteger(value) && value >= min
