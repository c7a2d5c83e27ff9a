// Builder: the run-time half of the fluent builder. Its types are in types/builder.ts; both are joined in
// paginate-config.ts.
import type { Column, SQL, Table } from 'drizzle-orm'
import type { ChildrenOptions } from '../types/children.js'
import {
  type CursorSeal,
  type ExpressionBounds,
  RESOLVED,
  type LikeStrategy,
  type ScopeCondition,
} from '../types/config.js'
import type { ConfigDescription } from '../types/config-description.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { Selection } from '../types/selection.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import {
  type CollectionSource,
  type Declaration,
  type DeclarationOf,
  type DeclaredContent,
  type NumberSetting,
  type RowsSource,
  typedElement,
} from './declaration.js'
import { warnOfBuilds } from './built-in-handler.js'
import { describeConfig, type DescribeOptions } from './describe-config.js'
import type { RegisteredValueTypes } from './field-value-type.js'
import * as configRefusals from './config-refusals.js'
import { refuse } from './refuse.js'
import { resolveConfig } from './resolve-config.js'

export interface BuilderProps {
  readonly table: Table
  readonly registered: RegisteredValueTypes
  readonly declarations: readonly Declaration[]
  /** The condition of a `.when()` that still waits for its declaration. */
  readonly gate: boolean | null
}

type Selector = Column | SQL | SQL.Aliased
interface TieBreakerSettings {
  readonly assumeUnique?: unknown
  readonly direction?: unknown
}
type TieBreakerArgument = string | { readonly [name: string]: SortDirection } | TieBreakerSettings

/** Each call returns a new builder; nothing is checked before `build()` but what would otherwise be lost. */
export class ConfigBuilder {
  readonly #props: BuilderProps

  constructor(props: BuilderProps) {
    this.#props = Object.freeze({ ...props, declarations: Object.freeze([...props.declarations]) })
    Object.freeze(this)
  }

  #with(content: DeclaredContent, isGateable = true): ConfigBuilder {
    const { gate, declarations } = this.#props
    if (gate !== null && !isGateable) refuse(configRefusals.whenNotGateable)
    const declaration: Declaration = Object.freeze({ ...content, isEnabled: gate ?? true, badge: null })
    return new ConfigBuilder({ ...this.#props, declarations: [...declarations, declaration], gate: null })
  }

  #set(method: NumberSetting, value: number): ConfigBuilder {
    return this.#with({ kind: 'setting', method, value })
  }

  leftJoin(prefix: string, table: Table, on: SQL, options?: unknown): ConfigBuilder {
    return this.#with({ kind: 'join', method: 'leftJoin', prefix, table, on, options }, false)
  }

  innerJoin(prefix: string, table: Table, on: SQL, options?: unknown): ConfigBuilder {
    return this.#with({ kind: 'join', method: 'innerJoin', prefix, table, on, options }, false)
  }

  field(name: string, selector: Selector, valueType?: unknown): ConfigBuilder {
    return this.#with({ kind: 'field', name, selector, valueType }, false)
  }

  countOf(name: string, rows: RowsSource): ConfigBuilder {
    return this.#with(
      { kind: 'fieldOfRows', method: 'countOf', name, rows, aggregate: null, valueType: 'integer' },
      false,
    )
  }

  aggregateOf(name: string, rows: RowsSource, aggregate: Selector, valueType?: unknown): ConfigBuilder {
    return this.#with({ kind: 'fieldOfRows', method: 'aggregateOf', name, rows, aggregate, valueType }, false)
  }

  children(name: string, rows: RowsSource, selection: Selection, options: ChildrenOptions = {}): ConfigBuilder {
    return this.#with({ kind: 'children', name, rows, selection, options: Object.freeze({ ...options }) })
  }

  withLimits(defaultLimit: number, maxLimit: number): ConfigBuilder {
    return this.#with({ kind: 'withLimits', defaultLimit, maxLimit })
  }

  withTieBreaker(...given: readonly TieBreakerArgument[]): ConfigBuilder {
    const terms: [string, SortDirection][] = []
    let settings: TieBreakerSettings = {}
    for (const [index, argument] of oneByOne('withTieBreaker', given).entries()) {
      if (typeof argument === 'string') terms.push([argument, 'asc'])
      else if (index > 0 && index === given.length - 1) settings = argument as TieBreakerSettings
      else terms.push(...(Object.entries(argument) as [string, SortDirection][]))
    }
    const { direction } = settings
    const assumeUnique = settings.assumeUnique === true
    if (direction !== undefined && typeof given[0] === 'object') refuse(configRefusals.tieBreakerDirectionTwice)
    return this.#with(
      { kind: 'withTieBreaker', terms: terms.map((term) => Object.freeze(term)), assumeUnique, direction },
      false,
    )
  }

  sortable(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'sortable', names: oneByOne('sortable', names) })
  }

  defaultSortBy(name: string, direction: SortDirection = 'asc'): ConfigBuilder {
    return this.#with({ kind: 'defaultSortBy', name, direction })
  }

  defaultOrderBy(...terms: readonly unknown[]): ConfigBuilder {
    return this.#with({ kind: 'defaultOrderBy', terms: Object.freeze([...terms]) })
  }

  searchable(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'searchable', names: oneByOne('searchable', names) })
  }

  expose(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'expose', names: oneByOne('expose', names) })
  }

  filterable(name: string, ...operators: readonly FilterOperator[]): ConfigBuilder {
    return this.#with({ kind: 'filterable', name, operators: Object.freeze([...operators]) })
  }

  filterableMany(
    name: string,
    collection: CollectionSource,
    element: Selector | { readonly selector: Selector; readonly valueType: unknown },
    ...operators: readonly FilterOperator[]
  ): ConfigBuilder {
    const typed = typedElement(element)
    return this.#with({
      kind: 'filterableMany',
      name,
      collection,
      element: typed.selector,
      valueType: typed.valueType,
      operators: Object.freeze([...operators]),
    })
  }

  filterWith(
    name: string,
    valueType: unknown,
    condition: (criterion: never) => unknown,
    ...operators: readonly FilterOperator[]
  ): ConfigBuilder {
    const allowed = operators.length === 0 ? (['$eq'] as const) : operators
    return this.#with({ kind: 'filterWith', name, valueType, condition, operators: Object.freeze([...allowed]) })
  }

  filterableEach(
    name: string,
    collection: CollectionSource,
    fields: DeclarationOf<'filterableEach'>['fields'],
  ): ConfigBuilder {
    return this.#with({ kind: 'filterableEach', name, collection, fields: Object.freeze({ ...fields }) })
  }

  defaultFilter(name: string, criterion: string): ConfigBuilder {
    return this.#with({ kind: 'defaultFilter', name, criterion })
  }

  nullsFirst(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'nulls', method: 'nullsFirst', names: oneByOne('nullsFirst() and .nullsLast', names) })
  }

  nullsLast(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'nulls', method: 'nullsLast', names: oneByOne('nullsFirst() and .nullsLast', names) })
  }

  nullsSmallest(...names: readonly string[]): ConfigBuilder {
    return this.#with({
      kind: 'nulls',
      method: 'nullsSmallest',
      names: oneByOne('nullsSmallest() and .nullsLargest', names),
    })
  }

  nullsLargest(...names: readonly string[]): ConfigBuilder {
    return this.#with({
      kind: 'nulls',
      method: 'nullsLargest',
      names: oneByOne('nullsSmallest() and .nullsLargest', names),
    })
  }

  withMinSearchLength(characters: number): ConfigBuilder {
    return this.#set('withMinSearchLength', characters)
  }

  withMaxSearchLength(characters: number): ConfigBuilder {
    return this.#set('withMaxSearchLength', characters)
  }

  withMaxSortFields(count: number): ConfigBuilder {
    return this.#set('withMaxSortFields', count)
  }

  withMaxOffset(rows: number): ConfigBuilder {
    return this.#set('withMaxOffset', rows)
  }

  withMaxFilterConditions(count: number): ConfigBuilder {
    return this.#set('withMaxFilterConditions', count)
  }

  withMaxFilterValues(count: number): ConfigBuilder {
    return this.#set('withMaxFilterValues', count)
  }

  allowUnlimited(maxRows: number): ConfigBuilder {
    return this.#set('allowUnlimited', maxRows)
  }

  ignoreSearchByInQueryParam(): ConfigBuilder {
    return this.#with({ kind: 'ignoreSearchBy' })
  }

  strictParameters(...allowed: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'strictParameters', allowed: Object.freeze([...allowed]) })
  }

  withFilterExpressions(bounds?: Partial<ExpressionBounds>): ConfigBuilder {
    return this.#with({ kind: 'withFilterExpressions', bounds })
  }

  withLikeStrategy(strategy: LikeStrategy): ConfigBuilder {
    return this.#with({ kind: 'withLikeStrategy', strategy })
  }

  searchWith(search: unknown): ConfigBuilder {
    return this.#with({ kind: 'searchWith', search })
  }

  scopedBy(condition: ScopeCondition): ConfigBuilder {
    return this.#with({ kind: 'scopedBy', condition }, false)
  }

  withTotals(mode: unknown): ConfigBuilder {
    return this.#with({ kind: 'withTotals', mode }, false)
  }

  withCursors(seal?: Partial<CursorSeal>): ConfigBuilder {
    return this.#with({ kind: 'withCursors', seal }, false)
  }

  select(shape: unknown): ConfigBuilder {
    return this.#with({ kind: 'select', shape }, false)
  }

  selectable(): ConfigBuilder {
    return this.#with({ kind: 'selectable' })
  }

  omit(...names: readonly string[]): ConfigBuilder {
    return this.#with({ kind: 'omit', names: oneByOne('omit', names) }, false)
  }

  when(condition: boolean): ConfigBuilder {
    if (this.#props.gate !== null) refuse(configRefusals.danglingWhen)
    return new ConfigBuilder({ ...this.#props, gate: condition === true })
  }

  showBadge(label: string, style?: string): ConfigBuilder {
    const { declarations, gate } = this.#props
    const last = declarations.at(-1)
    if (last === undefined || gate !== null) return refuse(configRefusals.badgeFirst)
    const badge = Object.freeze(style === undefined ? { label } : { label, style })
    return new ConfigBuilder({
      ...this.#props,
      declarations: [...declarations.slice(0, -1), Object.freeze({ ...last, badge })],
    })
  }

  build(): AnyPaginateConfig {
    const { table, declarations, registered, gate } = this.#props
    if (gate !== null) refuse(configRefusals.danglingWhen)
    warnOfBuilds(table, this.build)
    const built = resolveConfig(table, declarations, registered)
    const config = {
      describe: (options?: DescribeOptions): ConfigDescription => describeConfig(built, options),
    }
    Object.defineProperty(config, RESOLVED, { value: built.config })
    return Object.freeze(config)
  }
}

/** A list given as one name would be read as the name of no field. */
function oneByOne<Name>(methods: string, names: readonly Name[]): readonly Name[] {
  if (names.some((name) => Array.isArray(name))) refuse(configRefusals.listOfNames(methods))
  return Object.freeze([...names])
}
