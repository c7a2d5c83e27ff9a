// Run, compile time: what the paging calls take, and the sentence that the compiler prints for any other argument.
import type { ListDatabase } from './database.js'
import type { InsertWord } from './drizzle-words.js'
import type { ListTraits } from './list-traits.js'
import type {
  AnyPaginateConfig,
  Describe,
  InferFilterable,
  InferFilterType,
  InferFilterValue,
  InferOperators,
  PaginateConfig,
} from './paginate-config.js'
import type { CheckedCriteria } from './criteria.js'
import type { DialectName, FilterOperator } from '../vocabulary.js'
import type { PaginateQueryInput } from './query.js'
import type { NoRecord } from './selection.js'
import type { Sentences, ConfigTypeError, NoCriteria, UnknownMember, WrongDatabase } from './type-error.js'

/**
 * The builder that `db.insert(table)` returns: the one call whose type shows the dialect, in every dialect and on both
 * lines.
 */
interface InsertOf<Dialect> {
  readonly values: (rows: never) => { readonly _: { readonly dialect?: Dialect } }
}

/**
 * The database of a configuration's dialect. A structural one without `insert` passes: what its type does not show is
 * checked when the call runs.
 *
 * Nothing reads `_Sentence`. The compiler prints it if another argument is passed in this place.
 */
export interface DatabaseArgument<
  Dialect extends DialectName,
  _Sentence extends string = WrongDatabase<Dialect>,
> extends ListDatabase {
  readonly insert?: (table: never) => InsertOf<InsertWord<Dialect>>
}

/** A record typed by an interface has no index signature, so `CheckedQuery` looks at its members. */
interface LooseQuery extends Omit<PaginateQueryInput, 'filters'> {
  readonly filters?: object | undefined
}

/** A query in code, or a `PaginateQuery`. `_Sentence` as above. */
interface QueryArgument<_Sentence extends string = Sentences['wrongQuery']> extends LooseQuery {}

/**
 * Members of other names are looked at by `CheckedQuery`, which says the name that was meant. Without this, a record of
 * such names only is compared with every kind of source.
 */
interface MisspeltQuery extends LooseQuery {
  readonly [name: string]: unknown
  readonly [MISSPELT]?: never
}
/** A symbol: it tells this from a record of parsed parameters, and editors do not offer it as a member. */
declare const MISSPELT: unique symbol

/** A request, by its URL: what has a `url`, a `URL`, its parameters, its text; or a query of `/client`. */
type RequestSource =
  | string
  | { readonly url: string }
  | { readonly href: string; readonly search: string }
  | { forEach(visit: (value: string, name: string) => void): void; getAll(name: string): string[] }
  | { toURLSearchParams(): URLSearchParams }

/** The source that every call reads a request from. `_Sentence` as above. */
export type SourceArgument<_Sentence extends string = string> = QueryArgument<_Sentence> | MisspeltQuery | RequestSource

/** No query is one. `_Sentence` as above. */
interface RefusedQuery<_Sentence extends string> {
  readonly '~error': never
}

/**
 * Next to the type of a source that a call infers: rejects parameters that a framework has parsed, which have members of
 * their own or any (an index signature). As a query built by hand they would have no filters. A `PaginateQuery` and its
 * subclasses pass. Criteria that are values are checked by the list's fields.
 */
export type CheckedQuery<Query, Config = never> = [ForeignMember<Query>] extends [never]
  ? 'filters' extends keyof Query
    ? { readonly filters?: CheckedFilters<Query['filters'], Config> | undefined }
    : unknown
  : [CopiedMember<Query>] extends [never]
    ? [MeantMember<ForeignMember<Query>>] extends [never]
      ? RefusedQuery<Sentences['parsedQuery']>
      : {
          readonly [Name in MeantMember<ForeignMember<Query>>]: ConfigTypeError<UnknownMember<Name, NearMember<Name>>>
        }
    : RefusedQuery<Sentences['copiedRequest']>

/** Foreign members that are a slip: a member of a query is near. */
type MeantMember<Name> = Name extends `${string}.${string}`
  ? never
  : Name extends string
    ? string extends Name
      ? never
      : [NearMember<Name>] extends [never]
        ? never
        : Name
    : never
/** The member that holds the name's letters in order, three at least, or whose letters the name holds. */
type NearMember<Name extends string> = Name extends `${infer _A}${infer _B}${infer _C}${string}`
  ? FirstNear<
      Name,
      [
        'filters',
        'limit',
        'page',
        'sortBy',
        'search',
        'searchBy',
        'after',
        'before',
        'fields',
        'path',
        'filterExpression',
      ]
    >
  : never
type FirstNear<Name extends string, Members extends readonly unknown[]> = Members extends readonly [
  infer Member extends keyof PaginateQueryInput,
  ...infer Rest,
]
  ? true extends HoldsLetters<Member, Name> | HoldsLetters<Name, Member>
    ? Member
    : FirstNear<Name, Rest>
  : never
type HoldsLetters<Text extends string, Letters extends string> = Letters extends `${infer First}${infer Others}`
  ? Text extends `${string}${First}${infer Rest}`
    ? HoldsLetters<Rest, Others>
    : false
  : true

/** Of each of several records. One of texts passes with a configuration that a function is generic in. */
type CheckedFilters<Filters, Config> = Filters extends object
  ? Filters extends NoRecord
    ? ConfigTypeError<Sentences['wrongFilters']>
    : [Filters[keyof Filters]] extends [string | readonly string[]]
      ? [keyof Filters] extends [never]
        ? FilterNames<Config>
        : Filters
      : { readonly [Name in keyof Filters]: CheckedFilter<Filters[Name], Name, Config> } & FilterNames<Config>
  : never
/** The names of filters, which an editor offers. */
type FilterNames<Config> = {
  readonly [Name in InferFilterable<Extract<Config, AnyPaginateConfig>> as string extends Name ? never : Name]?: unknown
}
type CheckedFilter<Given, Name, Config> = Given extends string | readonly string[]
  ? Given
  : Given extends NotCallable | undefined
    ? CheckedRecord<Given, Name, Config>
    : ConfigTypeError<NoCriteria<Name & string>>
/** A `Date` or a `Map` of filters has methods. */
type NotCallable = object & { readonly call?: never }
type CheckedRecord<Given, Name, Config> = [Config] extends [never]
  ? Given
  : Config extends AnyPaginateConfig
    ? string extends InferFilterable<Config>
      ? CheckedCriteria<Given, Name, string, unknown, FilterOperator>
      : Name extends InferFilterable<Config>
        ? CheckedCriteria<
            Given,
            Name,
            InferFilterType<Config, Name>,
            InferFilterValue<Config, Name>,
            InferOperators<Config, Name>
          >
        : {} extends Record<Name & string, true>
          ? CheckedCriteria<Given, Name, string, unknown, FilterOperator>
          : ConfigTypeError<`The list has no filter '${Name & string}'; declare it with .filterable('${Name & string}', …).`>
    : Given

/** Of each member of a union; never of `any` and of a request. A record with any members may have a `url` as well. */
type ForeignMember<Query> = 0 extends 1 & Query
  ? never
  : Query extends string | { readonly withPage: (page: number) => unknown }
    ? never
    : string extends keyof Query
      ? typeof MISSPELT extends keyof Query
        ? never
        : string
      : Query extends RequestSource
        ? CopiedMember<Query>
        : Exclude<keyof Query, keyof PaginateQueryInput>

/**
 * Members of a query next to those of a request. A spread request has lost its URL at run time, because that is a getter
 * of its class. Requests of frameworks have a `path` and URLs a `search` of their own; a handler's source has its query.
 */
export type CopiedMember<Query> = Query extends { readonly query: { readonly withPage: unknown } }
  ? never
  : string extends keyof Query
    ? never
    : [keyof Query & ('url' | 'href' | 'headers' | 'getAll')] extends [never]
      ? never
      : keyof {
          [
            Name in keyof Query & keyof PaginateQueryInput as Name extends
              'path' | ('href' extends keyof Query ? 'search' : never)
              ? never
              : Query[Name] extends PaginateQueryInput[Name]
                ? Name
                : never
          ]: unknown
        }

/** A built configuration. `_Sentence` as above. */
export interface ConfigArgument<_Sentence extends string> extends PaginateConfig {}

/**
 * Where a call infers the dialect from, and the scope that it must be given. A configuration whose type shows neither
 * is of all dialects and asks for no scope. Of several configurations, `takes` collects the scopes of all.
 */
export interface OfList<Dialect extends DialectName, Scope> {
  readonly describe: Describe<{
    readonly traits: { readonly dialect: Dialect }
    readonly takes: (scope: Scope) => void
  }>
}

/** As `OfList`: where a call infers one of the list's other modes. */
export interface OfTrait<Mode extends keyof ListTraits, Value> {
  readonly describe: Describe<{ readonly traits: { readonly [Name in Mode]: Value } }>
}

/**
 * Next to the type of an options argument: where a call infers from which members it was given. A scope that is given to
 * a scoped list is there, which an optional member does not say without `exactOptionalPropertyTypes`.
 */
export type NamedOptions<Member extends PropertyKey, Scope = unknown> = OptionsNamed<Member> &
  PresentScope<Member, Scope>
type OptionsNamed<Member extends PropertyKey> = { readonly [Name in Member]?: unknown }
/** Not a record without members, which would take anything. */
type PresentScope<Member, Scope> = [unknown] extends [Scope]
  ? unknown
  : 'scope' extends Member
    ? { readonly scope: Scope }
    : unknown

/** A builder, gated or not. */
interface Unbuilt {
  readonly build: unknown
  readonly withLimits: unknown
}

/**
 * Next to a sentence: of a union whose members the argument resembles in nothing, the compiler prints one line, and
 * does not go on to the first member that is missing, with the type of the argument once more.
 */
interface Built extends PaginateConfig {}

/** No configuration is one: it takes the place of a scoped configuration whose call has no scope. */
interface Refused<_Sentence extends string> extends PaginateConfig {
  readonly '~error': never
}

/**
 * The constraint of a call's configuration: `Config extends CheckedConfig<Config, Scope, Given>`, where `Scope` is what
 * the list asks for and `Given` the names of the options that the call has. It rejects only a call that leaves out the
 * scope. Every other branch accepts every configuration, so that a function that is generic in its configuration can
 * pass it on. The branches differ in the sentence for a value that is not a configuration.
 */
export type CheckedConfig<Config, Scope = unknown, Given = never> = [unknown] extends [Scope]
  ? BuiltConfig<Config>
  : 'scope' extends Given
    ? BuiltConfig<Config>
    : Refused<Sentences['needsScope']>

/** The same for a call that cannot wait for a search. */
export type CheckedAtOnce<Config, Scope, Given, Search> = [Search] extends ['later']
  ? Refused<Sentences['waitingSearch']>
  : CheckedConfig<Config, Scope, Given>

/**
 * Is an argument left out, or undefined? Not `any` or `never`. A type parameter without a default is then its
 * constraint, which takes undefined.
 */
export type IsLeftOut<Given> = [undefined, keyof Given] extends [Given, never] ? true : false

/** `CheckedConfig` for a call without `Asked`, which asks for what the list declares. */
export type CheckedDeclared<Config, Scope, Given, Asked, Declared, Sentence extends string> = [
  IsLeftOut<Asked>,
  Declared,
] extends [true, null]
  ? Refused<Sentence>
  : CheckedConfig<Config, Scope, Given>

type BuiltConfig<Config> = [Config] extends [Unbuilt]
  ? ConfigArgument<Sentences['unbuilt']> | Built
  : [Config] extends [(...flags: never) => AnyPaginateConfig]
    ? ConfigArgument<Sentences['uncalledVariants']> | Built
    : ConfigArgument<Sentences['wrongConfig']>
