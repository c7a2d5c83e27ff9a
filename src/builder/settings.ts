// Builder: the settings of an application, which its lists share.
import type { PageFormSetting, LikeStrategy } from '../types/config.js'
import { isValueType, type ValueType } from '../values/value-type.js'
import { DEFAULT_MAX_FILTER_CONDITIONS, DEFAULT_MAX_FILTER_VALUES } from '../vocabulary.js'
import { checkOptions } from '../mistakes/check-options.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { isClasslessRecord } from '../request/query-source.js'

/** The settings of `paginateConfig()`. Write them once, as a constant that all lists of an app share. */
export interface PaginateConfigOptions<Registered extends ValueType = ValueType> {
  /** Adds value types for every field of the list that they fit. The first that fits is used. @default none */
  readonly valueTypes?: readonly Registered[] | undefined
  /**
   * Rejects a parameter that the list does not read and that `ownParameters` does not name: `parameter.unknown`, a 400
   * with the name that the client may have meant.
   *
   * @default false: such parameters are ignored
   * @example `?filters.status=$eq:draft` gets `Query parameter 'filters.status' is not known; did you mean
   * 'filter.status'?`
   */
  readonly strictParameters?: boolean | undefined
  /**
   * Names parameters of your app: a strict list accepts them, and links carry them as the request sent them, after the
   * list's own and before `page`.
   *
   * @default none
   * @example `ownParameters: ['lang']` keeps `&lang=de` of `/articles?page=2&lang=de` in links
   */
  readonly ownParameters?: readonly string[] | undefined
  /**
   * Chooses how text is matched: `'native'` ignores letter case if the database can (ILIKE on PostgreSQL), `'portable'`
   * uses LIKE only, which is case-sensitive on PostgreSQL. @default 'native'
   */
  readonly likeStrategy?: LikeStrategy | undefined
  /**
   * Bounds the criteria of a request, over all fields, 1 or more. More get a 400, `filter.too_many_conditions`.
   * @default 100
   */
  readonly maxFilterConditions?: number | undefined
  /**
   * Bounds the values in one list (`$in`, `$contains`), 1 or more. More get a 400, `filter.too_many_values`. @default
   * 1000
   */
  readonly maxFilterValues?: number | undefined
  /**
   * Names prepared statements on PostgreSQL (node-postgres, postgres.js): each is parsed once per connection and needs
   * one round trip. Statements with a LIKE stay unnamed, and a process uses at most 256 names. Set it to false behind a
   * pooler in transaction mode that does not support prepared statements (PgBouncer before 1.21).
   *
   * @default true
   */
  readonly namedStatements?: boolean | undefined
  /**
   * Reads count and page in one statement, so that both are of one snapshot and need one round trip. The page is then
   * read in a form that does not need the total.
   *
   * @default false
   */
  readonly together?: boolean | undefined
  /**
   * Chooses the form in which a page is read; each form returns the same rows. `'auto'` chooses by the total that was
   * counted. `'plain'` is `order by … limit … offset …` at every offset, for a database whose planner does better by
   * itself. In a list with cursors, `'plain'` writes the position as one condition of plain comparisons, which foreign
   * tables pass on to their server.
   *
   * @default 'auto'
   * @see docs/explanation/performance.md
   */
  readonly pageForm?: PageFormSetting | undefined
}

/** The same with nothing left open. */
export type Settings = {
  readonly [Name in keyof PaginateConfigOptions]-?: Exclude<PaginateConfigOptions[Name], undefined>
}

const DEFAULTS: Settings = {
  valueTypes: [],
  strictParameters: false,
  ownParameters: [],
  likeStrategy: 'native',
  maxFilterConditions: DEFAULT_MAX_FILTER_CONDITIONS,
  maxFilterValues: DEFAULT_MAX_FILTER_VALUES,
  namedStatements: true,
  together: false,
  pageForm: 'auto',
}

type Kind = readonly [described: string, accepts: (value: unknown) => boolean]

const isName = (name: unknown): boolean => typeof name === 'string' && name !== ''
const oneOf = (...words: readonly string[]): Kind => [
  words.map((word) => `'${word}'`).join(' or '),
  (value) => words.includes(value as string),
]
const FLAG: Kind = ['true or false', (value) => typeof value === 'boolean']
const COUNT: Kind = ['a whole number of at least 1', (value) => Number.isSafeInteger(value) && (value as number) >= 1]

const KINDS: { readonly [Name in keyof Settings]: Kind } = {
  valueTypes: ['a list of value types', (value) => Array.isArray(value) && value.every(isValueType)],
  strictParameters: FLAG,
  ownParameters: ['a list of names', (value) => Array.isArray(value) && value.every(isName)],
  likeStrategy: oneOf('native', 'portable'),
  maxFilterConditions: COUNT,
  maxFilterValues: COUNT,
  namedStatements: FLAG,
  together: FLAG,
  pageForm: oneOf('auto', 'plain', 'deferred', 'reverse', 'filtered'),
}

/** @throws PaginateConfigError for an unknown setting, which it names with the nearest one, and for a wrong value */
export function readSettings(given: unknown = {}): Settings {
  if (typeof given !== 'object' || given === null || !isClasslessRecord(given))
    return refuse(configRefusals.settingsNotARecord)
  checkOptions('paginateConfig()', given, KINDS)
  const settings: { [name: string]: unknown } = { ...DEFAULTS }
  for (const [name, value] of Object.entries(given)) {
    // A setting that is undefined is not a setting.
    if (value === undefined) continue
    const [described, accepts] = KINDS[name as keyof Settings]
    if (!accepts(value)) refuse(configRefusals.settingOfKind(name, described))
    settings[name] = Array.isArray(value) ? Object.freeze([...(value as readonly unknown[])]) : value
  }
  // Every name of the table above has been given its value or its default.
  return Object.freeze(settings) as unknown as Settings
}
