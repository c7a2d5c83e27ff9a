// Builder, compile time: the fluent interface. `builder/config-builder.ts` is the class behind it.
import type { SQL } from 'drizzle-orm'
import type { EstimatingDialect } from '../dialect-facts.js'
import type { FilterOperator, SortDirection, ValueTypeName } from '../vocabulary.js'
import type { CursorSeal, LikeStrategy, Quantifier } from './config.js'
import type {
  DeclaredField,
  DtoItem,
  FieldName,
  FieldOf,
  FilterFacts,
  FitsType,
  IsText,
  OperatorsOf,
  Schema,
  SchemaLike,
  TypeNameOf,
  UnknownKeys,
  ValueTypeLike,
} from './item.js'
import type { ChangedTraits, DialectOfBrand, ListTraits, PlainTraits } from './list-traits.js'
import type { PaginateConfig } from './paginate-config.js'
import type { RankName, SearchAnswer, SearchFunction } from './search-with.js'
import type {
  BrandOf,
  OperatorSets,
  OperatorText,
  RowOf,
  SelectorArgument,
  SelectorLike,
  SureColumns,
  SureText,
  TableArgument,
} from './table.js'
import type {
  ConfigSentences,
  ConfigTypeError,
  EmptyDto,
  FieldTwice,
  ListOfNames,
  NoElementType,
  NoOperators,
  NotSelectable,
  NotText,
  NullableTieBreaker,
  OperatorNotSupported,
  PrefixTwice,
  UnfitValueType,
  UnknownDtoKey,
  UnknownField,
} from './type-error.js'

/** What `build()` still waits for. */
export type Missing = 'needsLimits' | 'needsTieBreaker'

/** A condition that ties tables together; `and(…)` may be undefined by its type, and `build()` refuses it where it is. */
type Condition = SQL | undefined
type RegisteredName<Registered> = Registered extends { readonly name: infer Name } ? Name : never
type ResolvedType<TSchema extends Schema, Type> = Type extends string
  ? [Extract<TSchema['registered'], { readonly name: Type }>] extends [never]
    ? Type
    : Extract<TSchema['registered'], { readonly name: Type }>
  : Type

/** Vouches that the tie-breaker is unique, where the schema does not show it. */
export interface TieBreakerOptions {
  readonly assumeUnique: boolean
}

type NewPrefix<TSchema extends Schema, Prefix extends string> = Prefix extends TSchema['prefix']
  ? ConfigTypeError<PrefixTwice<Prefix>>
  : Prefix
type NewField<TSchema extends Schema, Name extends string> =
  Lowercase<Name> extends Lowercase<FieldName<TSchema>> ? ConfigTypeError<FieldTwice<Name>> : Name

/**
 * For a name that does not exist, all names are inferred: then the names that are allowed are the message, without
 * a sentence for each of the others.
 */
type Refusal<TSchema extends Schema, Names, Sentence extends string> = [keyof TSchema['fields']] extends [Names]
  ? never
  : ConfigTypeError<Sentence>

/** `unknown` where all names are text. */
type TextNames<TSchema extends Schema, Name> = [Untold<TSchema['fields'][Name & keyof TSchema['fields']]>] extends [never]
  ? unknown
  : RefusedText<TSchema, Name, NotTextOf<TSchema, Name>>
/** Never where the column's class shows that it is text. */
type Untold<Field> = Field extends SureText<infer Members> ? (string extends (Members & readonly unknown[])[number] ? never : Field) : Field
type RefusedText<TSchema extends Schema, Names, Refused extends string> = [Refused] extends [never]
  ? unknown
  : [keyof TSchema['fields']] extends [Names]
    ? Exclude<Names, Refused>
    : ConfigTypeError<NotText<Refused>>
type NotTextOf<TSchema extends Schema, Name> = Name extends string ? (IsText<FieldOf<TSchema, Name>> extends true ? never : Name) : never

/** `unknown` where the field's value type supports every operator, else the sentence for those that it does not. */
type Granted<Method extends 'filterable' | 'filterableMany', Name extends string, Field, Operator, Registered> = Supported<
  Method,
  Name,
  Field,
  Operator,
  OperatorsOf<Field, Registered>
>
type Supported<Method extends 'filterable' | 'filterableMany', Name extends string, Field, Operator, Operators> = [Operators] extends [
  never,
]
  ? ConfigTypeError<Method extends 'filterable' ? NoOperators<Name> : NoElementType<Name>>
  : [Operator] extends [Operators]
    ? unknown
    : // All operators are inferred for an unknown one, or one still being typed: then the allowed ones are the answer.
      [FilterOperator] extends [Operator]
      ? Operators
      : ConfigTypeError<
          OperatorNotSupported<Method, Name, Exclude<Operator, Operators> & string, TypeNameOf<Field> & string, OperatorText<Operators>>
        >

/** The same, decided by the column's class where that is enough: what depends on the operators alone is asked first, and shared. */
type Grant<Field, Registered, Name extends string, Operator> = [Operator] extends [OperatorSets['equality']]
  ? Field extends SureColumns['equality']
    ? unknown
    : Granted<'filterable', Name, Field, Operator, Registered>
  : [Operator] extends [OperatorSets['ordered']]
    ? Field extends SureColumns['ordered']
      ? unknown
      : Granted<'filterable', Name, Field, Operator, Registered>
    : Granted<'filterable', Name, Field, Operator, Registered>

/** Filters with what a typed client asks about them; those of sub-collections have it already. */
type WithFacts<Filter extends readonly unknown[], Fields> = Filter extends readonly [unknown, unknown, unknown]
  ? Filter
  : readonly [...Filter, FilterFacts<Fields[Filter[0] & keyof Fields]>]

type IsNeverNull<TSchema extends Schema, Name> = Name extends `${TSchema['left']}.${string}`
  ? false
  : FieldOf<TSchema, Name> extends infer Field
    ? Field extends { readonly _: { readonly notNull: true } }
      ? true
      : Field extends DeclaredField<{ readonly _: { readonly notNull: true; readonly tableName: infer Table } }, unknown>
        ? Table extends TSchema['leftTables']
          ? false
          : true
        : false
    : false
/** `unknown` where the columns show that no name can be null. */
type TieCheck<TSchema extends Schema, First, More> = [TSchema['left'], First] extends [never, keyof TSchema['fields']]
  ? TSchema['fields'][(First | More) & keyof TSchema['fields']] extends SureColumns['neverNull']
    ? unknown
    : CheckedFirst<TSchema, First | More, First | More>
  : CheckedFirst<TSchema, First | More, First | More>
type CheckedTie<TSchema extends Schema, Name, Names> = Name extends string
  ? IsNeverNull<TSchema, Name> extends true
    ? Name
    : Refusal<TSchema, Names, NullableTieBreaker<Name>>
  : never
type CheckedFirst<TSchema extends Schema, First, All> = First extends string
  ? CheckedTie<TSchema, First, All>
  : string extends keyof First
    ? never
    : {
        readonly [Name in keyof First]: Name extends FieldName<TSchema>
          ? IsNeverNull<TSchema, Name> extends true
            ? SortDirection
            : ConfigTypeError<NullableTieBreaker<Name>>
          : ConfigTypeError<UnknownField<'withTieBreaker', Name & string>>
      }

/**
 * The constraint of names: those of the fields, and for a list of names the sentence. `Name` is text either way, so that the
 * sentence is a type that the compiler prints alone.
 */
type OneByOne<Methods extends string, Name, Names> = [Name] extends [readonly unknown[]] ? ListOfNames<Methods> : Names

type SortableName<Sortable extends string> = [Sortable] extends [never] ? ConfigTypeError<ConfigSentences['nothingSortable']> : Sortable

/** What `.withTotals()` takes. */
export type TotalsArgument =
  | 'exact'
  | 'none'
  | {
      /** Rows that are counted at most, 1 or more. */
      readonly upTo: number
      /** Answers the planner's estimate if there are more. PostgreSQL, MySQL. @default false */
      readonly estimate?: boolean
    }
type TotalsTrait<Mode> = Mode extends 'exact' | 'none'
  ? Mode
  : Mode extends { readonly estimate: infer Estimate }
    ? Estimate extends true
      ? 'estimated'
      : 'bounded'
    : 'bounded'
/** `unknown` where the dialect can estimate. */
type TotalsCheck<TSchema extends Schema, Mode> = Mode extends { readonly estimate: true }
  ? [Extract<TSchema['traits']['dialect'], EstimatingDialect>] extends [never]
    ? ConfigTypeError<ConfigSentences['noEstimate']>
    : unknown
  : unknown

type DtoShapeArgument<TSchema extends Schema, Shape> = [UnknownKeys<TSchema, Shape>] extends [never]
  ? {} extends Shape
    ? ConfigTypeError<EmptyDto>
    : Shape
  : ConfigTypeError<UnknownDtoKey<UnknownKeys<TSchema, Shape>>>

export interface WithJoin<TSchema extends Schema, Prefix extends string, Columns, IsLeft extends boolean, Name> extends Schema {
  readonly fields: TSchema['fields'] & { readonly [Key in keyof Columns & string as `${Prefix}.${Key}`]: Columns[Key] }
  readonly item: TSchema['item']
  readonly prefix: TSchema['prefix'] | Prefix
  readonly left: TSchema['left'] | (IsLeft extends true ? Prefix : never)
  readonly leftTables: TSchema['leftTables'] | (IsLeft extends true ? Name & string : never)
  readonly registered: TSchema['registered']
  readonly traits: TSchema['traits']
}

export interface WithField<TSchema extends Schema, Name extends string, Selector, Type> extends Schema {
  readonly fields: TSchema['fields'] & { readonly [Key in Name]: DeclaredField<Selector, ResolvedType<TSchema, Type>> }
  readonly item: TSchema['item']
  readonly prefix: TSchema['prefix']
  readonly left: TSchema['left']
  readonly leftTables: TSchema['leftTables']
  readonly registered: TSchema['registered']
  readonly traits: TSchema['traits']
}

export interface WithItem<TSchema extends Schema, Item> extends Schema {
  readonly fields: TSchema['fields']
  readonly item: Item
  readonly prefix: TSchema['prefix']
  readonly left: TSchema['left']
  readonly leftTables: TSchema['leftTables']
  readonly registered: TSchema['registered']
  readonly traits: TSchema['traits']
}

/** A chain whose list has other modes: `WithTraits<TSchema, { readonly totals: 'none' }>`. */
export interface WithTraits<TSchema extends Schema, Changed extends Partial<ListTraits>> extends Schema {
  readonly fields: TSchema['fields']
  readonly item: TSchema['item']
  readonly prefix: TSchema['prefix']
  readonly left: TSchema['left']
  readonly leftTables: TSchema['leftTables']
  readonly registered: TSchema['registered']
  readonly traits: ChangedTraits<TSchema['traits'], Changed>
}

/** What a function of `.scopedBy()` with these parameters adds. One whose parameter has no type asks for any scope. */
export interface WithScope<Traits extends ListTraits, Given extends readonly unknown[]> extends Partial<ListTraits> {
  readonly scope: Given extends readonly [] ? Traits['scope'] : Traits['scope'] & Given[0] & {}
  readonly isScoped: true
}

/** A field of that name would make `sortBy=relevance:DESC` ambiguous. */
type SearchCheck<TSchema extends Schema, Search> = 'relevance' extends keyof TSchema['fields']
  ? ConfigTypeError<ConfigSentences['relevanceTaken']>
  : Search

/** A sub-collection made by `some()`, `every()` or `none()`. */
export interface CollectionLike {
  readonly quantifier: Quantifier
}

/** An element of a sub-collection: a column, or an expression with the value type it needs. */
type ElementArgument<TSchema extends Schema> =
  | SelectorLike
  | {
      readonly selector: SelectorLike
      readonly valueType: ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike
    }
type ElementField<TSchema extends Schema, Element> = Element extends { readonly selector: infer Selector; readonly valueType: infer Type }
  ? DeclaredField<Selector, ResolvedType<TSchema, Type>>
  : Element

/**
 * Declarations that name fields. They infer what the chain knows from the builder that they are called on: methods of a
 * generic interface would be computed again for the builder that each call returns.
 *
 * `Filterable` collects `[name, operators]`, and `[name, operators, facts]` for sub-collections; `build()` makes
 * `FilterableType` of them.
 */
interface FieldDeclarations {
  /**
   * Fields that `sortBy` may name. Naming one again changes nothing.
   *
   * @example `.sortable('publishedAt', 'author.name')` allows `?sortBy=author.name:ASC`
   */
  sortable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'sortable', Name, keyof TSchema['fields'] & string>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable | Name, Searchable, Filterable, Open>

  /** Text fields that `search` matches, and `searchBy` may name. */
  searchable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'searchable', Name, keyof TSchema['fields'] & string>,
    Check = TextNames<TSchema, Name>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable | Name, Filterable, Open>

  /**
   * A field that `filter.<name>` may name, with the operators it grants. Declared again for the same name it grants
   * the operators of both, so that `.when(isModerator).filterable('status', '$in')` widens what everyone has.
   *
   * @example `.filterable('views', '$gte', '$lte')` allows `?filter.views=$gte:10`
   */
  filterable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends keyof TSchema['fields'] & string,
    const Operator extends FilterOperator,
    const More extends FilterOperator = never,
    Check = Grant<TSchema['fields'][Name], TSchema['registered'], Name, Operator | More>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable | readonly [Name, Operator | More], Open>

  /**
   * A filter over the elements of a sub-collection, under a name of its own.
   *
   * @param collection `some(table, on)`, `every(table, on)` or `none(table, on)`; `.innerJoin(table, on)` on it for a junction
   * @param element a column of the collection, or `{ selector, valueType }` for an expression
   */
  filterableMany<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends string,
    const Element extends ElementArgument<TSchema>,
    const Operator extends FilterOperator,
    const More extends FilterOperator = never,
    Check = Granted<'filterableMany', Name, ElementField<TSchema, Element>, Operator | More, TSchema['registered']>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    collection: CollectionLike,
    element: Element,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator | More, FilterFacts<ElementField<TSchema, Element>>],
    Open
  >

  /** These fields' nulls come first, ascending and descending alike. Of two calls for a field the later one counts. @default as the database sorts */
  nullsFirst<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** These fields' nulls come last, ascending and descending alike. @see nullsFirst */
  nullsLast<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
}

/**
 * A configuration in the making. Immutable: every call returns a new builder, so one builder can be continued in several ways.
 * Order matters only where a name is needed first: a join or `.field()` before what names it, `.sortable()` before `.defaultSortBy()`.
 */
export interface ConfigBuilder<
  in out TSchema extends Schema,
  in out Sortable extends string = never,
  in out Searchable extends string = never,
  in out Filterable extends readonly unknown[] = never,
  in out Open extends Missing = Missing,
> extends FieldDeclarations {
  /**
   * Joins a table that has at most one row for each row of the root; its columns become fields `prefix.key`.
   *
   * @param prefix a plain name, used once
   * @param table a table, an alias of one (needed where the table is in the query already), a view, or a sub-query made with `.as()`
   */
  leftJoin<const Prefix extends string, Columns, Name>(
    prefix: NewPrefix<TSchema, Prefix>,
    table: TableArgument<Columns, Name>,
    on: Condition,
  ): ConfigBuilder<WithJoin<TSchema, Prefix, Columns, true, Name>, Sortable, Searchable, Filterable, Open>
  /** As `leftJoin`, but rows of the root without a match are not in the list. */
  innerJoin<const Prefix extends string, Columns, Name>(
    prefix: NewPrefix<TSchema, Prefix>,
    table: TableArgument<Columns, Name>,
    on: Condition,
  ): ConfigBuilder<WithJoin<TSchema, Prefix, Columns, false, Name>, Sortable, Searchable, Filterable, Open>

  /**
   * Any other column or expression under a public name.
   *
   * @param valueType a built-in name, a made value type or a Standard Schema; an expression needs one to be filtered or searched
   */
  field<
    const Name extends string,
    const Selector extends SelectorArgument<NotSelectable<'field', Name>>,
    const Type extends ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike | undefined = undefined,
  >(
    name: NewField<TSchema, Name>,
    selector: Selector,
    valueType?: FitsType<Selector, Type> extends true ? Type : ConfigTypeError<UnfitValueType<Name, Type & string>>,
  ): ConfigBuilder<WithField<TSchema, Name, Selector, Type>, Sortable, Searchable, Filterable, Open>

  /**
   * Rows per page: `defaultLimit` where a request names none, `maxLimit` at most. Required.
   *
   * @param defaultLimit 1 to `maxLimit`
   * @param maxLimit up to 2147483647
   */
  withLimits(defaultLimit: number, maxLimit: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Exclude<Open, 'needsLimits'>>

  /**
   * The unique key that ends every order, so that pages neither repeat nor lose rows. Required; a later call replaces it.
   *
   * @example `.withTieBreaker('id')`, `.withTieBreaker('orgId', 'id')`, `.withTieBreaker({ id: 'desc' })`,
   *   `.withTieBreaker('slug', { assumeUnique: true })`
   */
  withTieBreaker<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const First extends (keyof TSchema['fields'] & string) | { readonly [name: string]: SortDirection },
    const More extends keyof TSchema['fields'] & string = never,
    Check = TieCheck<TSchema, First, More>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    first: First & NoInfer<Check>,
    ...more: readonly ((More & NoInfer<Check>) | TieBreakerOptions)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Exclude<Open, 'needsTieBreaker'>>

  /**
   * What an item is: the keys of a record, or of an object schema (Zod, Valibot, ArkType …), each matching one field by name,
   * without regard to case. Without `.dto()` an item is the root table's row.
   *
   * @example `.dto({ id: true, title: true, author: { name: true } })`
   */
  dto<const Shape extends object>(
    shape: DtoShapeArgument<TSchema, Shape>,
  ): ConfigBuilder<WithItem<TSchema, DtoItem<TSchema, Shape>>, Sortable, Searchable, Filterable, Open>

  /**
   * Adds a term to the sort of requests that name none, after those added before. The field must be sortable already.
   * A term whose field `.when(false)` made unsortable is skipped.
   *
   * @param direction @default 'asc'
   */
  defaultSortBy(name: SortableName<Sortable>, direction?: SortDirection): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /** Fewest characters (code points) of a trimmed search term, 1 or more. @default 1 */
  withMinSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Most characters (code points) of a trimmed search term, 1 or more. @default 256 */
  withMaxSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Most `sortBy` entries of a request, 1 or more. @default 5 */
  withMaxSortFields(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Most rows that a page may skip, `(page - 1) * limit`, 0 or more. @default no ceiling */
  withMaxOffset(rows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Most criteria over all fields of a request, 1 or more. @default 100 */
  withMaxFilterConditions(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Most values in one list (`$in`, `$contains`), 1 or more. @default 1000 */
  withMaxFilterValues(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Allows `limit=-1`: all matching rows as one page, refused past `maxRows` rows (1 or more). @default not allowed */
  allowUnlimited(maxRows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Ignores `searchBy`: a search spans all searchable fields. @default `searchBy` narrows */
  ignoreSearchByInQueryParam(): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Refuses a parameter that the list does not read, unless it is named here (exact spelling): `parameter.unknown`, a 400, with
   * the name that the client may have meant. Several calls allow the names of all. @default such parameters are ignored
   *
   * @example `.strictParameters('lang')` answers `?filters.status=$eq:draft` with
   * `Query parameter 'filters.status' is not known; did you mean 'filter.status'?`
   */
  strictParameters(...allowed: readonly string[]): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** `native` folds case as the database can (ILIKE on PostgreSQL); `portable` uses LIKE alone. @default 'native' */
  withLikeStrategy(strategy: LikeStrategy): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Replaces the substring match of `search` with a condition of the host's own, at most once a list. With a rank, and without
   * `sortBy`, rows come best first, then by the default sort; `sortBy=relevance:DESC` is a sort of requests with a term.
   * Searchable fields stay for `searchBy`, which matches substrings of those.
   *
   * @param search called for each request with a term, and once by `build()`; pure
   * @example
   * ```ts
   * .searchWith(({ term }) => ({
   *   where: sql`${articles.words} @@ plainto_tsquery(${term})`,
   *   rank: sql`ts_rank(${articles.words}, plainto_tsquery(${term}))`,
   * }))
   * ```
   * @see fullText of `drizzle-paginate/search`
   */
  searchWith<const Answer extends SearchAnswer>(
    search: SearchCheck<TSchema, SearchFunction<Answer>>,
  ): ConfigBuilder<TSchema, Sortable | RankName<Answer>, Searchable, Filterable, Open>

  /**
   * A condition of the host's own on every call that takes the list: tenancy, soft delete, row security. It is AND-ed with
   * `options.where` and with everything that a client sends. Several are AND-ed, and their scopes are merged.
   *
   * @param condition is called with `options.scope`, which every call must give by type where the function has a parameter; one
   *   without one needs no scope. In memory, where there is no SQL, `options.where` is required instead.
   * @throws PaginateConfigError (by the call, before any statement) where the scope is left out or the function answers no SQL
   * @example
   * ```ts
   * .scopedBy(({ tenantId }: { tenantId: number }) => eq(articles.tenantId, tenantId))
   * // paginate(db, query, list, { scope: { tenantId: 7 } }) → where ("articles"."tenant_id" = 7) and …
   * ```
   */
  scopedBy<Given extends readonly [scope?: unknown]>(
    condition: (...scope: Given) => Condition,
  ): ConfigBuilder<WithTraits<TSchema, WithScope<TSchema['traits'], Given>>, Sortable, Searchable, Filterable, Open>

  /**
   * How the rows of the filtered set are counted, at most once a list. `'exact'`: all of them, in a statement before the page.
   * `'none'`: not; the page is read with one row more, which shows whether there is a next one. `{ upTo }`: up to a bound,
   * after the page and only if the page does not show the total.
   *
   * @default 'exact'; in a list with cursors, no totals
   * @example
   * ```ts
   * .withTotals({ upTo: 10_000 })
   * // meta: { totalItems: null, totalPages: null, totalItemsAtLeast: 10001, … }
   * ```
   */
  withTotals<const Mode extends TotalsArgument, Check = TotalsCheck<TSchema, Mode>>(
    mode: Mode & NoInfer<Check>,
  ): ConfigBuilder<WithTraits<TSchema, { readonly totals: TotalsTrait<Mode> }>, Sortable, Searchable, Filterable, Open>
  /**
   * Pages by position instead of by number, at most once a list: `after` and `before` take the place of `page`, and a page costs
   * the same at every depth. A cursor holds the sort keys of a row, readable by who carries it.
   *
   * @param seal wraps the text of a cursor, where sort keys are not public: `seal` encrypts or signs it, `open` gives it back or
   *   throws. Either may answer a promise.
   * @example `?sortBy=publishedAt:DESC&after=WyJ…` answers the rows after that position, and a `nextCursor`
   */
  withCursors(seal?: CursorSeal): ConfigBuilder<WithTraits<TSchema, { readonly paging: 'cursor' }>, Sortable, Searchable, Filterable, Open>

  /**
   * Gates the one declaration that follows. If `condition` is not true, the declaration is left out, and its name is answered as an
   * unknown name is.
   */
  when(condition: boolean): GatedBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Marks the declaration just before it in `describe()`; nothing else changes. */
  showBadge(label: string, style?: string): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Checks everything once and freezes it.
   *
   * @throws PaginateConfigError naming the declaration at fault
   */
  readonly build: [Open] extends [never]
    ? () => PaginateConfig<
        TSchema['item'],
        Sortable,
        Searchable,
        WithFacts<Filterable, TSchema['fields']>,
        TSchema['leftTables'],
        TSchema['traits']
      >
    : ConfigTypeError<ConfigSentences[Open]>
}

/** What `.when()` can gate, next to the declarations that name fields. */
type GateableSetting =
  | 'defaultSortBy'
  | 'withMinSearchLength'
  | 'withMaxSearchLength'
  | 'withMaxSortFields'
  | 'withMaxOffset'
  | 'withMaxFilterConditions'
  | 'withMaxFilterValues'
  | 'allowUnlimited'
  | 'ignoreSearchByInQueryParam'
  | 'strictParameters'
  | 'withLikeStrategy'
  | 'searchWith'

/** A builder whose next declaration is gated. */
export interface GatedBuilder<
  in out TSchema extends Schema,
  in out Sortable extends string,
  in out Searchable extends string,
  in out Filterable extends readonly unknown[],
  in out Open extends Missing,
> extends Pick<ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>, GateableSetting> {
  /** As on a builder without a gate. */
  sortable<const Name extends OneByOne<'sortable', Name, keyof TSchema['fields'] & string>>(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable | Name, Searchable, Filterable, Open>
  /** As on a builder without a gate. */
  searchable<const Name extends OneByOne<'searchable', Name, keyof TSchema['fields'] & string>, Check = TextNames<TSchema, Name>>(
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable | Name, Filterable, Open>
  /** As on a builder without a gate: declared before for the same name, what this grants is added to it. */
  filterable<
    const Name extends keyof TSchema['fields'] & string,
    const Operator extends FilterOperator,
    const More extends FilterOperator = never,
    Check = Grant<TSchema['fields'][Name], TSchema['registered'], Name, Operator | More>,
  >(
    name: Name,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable | readonly [Name, Operator | More], Open>
  /** As on a builder without a gate. */
  filterableMany<
    const Name extends string,
    const Element extends ElementArgument<TSchema>,
    const Operator extends FilterOperator,
    const More extends FilterOperator = never,
    Check = Granted<'filterableMany', Name, ElementField<TSchema, Element>, Operator | More, TSchema['registered']>,
  >(
    name: Name,
    collection: CollectionLike,
    element: Element,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator | More, FilterFacts<ElementField<TSchema, Element>>],
    Open
  >
  /** As on a builder without a gate. */
  nullsFirst<const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>>(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** As on a builder without a gate. */
  nullsLast<const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>>(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** Other limits for this variant. The limits without a gate apply to the other variants. */
  withLimits(defaultLimit: number, maxLimit: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  readonly build: ConfigTypeError<ConfigSentences['danglingWhen']>
  readonly when: ConfigTypeError<ConfigSentences['danglingWhen']>
  readonly showBadge: ConfigTypeError<ConfigSentences['badgeFirst']>
  readonly leftJoin: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly innerJoin: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly field: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withTieBreaker: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly dto: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly scopedBy: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withTotals: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withCursors: ConfigTypeError<ConfigSentences['whenNotGateable']>
}

/** What a builder of a table starts from; `Brand` is Drizzle's word for the table's dialect. */
export interface RootSchema<Columns, Row, Registered, Brand, IsWith = unknown> extends Schema {
  readonly fields: Columns
  /** A table and a view tell their rows, a sub-query its columns alone. (To ask `Row` would lay all of its members out.) */
  readonly item: unknown extends IsWith ? Row : RowOf<Columns>
  readonly prefix: never
  readonly left: never
  readonly leftTables: never
  readonly registered: Registered
  readonly traits: PlainTraits<DialectOfBrand<unknown extends IsWith ? Brand : BrandOf<Columns>>>
}
