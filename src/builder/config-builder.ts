// Builder: the run-time half of the fluent builder. Its types are in types/builder.ts; both are joined in
// paginate-config.ts.
import type { SQL, Table } from 'drizzle-orm'
import type { SortOptions, TieBreakerOptions } from '../types/builder.js'
import type { ChildrenOptions } from '../types/children.js'
import { isPlainRecord } from '../drizzle/chunks.js'
import type { CursorOptions, ExpressionBounds, ScopeCondition } from '../types/config.js'
import { RESOLVED } from '../types/resolved-config.js'
import type { ConfigDescription } from '../types/config-description.js'
import type { AnyPaginateConfig } from '../types/paginate-config.js'
import type { Selection } from '../types/selection.js'
import type { FilterOperator, SortDirection } from '../vocabulary.js'
import {
  type Declaration,
  type DeclarationOf,
  type DeclaredContent,
  type ElementSelector,
  type NumberSetting,
  OF_ROWS,
  type OfRows,
  type RowsSource,
  type Selector,
  typedElement,
} from '../types/declaration.js'
import { warnOfBuilds } from './built-in-handler.js'
import { checkOptions, type OptionNames } from '../mistakes/check-options.js'
import { describeConfig, type DescribeOptions } from '../features/description/describe-config.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import * as callRefusals from '../mistakes/call-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { resolveConfig } from './resolve-config.js'
import type { Settings } from './settings.js'

interface BuilderProps {
  readonly table: Table
  readonly settings: Settings
  readonly declarations: readonly Declaration[]
  /** The condition of a `.when()` that still waits for its declaration. */
  readonly gate: boolean | null
}

type ElementRecord = DeclarationOf<'filterableRecord'>['fields']
type TieBreakerDirection = SortDirection | 'follow'
type TieBreakerArgument = string | { readonly [name: string]: TieBreakerDirection } | TieBreakerOptions
const TIE_BREAKER_OPTIONS: OptionNames<TieBreakerOptions> = { assumeUnique: true }
const SORT_OPTIONS: OptionNames<SortOptions> = { nulls: true }

type Method = keyof ConfigBuilder
type Arguments<Name extends Method> = Parameters<ConfigBuilder[Name]>
/** Their first argument is a name. The compiler asks for each such method. */
const NAMED: { readonly [Name in Method as Arguments<Name> extends [string, ...unknown[]] ? Name : never]: true } = {
  leftJoin: true,
  innerJoin: true,
  field: true,
  children: true,
  filterable: true,
  filterableMany: true,
  filterWith: true,
  defaultFilter: true,
}
/** They take any number of arguments. The compiler asks for each. */
const VARIADIC: { readonly [Name in Method as number extends Arguments<Name>['length'] ? Name : never]: true } = {
  withTieBreaker: true,
  sortable: true,
  searchable: true,
  omit: true,
  defaultSortBy: true,
  filterable: true,
  filterableMany: true,
  filterWith: true,
}

/** The arguments, which are no more than the method reads. */
function atMost<Argument>(most: number, method: string, given: readonly Argument[]): readonly Argument[] {
  const surplus = given.slice(most).find((argument) => argument !== undefined)
  return surplus === undefined ? given : refuse(configRefusals.argumentUnread(method, surplus))
}

/** Each call returns a new builder; nothing is checked before `build()` but what would otherwise be lost. */
export class ConfigBuilder {
  readonly #props: BuilderProps

  constructor(props: BuilderProps) {
    this.#props = Object.freeze({ ...props, declarations: Object.freeze([...props.declarations]) })
    Object.freeze(this)
  }

  static {
    const methods = this.prototype as unknown as { [method: string]: (...given: readonly unknown[]) => unknown }
    for (const name of Object.getOwnPropertyNames(methods)) {
      const method = methods[name] as (...given: readonly unknown[]) => unknown
      if (name === 'constructor') continue
      methods[name] = function (this: ConfigBuilder, ...given) {
        const [first] = given
        if (name in NAMED && (typeof first !== 'string' || first === '')) refuse(configRefusals.emptyName(name))
        return method.call(this, ...atMost(name in VARIADIC ? Infinity : method.length, name, given))
      }
    }
  }

  #with(content: DeclaredContent, isGateable = true): ConfigBuilder {
    const { gate, declarations } = this.#props
    if (gate !== null && !isGateable) refuse(configRefusals.whenNotGateable)
    const gated = { isEnabled: gate ?? true, isGated: gate !== null }
    const declaration: Declaration = Object.freeze({ ...content, ...gated, badge: null })
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

  field(name: string, selector: Selector | OfRows, valueType?: unknown): ConfigBuilder {
    const ofRows = (Object(selector) as Partial<OfRows>)[OF_ROWS]
    if (ofRows === undefined)
      return this.#with({ kind: 'field', name, selector: selector as Selector, valueType }, false)
    return this.#with({ kind: 'fieldOfRows', name, ...ofRows, valueType: valueType ?? ofRows.valueType }, false)
  }

  children(name: string, rows: RowsSource, selection: Selection, options?: ChildrenOptions): ConfigBuilder {
    const own = Object(options) === options ? Object.freeze({ ...options }) : options
    return this.#with({ kind: 'children', name, rows, selection, options: own })
  }

  withLimits(defaultLimit: number, maxLimit: number): ConfigBuilder {
    return this.#with({ kind: 'withLimits', defaultLimit, maxLimit })
  }

  withTieBreaker(...given: TieBreakerArgument[]): ConfigBuilder {
    const terms: [string, TieBreakerDirection][] = []
    let assumeUnique = false
    for (const [index, argument] of given.entries()) {
      if (isNoName(argument)) refuse(configRefusals.listOfNames('withTieBreaker'))
      if (typeof argument === 'string') terms.push([argument, 'asc'])
      else if (typeof argument !== 'object' || argument === null)
        refuse(configRefusals.argumentUnread('withTieBreaker', argument))
      else if (index > 0 && index === given.length - 1) {
        checkOptions('.withTieBreaker()', argument, TIE_BREAKER_OPTIONS)
        ;({ assumeUnique = false } = argument as TieBreakerOptions)
        if (typeof assumeUnique !== 'boolean') refuse(callRefusals.wrongFlag('assumeUnique'))
      } else terms.push(...(Object.entries(argument) as [string, TieBreakerDirection][]))
    }
    const frozen = Object.freeze(terms.map((term) => Object.freeze(term)))
    return this.#with({ kind: 'withTieBreaker', terms: frozen, assumeUnique })
  }

  sortable(...given: (string | SortOptions)[]): ConfigBuilder {
    const { names, options } = namesAndOptions<SortOptions>('sortable', given, 1)
    checkOptions('.sortable()', options, SORT_OPTIONS)
    return this.#with({ kind: 'sortable', names, nulls: options?.nulls })
  }

  searchable(...names: string[]): ConfigBuilder {
    return this.#with({ kind: 'searchable', names: namesAndOptions('searchable', names).names })
  }

  defaultSortBy(first: string | Selector, ...more: readonly unknown[]): ConfigBuilder {
    if (typeof first === 'string') {
      const [direction = 'asc'] = atMost(1, 'defaultSortBy', more)
      return this.#with({ kind: 'defaultSortBy', name: first, direction: direction as SortDirection })
    }
    return this.#with({ kind: 'fixedOrder', terms: Object.freeze([first, ...more]) })
  }

  defaultFilter(name: string, criteria: unknown): ConfigBuilder {
    return this.#with({ kind: 'defaultFilter', name, criteria })
  }

  filterable(name: string, ...operators: readonly FilterOperator[]): ConfigBuilder {
    return this.#with({ kind: 'filterable', name, operators: Object.freeze([...operators]) })
  }

  filterableMany(
    name: string,
    rows: RowsSource,
    element: ElementSelector | ElementRecord,
    ...operators: readonly FilterOperator[]
  ): ConfigBuilder {
    if (isElementRecord(element)) {
      atMost(0, 'filterableMany', operators)
      const fields = Object.fromEntries(Object.entries(element).filter(([, field]) => field !== undefined))
      return this.#with({ kind: 'filterableRecord', name, rows, fields: Object.freeze(fields) })
    }
    const { selector, valueType } = typedElement(element)
    const allowed = Object.freeze([...operators])
    return this.#with({ kind: 'filterableMany', name, rows, element: selector, valueType, operators: allowed })
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

  allowUnlimited(maxRows: number): ConfigBuilder {
    return this.#set('allowUnlimited', maxRows)
  }

  ignoreSearchByInQueryParam(): ConfigBuilder {
    return this.#with({ kind: 'ignoreSearchBy' })
  }

  withFilterExpressions(bounds?: Partial<ExpressionBounds>): ConfigBuilder {
    return this.#with({ kind: 'withFilterExpressions', bounds })
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

  withCursors(options?: Partial<CursorOptions<boolean>>): ConfigBuilder {
    return this.#with({ kind: 'withCursors', options }, false)
  }

  select(shape: unknown): ConfigBuilder {
    return this.#with({ kind: 'select', shape }, false)
  }

  omit(...names: string[]): ConfigBuilder {
    return this.#with({ kind: 'omit', names: namesAndOptions('omit', names).names }, false)
  }

  withFacets(facets: unknown): ConfigBuilder {
    return this.#with({ kind: 'withFacets', facets }, false)
  }

  withSummary(selection: unknown): ConfigBuilder {
    return this.#with({ kind: 'withSummary', selection }, false)
  }

  selectable(): ConfigBuilder {
    return this.#with({ kind: 'selectable' })
  }

  when(condition: boolean): ConfigBuilder {
    if (this.#props.gate !== null) refuse(configRefusals.danglingWhen)
    // Absent is false, as a flag of `configVariants()` is.
    if (condition !== undefined && typeof condition !== 'boolean') refuse(configRefusals.gateNotBoolean)
    return new ConfigBuilder({ ...this.#props, gate: condition === true })
  }

  showBadge(label: unknown, style?: unknown): ConfigBuilder {
    const { declarations, gate } = this.#props
    const last = declarations.at(-1)
    if (last === undefined || gate !== null || !BADGED.has(last.kind)) return refuse(configRefusals.badgeFirst)
    if (typeof label !== 'string') refuse(configRefusals.argumentUnread('showBadge', label))
    if (style !== undefined && typeof style !== 'string') refuse(configRefusals.argumentUnread('showBadge', style))
    const badge = Object.freeze(style === undefined ? { label } : { label, style })
    return new ConfigBuilder({
      ...this.#props,
      declarations: [...declarations.slice(0, -1), Object.freeze({ ...last, badge })],
    })
  }

  build(): AnyPaginateConfig {
    const { table, declarations, settings, gate } = this.#props
    if (gate !== null) refuse(configRefusals.danglingWhen)
    warnOfBuilds(table, this.build)
    const built = resolveConfig(table, declarations, settings)
    const config = {
      describe: (options?: DescribeOptions): ConfigDescription => describeConfig(built, options),
    }
    Object.defineProperty(config, RESOLVED, { value: built.config })
    return Object.freeze(config)
  }
}

/** What `describe()` shows a badge of. */
const BADGED: ReadonlySet<Declaration['kind']> = new Set<Declaration['kind']>([
  'sortable',
  'searchable',
  'filterable',
  'filterableMany',
  'filterableRecord',
  'filterWith',
  'defaultSortBy',
  'children',
])

/** A list or a column, which would be read as the name of no field, or as options. */
const isNoName = (given: unknown): boolean => Object(given) === given && !isPlainRecord(given as object)

function namesAndOptions<Options extends object>(
  method: string,
  given: readonly (string | Options)[],
  mostRecords = 0,
): { readonly names: readonly string[]; readonly options: Options | undefined } {
  if (given.some(isNoName)) refuse(configRefusals.listOfNames(method))
  const names = given.filter((one): one is string => typeof one !== 'object' || one === null)
  const records = given.filter((one): one is Options => typeof one === 'object' && one !== null)
  const [options] = atMost(mostRecords, method, records)
  return { names: Object.freeze(names), options }
}

/** `{ key: [element, ...operators] }`, and no column, no SQL and no element with a value type of its own. */
function isElementRecord(element: ElementSelector | ElementRecord): element is ElementRecord {
  return typeof element === 'object' && element !== null && isPlainRecord(element) && !('selector' in element)
}
