// A configuration as plain data.
import type {
  BadgeDescription,
  ChildrenDescription,
  ConfigDescription,
  DeclarationDescription,
  FilterableFieldDescription,
  FixedOrderDescription,
  SortDescription,
} from '../../types/config-description.js'
import type { Field, FilterableField, FilterVariants } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import { type Declaration, type DeclarationOf, ofKind } from '../../types/declaration.js'
import { checkOptions, type OptionNames } from '../../mistakes/check-options.js'

/** Everything `build()` knows: what the engine reads, and what `describe({ includeDisabled: true })` adds to it. */
export interface BuiltConfig {
  readonly config: ResolvedConfig
  /** The same configuration with every declaration switched on. */
  readonly everything: Pick<ResolvedConfig, 'sortable' | 'searchable'> & { readonly filterable: FilterVariants }
  /** What the developer wrote. */
  readonly declared: readonly Declaration[]
}

export interface DescribeOptions {
  /**
   * Lists declarations that `.when(false)` switched off, with `enabled: false`; the others then say `enabled: true`.
   * @default false
   */
  readonly includeDisabled?: boolean
}

/** A fresh copy at every call: the caller may change it. */
export function describeConfig(built: BuiltConfig, options: DescribeOptions = {}): ConfigDescription {
  checkOptions('describe()', options, { includeDisabled: true } satisfies OptionNames<DescribeOptions>)
  const { config, everything, declared } = built
  const isComplete = options.includeDisabled === true
  const entry = (method: 'sortable' | 'searchable' | 'filterable', field: Field): DeclarationDescription => ({
    name: field.name,
    ...badgeOf(declared, method, field.name, isComplete),
    ...(isComplete ? { enabled: config[method].has(field.name.toLowerCase()) } : {}),
  })
  const listed = isComplete ? everything : config
  return {
    defaultLimit: config.defaultLimit,
    maxLimit: config.maxLimit,
    sortableFields: [...listed.sortable.values()].map((field) => entry('sortable', field)),
    searchableFields: [...listed.searchable.values()].map((field) => entry('searchable', field)),
    filterableFields: [...listed.filterable.keys()].map((name) => {
      const filterable = config.filterable.get(name) ?? (everything.filterable.get(name)?.at(-1) as FilterableField)
      const byDefault = config.defaultFilters.find((one) => one.filterable === filterable)
      return {
        ...entry('filterable', filterable.field),
        ...filterFacts(filterable),
        ...(byDefault === undefined ? {} : { default: [...byDefault.texts] }),
      }
    }),
    defaultSort: describeDefaultSort(config, declared, isComplete),
    ...(config.hasFixedOrder ? { fixedOrder: fixedOrder(config) } : {}),
    ...(config.tieBreaker.some(({ isFollowing }) => isFollowing) ? { tieBreakerDirection: 'follow' as const } : {}),
    unlimitedMaxRows: config.unlimitedMaxRows,
    minSearchLength: config.minSearchLength,
    maxSearchLength: config.maxSearchLength,
    maxSortFields: config.maxSortFields,
    maxOffset: config.maxOffset,
    maxFilterConditions: config.maxFilterConditions,
    maxFilterValues: config.maxFilterValues,
    ignoreSearchByInQueryParam: config.ignoreSearchBy,
    ...(config.searchWith === null
      ? {}
      : { searchWith: config.searchWith.orderedBy() === 'nothing' ? 'condition' : 'ranked' }),
    ...(config.expressions === null ? {} : { filterExpressions: { ...config.expressions.bounds } }),
    ...(config.selectable === null
      ? {}
      : { selectableFields: [...config.selectable.names.values()].map(({ name }) => ({ name })) }),
    ...(config.strictParameters ? { strictParameters: [...config.ownParameters] } : {}),
    ...describeChildren(config, declared, isComplete),
    paging: config.cursors === null ? 'numbers' : 'cursor',
    ...(config.cursors?.hasRows === true ? { rowCursors: true as const } : {}),
    totals: typeof config.totals === 'string' ? config.totals : config.totals === null ? 'none' : { ...config.totals },
  }
}

function filterFacts({ field, operators, collection }: FilterableField): Omit<FilterableFieldDescription, 'name'> {
  const values = field.type?.values ?? field.type?.element?.values
  return {
    type: field.type?.name ?? 'unknown',
    operators: [...operators],
    ...(values === undefined ? {} : { values: [...values] }),
    ...(field.type?.element === undefined ? {} : { elementType: field.type.element.name }),
    ...(collection === null ? {} : { many: true as const, quantifier: collection.quantifier }),
  }
}

function describeDefaultSort(
  config: ResolvedConfig,
  declared: readonly Declaration[],
  isComplete: boolean,
): SortDescription[] {
  const isApplied = (declaration: { readonly isEnabled: boolean; readonly name: string }): boolean =>
    declaration.isEnabled && config.sortable.has(declaration.name.toLowerCase())
  return ofKind(declared, 'defaultSortBy')
    .filter((declaration) => isComplete || isApplied(declaration))
    .map((declaration) => ({
      name: declaration.name,
      direction: declaration.direction,
      ...copyOf(declaration.badge),
      ...(isComplete ? { enabled: isApplied(declaration) } : {}),
    }))
}

const fixedOrder = ({ defaultSort, fields }: ResolvedConfig): FixedOrderDescription[] =>
  defaultSort.map(({ field, direction }) => ({
    name: fields.has(field.name.toLowerCase()) ? field.name : null,
    direction,
  }))

function describeChildren(
  { children }: ResolvedConfig,
  declared: readonly Declaration[],
  isComplete: boolean,
): { children?: ChildrenDescription[] } {
  const described = ofKind(declared, 'children').flatMap(({ name, options, badge }): ChildrenDescription[] => {
    const set = children?.sets.find(({ from }) => from === name)
    if (set === undefined && !isComplete) return []
    const entry = { name: set?.name ?? name, limit: options?.limit ?? null, ...copyOf(badge) }
    return [isComplete ? { ...entry, enabled: set !== undefined } : entry]
  })
  return described.length === 0 ? {} : { children: described }
}

/** The badge of the last declaration that names the field. */
function badgeOf(
  declared: readonly Declaration[],
  method: 'sortable' | 'searchable' | 'filterable',
  name: string,
  isComplete: boolean,
): { badge?: BadgeDescription } {
  const marked = declared.filter((declaration) => {
    if (declaration.badge === null || !(declaration.isEnabled || isComplete)) return false
    if (declaration.kind === 'sortable' || declaration.kind === 'searchable') {
      return declaration.kind === method && declaration.names.includes(name)
    }
    if (method !== 'filterable') return false
    if (declaration.kind === 'filterableRecord')
      return Object.keys(declaration.fields).some((key) => `${declaration.name}.${key}` === name)
    return FILTERS.has(declaration.kind) && (declaration as DeclarationOf<'filterable'>).name === name
  })
  return copyOf(marked.at(-1)?.badge ?? null)
}

const FILTERS: ReadonlySet<string> = new Set(['filterable', 'filterableMany', 'filterWith'])

const copyOf = (badge: BadgeDescription | null): { badge?: BadgeDescription } =>
  badge === null ? {} : { badge: { ...badge } }
