// Builder, compile time: the fluent interface. `builder/config-builder.ts` is the class behind it.
import type { SQL } from 'drizzle-orm'
import type { FilterOperator, SortDirection, ValueTypeName } from '../vocabulary.js'
import type {
  AskedBy,
  AskedByCollection,
  AskedByRows,
  BuiltItem,
  EachFilterables,
  ElementField,
  ExposedFilter,
  ExposedText,
  RegisteredName,
  ResolvedType,
  Selected,
  TotalsTrait,
  WithChildren,
  WithFacts,
  WithField,
  WithItem,
  WithJoin,
  WithoutMembers,
  WithScope,
  WithSearch,
  WithTraits,
} from './builder-chain.js'
import type {
  Bivariant,
  CheckedEach,
  ChildSelection,
  SelectCheck,
  SelectNames,
  EachFields,
  ElementArgument,
  ExposeCheck,
  Grant,
  Granted,
  JoinArgument,
  NewChildren,
  NewField,
  NewPrefix,
  OmitCheck,
  OmittableName,
  OneByOne,
  OrderTermCheck,
  SearchCheck,
  SelectorCheck,
  SortableName,
  TextNames,
  TieCheck,
  TotalsCheck,
  TypedField,
} from './builder-checks.js'
import type { ChildrenOptions, RowsArgument, TypeOfAggregate } from './children.js'
import type { CursorSeal, ExpressionBounds, LikeStrategy, Quantifier } from './config.js'
import type { MaybePromise } from './database.js'
import type { DeclaredField, FilterFacts, FitsType, Schema, SchemaLike, ShapedItem, ValueTypeLike } from './item.js'
import type { CriterionOf, DefaultCriterion, OwnValue, OwnValueTypeName } from './own-filter.js'
import type { PaginateConfig } from './paginate-config.js'
import type { RankName, SearchAnswer, SearchFunction } from './search-with.js'
import type { SelectedRecord, Selection } from './selection.js'
import type { ExpressionArgument, SelectorLike } from './table.js'
import type { ConfigSentences, ConfigTypeError, NotAnAggregate, UnfitValueType } from './type-error.js'

/** What `build()` still waits for. */
export type Missing = 'needsLimits' | 'needsTieBreaker'

/**
 * A condition that ties tables together; `and(…)` may be undefined by its type, and `build()` rejects it where it is.
 */
type Condition = SQL | undefined

export interface TieBreakerOptions {
  /** Vouches that the tie-breaker is unique, where the schema does not show it. @default false */
  readonly assumeUnique?: boolean
  /**
   * Of all its fields. `'follow'`: the direction of the first term of the order, ascending without one, so that an
   * ordinary index `(createdAt, id)` serves `createdAt:ASC` and `createdAt:DESC`. @default 'asc'
   */
  readonly direction?: SortDirection | 'follow'
}

/** What the schema does not show about a join: that it finds at most one row, or that several are meant. */
export type JoinOptions =
  | { readonly assumeUnique: boolean; readonly toMany?: never }
  | { readonly toMany: boolean; readonly assumeUnique?: never }

/** What `.withTotals()` takes. */
export type TotalsArgument =
  | 'exact'
  | 'none'
  | {
      /** Rows that are counted at most, 1 or more. */
      readonly upTo: number
      /**
       * Answers the planner's estimate if there are more. PostgreSQL, MySQL. The planner's statistics are of the whole
       * table, so a list with `.scopedBy()` has none, unless `'acrossScopes'` says that its clients may know of rows
       * beyond their scope.
       *
       * @default false
       */
      readonly estimate?: boolean | 'acrossScopes'
    }

/**
 * A sub-collection made by `some()`, `every()` or `none()`, and the scope that its conditions ask for. Nothing reads
 * `_Sentence`: the compiler prints it of anything else.
 */
export interface CollectionLike<Scope = unknown, _Sentence extends string = ConfigSentences['needsCollection']> {
  readonly quantifier: Quantifier
  readonly '~scope'?: Scope
}

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
   * @example `.sortable('publishedAt', 'author.name')`: `?sortBy=author.name:ASC` is
   * `order by "authors"."name" asc, "articles"."id" asc`
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

  /**
   * Text fields that `search` matches, and `searchBy` may name.
   *
   * @example `.searchable('title', 'summary')`: `?search=tea` is
   * `where ("articles"."title" ilike $1 or "articles"."summary" ilike $2)` with `%tea%`
   */
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
   * A field that `filter.<name>` may name, with the operators it allows. Declared again for the same name it allows
   * the operators of both, so that `.when(isModerator).filterable('status', '$in')` widens what everyone has.
   *
   * @example `.filterable('views', '$gte', '$lte')`: `?filter.views=$gte:10` is
   * `where "articles"."views" >= $1::integer`
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
   * Sortable, filterable with every operator of its value type, and searchable if it is text: what `.sortable()`,
   * `.filterable()` and `.searchable()` would say of each name. Columns that are not named stay unknown to clients.
   *
   * @example `.expose('title', 'views')` allows
   * `?sortBy=views:DESC&filter.views=$gte:10&filter.title=$ilike:draft&search=draft`
   */
  expose<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'expose', Name, keyof TSchema['fields'] & string>,
    Check = ExposeCheck<TSchema, Name>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable | Name,
    Searchable | ExposedText<TSchema, Name>,
    Filterable | ExposedFilter<TSchema, Name>,
    Open
  >

  /**
   * A filter over the elements of a sub-collection, under a name of its own.
   *
   * @param collection `some(table, on)`, `every(table, on)` or `none(table, on)`; `.innerJoin(table, on)` on it for a
   * junction
   * @param element a column of the collection, or `{ selector, valueType }` for an expression
   * @example
   * ```ts
   * .filterableMany('tag', some(tags, eq(tags.articleId, articles.id)), tags.name, '$eq', '$in')
   * // ?filter.tag=$eq:tea → where exists (select 1 from "tags" where ("tags"."article_id" = "articles"."id") and "tags"."name" = $1)
   * ```
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
    Collected extends CollectionLike = CollectionLike,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    collection: Collected,
    element: Element,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<
    AskedByCollection<TSchema, Collected>,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator | More, FilterFacts<ElementField<TSchema, Element>>],
    Open
  >

  /**
   * A filter whose condition is your own: `or` across fields, a distance, an overlap of arrays, a path into JSON.
   * Clients send it as any other:
   * `$not`, connectors and lists work, and rows for which the condition is unknown match `$not` alone.
   *
   * @param valueType what clients send: the name of a value type, a made value type or a Standard Schema
   * @param condition gets `{ operator, value }`, for `$in` and `$btw` `{ operator, values }`; is called for each
   * criterion, never by `build()`
   * @param operators @default `'$eq'`
   * @throws PaginateConfigError (by the call, before any statement) where the function throws or answers no SQL
   * @example
   * ```ts
   * .filterWith('person', 'text', ({ value }) => or(eq(authors.name, value), eq(editors.name, value)))
   * // ?filter.person=$eq:Ada → where (("authors"."name" = $1 or "editors"."name" = $2))
   * ```
   */
  filterWith<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends string,
    const Type extends OwnValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike,
    const Operator extends FilterOperator = '$eq',
    Value = OwnValue<ResolvedType<TSchema, Type>>,
    Check = Granted<
      'filterWith',
      Name,
      DeclaredField<SQL<Value>, ResolvedType<TSchema, Type>>,
      Operator,
      TSchema['registered']
    >,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    valueType: Type,
    condition: (criterion: CriterionOf<NoInfer<Operator>, NoInfer<Value>>) => Condition,
    ...operators: (Operator & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator, FilterFacts<DeclaredField<SQL<Value>, ResolvedType<TSchema, Type>>>],
    Open
  >

  /**
   * Filters over one and the same element of a sub-collection: `filter.review.reviewer` and `filter.review.stars` ask
   * for a review of that reviewer with those stars. Criteria of `.filterableMany()` may be met by different elements.
   *
   * @param collection `some(table, on)`, `every(table, on)` or `none(table, on)`
   * @param fields by key: the element's column (or `{ selector, valueType }`), then the operators that clients may use
   * @example
   * ```ts
   * .filterableEach('review', some(reviews, eq(reviews.articleId, articles.id)), {
   *   reviewer: [reviews.reviewer, '$eq'],
   *   stars: [reviews.stars, '$gte'],
   * })
   * // exists (select 1 from "reviews" where … and ("reviews"."reviewer" = $1 and "reviews"."stars" >= $2))
   * ```
   */
  filterableEach<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends string,
    const Fields extends EachFields<TSchema>,
    Collected extends CollectionLike = CollectionLike,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    collection: Collected,
    fields: Fields & CheckedEach<TSchema, Name, Fields>,
  ): ConfigBuilder<
    AskedByCollection<TSchema, Collected>,
    Sortable,
    Searchable,
    Filterable | EachFilterables<TSchema, Name, Fields>,
    Open
  >

  /**
   * These fields' nulls come first, ascending and descending alike. Of two calls for a field the later one counts. @default
   * as the database sorts
   *
   * @example `.nullsFirst('publishedAt')`: `?sortBy=publishedAt:DESC` is
   * `order by "published_at" desc nulls first, "id" asc`
   */
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
  /**
   * The nulls of these fields are below every value: first ascending, last descending. SQLite and MySQL have them there
   * by themselves; an index of PostgreSQL needs `nulls first`. Of two calls for a field the later one counts.
   *
   * @example `.nullsSmallest('likes')`: `?sortBy=likes:ASC` is `order by "likes" asc nulls first`, `likes:DESC` is
   * `desc nulls last`
   * @see nullsLargest
   */
  nullsSmallest<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'nullsSmallest() and .nullsLargest', Name, keyof TSchema['fields'] & string>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * The nulls of these fields are above every value: last ascending, first descending, as PostgreSQL has them.
   *
   * @example `.nullsLargest('likes')` on SQLite: `?sortBy=likes:ASC` is `order by "likes" asc nulls last`
   * @see nullsSmallest
   */
  nullsLargest<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'nullsSmallest() and .nullsLargest', Name, keyof TSchema['fields'] & string>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * These fields' nulls come last, ascending and descending alike.
   *
   * @example `.nullsLast('dueAt')`: `?sortBy=dueAt:DESC` is `order by "due_at" desc nulls last, "id" asc`
   * @see nullsFirst
   */
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
 * A configuration in the making. Immutable: every call returns a new builder, so one builder can be continued in
 * several ways. Order matters only where a name is needed first: a join or `.field()` before what names it,
 * `.sortable()` before `.defaultSortBy()`.
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
   * `build()` rejects a join that the schema shows to find several rows: no primary key, unique column or unique index
   * covers the columns that `on` compares with `=`. What it cannot read (raw SQL, a view, a sub-query) is not rejected.
   *
   * @param prefix a plain name, used once
   * @param table a table, an alias of one (needed where the table is in the query already), a view, or a sub-query made
   * with `.as()`
   * @param on a condition, or a function of the call's scope that answers one: `({ scope }) => …`. The list is then
   * scoped as by
   * `.scopedBy()`: the parameter is annotated, or typed by an earlier `.scopedBy()`. Each call asks the function again.
   * @param options `{ assumeUnique: true }` vouches for at most one row, as a partial unique index keeps it.
   * `{ toMany: true }` repeats
   * the root's row for each joined one: pages by number count and show the repeated rows; cursors and streams are
   * rejected.
   * @example
   * ```ts
   * .leftJoin('mainImage', images, and(eq(images.articleId, articles.id), eq(images.isMain, true)), { assumeUnique: true })
   * ```
   */
  leftJoin<
    const Prefix extends string,
    Columns,
    Name,
    Brand,
    IsWith,
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition>,
  >(
    prefix: NewPrefix<TSchema, Prefix>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, true, Name>, On>, Sortable, Searchable, Filterable, Open>
  /**
   * As `leftJoin`, but rows of the root without a match are not in the list.
   *
   * @example `.innerJoin('author', authors, eq(authors.id, articles.authorId))` makes `author.name` a field and
   *   `{ …, author: { id: 3, name: 'Ada' } }` possible in `.select()`
   */
  innerJoin<
    const Prefix extends string,
    Columns,
    Name,
    Brand,
    IsWith,
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition>,
  >(
    prefix: NewPrefix<TSchema, Prefix>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, false, Name>, On>, Sortable, Searchable, Filterable, Open>

  /**
   * Any other column or expression under a public name.
   *
   * @param valueType a built-in name, a made value type or a Standard Schema; an expression needs one to be filtered or
   * searched
   * @example
   * ```ts
   * .field('titleLength', sql<number>`length(${articles.title})`, 'integer').filterable('titleLength', '$gte')
   * // ?filter.titleLength=$gte:10 → where ((length("articles"."title")) is not null and (length("articles"."title")) >= $1::bigint)
   * ```
   */
  field<
    const Name extends string,
    const Selector extends
      object | string | number | null | undefined | Bivariant<TSchema['traits']['scope'], SelectorLike>,
    const Type extends ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike | undefined =
      undefined,
  >(
    name: TypedField<TSchema, Name, Selected<Selector>, Type>,
    selector: Selector & NoInfer<SelectorCheck<Selected<Selector>, Name>>,
    valueType?: FitsType<Selected<Selector>, Type> extends true
      ? Type
      : ConfigTypeError<UnfitValueType<Name, Type & string>>,
  ): ConfigBuilder<
    AskedBy<WithField<TSchema, Name, Selected<Selector>, Type>, Selector>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * How many rows belong to a row of the root: an integer field, to be sorted, filtered and selected as any other.
   *
   * @param rows made by `rowsOf()`
   * @example
   * ```ts
   * .countOf('lineCount', rowsOf(orderLines, eq(orderLines.orderId, orders.id)))
   * // filter.lineCount=$gte:3 → (select count(*) from "order_lines" where "order_lines"."order_id" = "orders"."id") >= 3
   * ```
   */
  countOf<const Name extends string, Scope = unknown>(
    name: NewField<TSchema, Name, 'countOf'>,
    rows: RowsArgument<string, Scope>,
  ): ConfigBuilder<
    AskedByRows<WithField<TSchema, Name, SQL<number>, 'integer'>, Scope>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * What `.countOf()` is for `count(*)`, for any aggregate over the rows that belong to a row of the root:
   * `sum(orders.total)`, `max(orders.createdAt)`, `sql<number>`. Its values are what `db.select()` of it answers, null
   * where there are no rows.
   *
   * It is a correlated sub-select, written once for each criterion. A page that neither sorts nor filters by it
   * computes it for its own rows alone, at any depth.
   *
   * @param valueType as of `.field()`; Drizzle's own aggregates show theirs
   * @example
   * ```ts
   * .aggregateOf('spent', rowsOf(orders, eq(orders.customerId, customers.id)).where(eq(orders.paid, true)), sum(orders.total))
   * // filter.spent=$gte:100 → coalesce((select sum("orders"."total") from "orders" where …) >= 100, false)
   * ```
   */
  aggregateOf<
    const Name extends string,
    const Aggregate extends ExpressionArgument<NotAnAggregate<Name>>,
    const Type extends ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike | undefined =
      undefined,
    Scope = unknown,
  >(
    name: NewField<TSchema, Name, 'aggregateOf'>,
    rows: RowsArgument<string, Scope>,
    aggregate: Aggregate,
    valueType?: FitsType<Aggregate, Type> extends true
      ? Type
      : ConfigTypeError<UnfitValueType<Name, Type & string, 'aggregateOf'>>,
  ): ConfigBuilder<
    AskedByRows<WithField<TSchema, Name, Aggregate, TypeOfAggregate<Aggregate, Type>>, Scope>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Rows of another table inside each item, as an array: an order with its lines. They are read after the page by one
   * statement for all its items, and decoded as `db.select()` decodes them. An item without any has `[]`.
   *
   * Without `.select()` every set is a member of the item; a `.select()` that follows names the sets that an item has.
   * Clients can neither filter nor sort by them.
   *
   * @param name the member of the item; the name of no field and no join
   * @param rows made by `rowsOf()`
   * @param selection a record of columns, expressions and nested records, as `db.select()` takes it
   * @throws PaginateConfigError (by `build()`) where the root has no key by which its rows are found again
   * @example
   * ```ts
   * .children('lines', rowsOf(orderLines, eq(orderLines.orderId, orders.id)), { id: orderLines.id, price: orderLines.price })
   * // { id: 1, …, lines: [{ id: 7, price: '9.50' }, { id: 8, price: '1.00' }] }
   * ```
   * @see filterableMany to filter by rows of another table
   */
  children<const Name extends string, LeftTables extends string, const Fields extends Selection, Scope = unknown>(
    name: NewChildren<TSchema, Name>,
    rows: RowsArgument<LeftTables, Scope>,
    selection: ChildSelection<Name, Fields>,
    options?: ChildrenOptions,
  ): ConfigBuilder<
    AskedByRows<WithChildren<TSchema, Name, SelectedRecord<Fields, LeftTables>, false>, Scope>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Rows per page: `defaultLimit` where a request names none, `maxLimit` at most. Required.
   *
   * @param defaultLimit 1 to `maxLimit`
   * @param maxLimit up to 2147483647
   * @example `.withLimits(25, 100)`: no `limit` is `limit 25`, `?limit=101` is a 400 with the code `limit.out_of_range`
   */
  withLimits(
    defaultLimit: number,
    maxLimit: number,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Exclude<Open, 'needsLimits'>>

  /**
   * The unique key that ends every order, so that pages neither repeat nor lose rows. Required; a later call replaces
   * it.
   *
   * @example `.withTieBreaker('id')`, `.withTieBreaker('orgId', 'id')`, `.withTieBreaker({ id: 'desc' })`,
   *   `.withTieBreaker('slug', { assumeUnique: true })`
   * @example `.withTieBreaker('id', { direction: 'follow' })`: `?sortBy=createdAt:DESC` is
   * `order by created_at desc, id desc`
   */
  withTieBreaker<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const First extends OneByOne<
      'withTieBreaker',
      First,
      (keyof TSchema['fields'] & string) | { readonly [name: string]: SortDirection }
    >,
    const More extends keyof TSchema['fields'] & string = never,
    Check = TieCheck<TSchema, First, More>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    first: First & NoInfer<Check>,
    ...more: readonly ((More & NoInfer<Check>) | TieBreakerOptions)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Exclude<Open, 'needsTieBreaker'>>

  /**
   * What an item is: the keys of a record, or of an object schema (Zod, Valibot, ArkType …), each matching one field by
   * name, without regard to case. Without `.select()` an item is the root table's row.
   *
   * @example `.select({ id: true, title: true, author: { name: true } })`
   */
  select<const Shape extends object>(
    shape: Shape & NoInfer<SelectCheck<TSchema, Shape>> & NoInfer<SelectNames<TSchema, Shape>>,
  ): ConfigBuilder<WithItem<TSchema, ShapedItem<TSchema, Shape>>, Sortable, Searchable, Filterable, Open>

  /**
   * Lets clients ask for fewer members of an item: `fields=id,title,author.name`, each in any case, a joined record for
   * all of its members. Columns that were not asked for are not selected, and children sets that were not asked for
   * send no statement. Links carry it; streams and exports obey it.
   *
   * @throws PaginateQueryError (by the call) `fields.unknown` for a name that is no member, `fields.repeated` for a
   * second parameter
   * @example `.selectable()` with `?fields=id,title` selects two columns; items are
   * `{ id?: number; title?: string; … }`
   */
  selectable(): ConfigBuilder<
    WithTraits<TSchema, { readonly selectable: 'declared' }>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Columns of the root table that items do not have: they are not selected. They may still be sorted and filtered by.
   * Several calls leave out the columns of all. In place of `.select()`, not beside it.
   *
   * @example `.omit('passwordHash')` selects every column of the table but that one
   * @see select to name what an item has
   */
  omit<const Name extends OneByOne<'omit', Name, OmittableName<TSchema>>, Check = OmitCheck<TSchema>>(
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<WithoutMembers<TSchema, Name>, Sortable, Searchable, Filterable, Open>

  /**
   * Adds a term to the sort of requests that name none, after those added before. The field must be sortable already.
   * A term whose field `.when(false)` made unsortable is skipped.
   *
   * @param direction @default 'asc'
   * @example `.defaultSortBy('publishedAt', 'desc')`: a request without `sortBy` is
   * `order by "published_at" desc, "id" asc`, and
   *   `meta.sortBy` is `['publishedAt:DESC']`
   */
  defaultSortBy(
    name: SortableName<Sortable>,
    direction?: SortDirection,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * The order of requests without a sort, in Drizzle's own terms; the tie-breaker follows it. Clients cannot ask for it
   * unless its fields are `.sortable()`, and `meta.sortBy` is then empty. In place of `.defaultSortBy()`, not beside
   * it.
   *
   * A column or the expression of a `.field()` pages by number and by cursor. Any other expression pages by number
   * alone.
   *
   * @param terms one or more: `desc(column)`, `asc(column)`, a column, or one term of `sql`
   * @example `.defaultOrderBy(desc(tickets.pinned), desc(tickets.createdAt))` is
   * `order by pinned desc, created_at desc, id`
   */
  defaultOrderBy<Terms extends readonly unknown[]>(
    ...terms: { readonly [Index in keyof Terms]: Terms[Index] & NoInfer<OrderTermCheck<Terms[Index]>> }
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * A filter that a request need not name: it applies where the request has no criterion on the field, and
   * `meta.filter` then shows it. Several of one field are its criteria one after the other.
   *
   * @param criterion as `filter.<field>` takes it, with an operator that the field allows
   * @example `.defaultFilter('deletedAt', '$null')`; `?filter.deletedAt=$not:$null` then lists what was deleted
   */
  defaultFilter<const Name extends Filterable[0] & string>(
    name: Name,
    criterion: DefaultCriterion<Extract<Filterable, readonly [Name, ...unknown[]]>[1] & string>,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Fewest characters (code points) of a trimmed search term, 1 or more. @default 1
   *
   * @example `.withMinSearchLength(3)`: `?search=ab` is a 400 with the code `search.too_short`
   */
  withMinSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Most characters (code points) of a trimmed search term, 1 or more. @default 256
   *
   * @example `.withMaxSearchLength(64)`: a longer term is a 400 with the code `search.too_long`
   */
  withMaxSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Most `sortBy` entries of a request, 1 or more. @default 5
   *
   * @example `.withMaxSortFields(2)`: a third `sortBy` is a 400 with the code `sort.too_many_fields`
   */
  withMaxSortFields(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Most rows that a page may skip, `(page - 1) * limit`, 0 or more. @default no ceiling
   *
   * @example `.withMaxOffset(10_000)`: `?page=402&limit=25` is a 400 with the code `page.offset_too_deep`
   */
  withMaxOffset(rows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Most criteria over all fields of a request, 1 or more. @default 100
   *
   * @example `.withMaxFilterConditions(10)`: an eleventh criterion is a 400 with the code `filter.too_many_conditions`
   */
  withMaxFilterConditions(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Most values in one list (`$in`, `$contains`), 1 or more. @default 1000
   *
   * @example `.withMaxFilterValues(50)`: a longer `$in` list is a 400 with the code `filter.too_many_values`
   */
  withMaxFilterValues(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Allows `limit=-1`: all matching rows as one page, rejected past `maxRows` rows (1 or more). @default not allowed
   *
   * @example `.allowUnlimited(5_000)`: `?limit=-1` answers up to 5,000 rows as one page
   */
  allowUnlimited(maxRows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Ignores `searchBy`: a search spans all searchable fields. @default `searchBy` narrows
   *
   * @example `.ignoreSearchByInQueryParam()`: `?search=tea&searchBy=title` searches every searchable field
   */
  ignoreSearchByInQueryParam(): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Rejects a parameter that the list does not read, unless it is named here (exact spelling): `parameter.unknown`, a
   * 400, with the name that the client may have meant. Several calls allow the names of all. @default such parameters
   * are ignored
   *
   * @example `.strictParameters('lang')` answers `?filters.status=$eq:draft` with
   * `Query parameter 'filters.status' is not known; did you mean 'filter.status'?`
   */
  strictParameters(...allowed: readonly string[]): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Lets clients send one expression across fields, in the parameter `filter`: terms `<field>=<criterion>` of what
   * `.filterable()` allows, with `AND`, `OR`, `NOT` and parentheses. It is AND-ed with `filter.<field>`. Of several
   * calls the last one counts.
   *
   * @param bounds `maxTerms`: terms, 1 or more; `maxDepth`: levels of `AND` and `OR` in one another, 1 or more. An
   * expression has
   *   8,000 characters at most. @default { maxTerms: 20, maxDepth: 5 }
   * @example `?filter=(status=$eq:open OR total=$gte:1000) AND NOT customer.name=$ilike:"van (der) Berg"`
   */
  withFilterExpressions(
    bounds?: Partial<ExpressionBounds>,
  ): ConfigBuilder<WithTraits<TSchema, { readonly expressions: 'declared' }>, Sortable, Searchable, Filterable, Open>
  /**
   * `native` folds case as the database can (ILIKE on PostgreSQL); `portable` uses LIKE alone. @default 'native'
   *
   * @example `.withLikeStrategy('portable')`: `?search=tea` is `"title" like $1`, which minds case on PostgreSQL, in
   * place of `"title" ilike $1`
   */
  withLikeStrategy(strategy: LikeStrategy): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Replaces the substring match of `search` with a condition of your own, at most once a list. With a rank, and
   * without `sortBy`, rows come best first, then by the default sort; with a distance nearest first, then by the
   * tie-breaker, and no row is left out unless `where` says so. `sortBy=relevance:DESC` is a sort of requests with a
   * term. Searchable fields stay for `searchBy`, which matches substrings of those.
   *
   * @param search called once for each request with a term that nothing else rejects, never by `build()`. It may answer
   * a promise; what
   *   it throws rejects the call unchanged
   * @throws PaginateConfigError (by the call) where it answers something else
   * @example
   * ```ts
   * .searchWith(({ term }) => ({
   *   where: sql`${articles.words} @@ plainto_tsquery(${term})`,
   *   rank: sql`ts_rank(${articles.words}, plainto_tsquery(${term}))`,
   * }))
   * ```
   * @see fullText and nearest of `drizzle-paginate/search`
   */
  searchWith<const Answer extends MaybePromise<SearchAnswer>>(
    search: SearchCheck<TSchema, SearchFunction<Answer>>,
  ): ConfigBuilder<WithSearch<TSchema, Answer>, Sortable | RankName<Awaited<Answer>>, Searchable, Filterable, Open>

  /**
   * A condition of your own on every call that takes the list: tenancy, soft delete, row security. It is AND-ed with
   * `options.where` and with everything that a client sends. Several are AND-ed, and their scopes are merged.
   *
   * @param condition is called with `options.scope`, which every call must give by type where the function has a
   * parameter; one
   *   without one needs no scope. In memory, where there is no SQL, `options.where` is required instead.
   * @throws PaginateConfigError (by the call, before any statement) where the scope is left out or the function answers
   * no SQL
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
   * How the rows of the filtered set are counted, at most once a list. `'exact'`: all of them, in a statement before
   * the page. `'none'`: not; the page is read with one row more, which shows whether there is a next one. `{ upTo }`:
   * up to a bound, after the page and only if the page does not show the total.
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
   * Pages by position instead of by number, at most once a list: `after` and `before` take the place of `page`, and a
   * page costs the same at every depth. A cursor holds the sort keys of a row, readable by who carries it.
   *
   * @param seal wraps the text of a cursor, where sort keys are not public: `seal` encrypts or signs it, `open` gives
   * it back or
   *   throws. Either may answer a promise.
   * @example `?sortBy=publishedAt:DESC&after=WyJ…` answers the rows after that position, and a `nextCursor`
   */
  withCursors(
    seal?: CursorSeal,
  ): ConfigBuilder<WithTraits<TSchema, { readonly paging: 'cursor' }>, Sortable, Searchable, Filterable, Open>

  /**
   * Gates the one declaration that follows. If `condition` is not true, the declaration is left out, and its name is
   * answered as an unknown name is.
   *
   * @example `.when(isModerator).filterable('status', '$eq')`: for everyone else `?filter.status=$eq:draft` is a 400
   * (`filter.not_configured`)
   */
  when(condition: boolean): GatedBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /**
   * Marks the declaration just before it in `describe()`; nothing else changes.
   *
   * @example `.filterable('status', '$eq').showBadge('moderators')` is
   * `{ name: 'status', …, badge: { label: 'moderators' } }` in `describe(list)`
   */
  showBadge(label: string, style?: string): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Checks everything once and freezes it.
   *
   * @example `export const articleList = paginateConfig(articles).withLimits(25, 100).withTieBreaker('id').build()`
   * @throws PaginateConfigError naming the declaration at fault
   */
  readonly build: [Open] extends [never]
    ? () => PaginateConfig<
        BuiltItem<TSchema>,
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
  | 'defaultOrderBy'
  | 'defaultFilter'
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
  searchable<
    const Name extends OneByOne<'searchable', Name, keyof TSchema['fields'] & string>,
    Check = TextNames<TSchema, Name>,
  >(
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable | Name, Filterable, Open>
  /** As on a builder without a gate. */
  expose<
    const Name extends OneByOne<'expose', Name, keyof TSchema['fields'] & string>,
    Check = ExposeCheck<TSchema, Name>,
  >(
    name: Name & NoInfer<Check>,
    ...more: (Name & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable | Name,
    Searchable | ExposedText<TSchema, Name>,
    Filterable | ExposedFilter<TSchema, Name>,
    Open
  >
  /** As on a builder without a gate: declared before for the same name, what this allows is added to it. */
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
    Collected extends CollectionLike = CollectionLike,
  >(
    name: Name,
    collection: Collected,
    element: Element,
    operator: Operator & NoInfer<Check>,
    ...more: (More & NoInfer<Check>)[]
  ): ConfigBuilder<
    AskedByCollection<TSchema, Collected>,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator | More, FilterFacts<ElementField<TSchema, Element>>],
    Open
  >
  /** As on a builder without a gate. */
  filterWith<
    const Name extends string,
    const Type extends OwnValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike,
    const Operator extends FilterOperator = '$eq',
    Value = OwnValue<ResolvedType<TSchema, Type>>,
    Check = Granted<
      'filterWith',
      Name,
      DeclaredField<SQL<Value>, ResolvedType<TSchema, Type>>,
      Operator,
      TSchema['registered']
    >,
  >(
    name: Name,
    valueType: Type,
    condition: (criterion: CriterionOf<NoInfer<Operator>, NoInfer<Value>>) => Condition,
    ...operators: (Operator & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator, FilterFacts<DeclaredField<SQL<Value>, ResolvedType<TSchema, Type>>>],
    Open
  >

  /** As on a builder without a gate. */
  filterableEach<
    const Name extends string,
    const Fields extends EachFields<TSchema>,
    Collected extends CollectionLike = CollectionLike,
  >(
    name: Name,
    collection: Collected,
    fields: Fields & CheckedEach<TSchema, Name, Fields>,
  ): ConfigBuilder<
    AskedByCollection<TSchema, Collected>,
    Sortable,
    Searchable,
    Filterable | EachFilterables<TSchema, Name, Fields>,
    Open
  >
  /** As on a builder without a gate; the member is then optional. */
  children<const Name extends string, LeftTables extends string, const Fields extends Selection, Scope = unknown>(
    name: NewChildren<TSchema, Name>,
    rows: RowsArgument<LeftTables, Scope>,
    selection: ChildSelection<Name, Fields>,
    options?: ChildrenOptions,
  ): ConfigBuilder<
    AskedByRows<WithChildren<TSchema, Name, SelectedRecord<Fields, LeftTables>, true>, Scope>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >
  /** As on a builder without a gate. */
  nullsFirst<const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>>(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** As on a builder without a gate. */
  nullsSmallest<
    const Name extends OneByOne<'nullsSmallest() and .nullsLargest', Name, keyof TSchema['fields'] & string>,
  >(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** As on a builder without a gate. */
  nullsLargest<
    const Name extends OneByOne<'nullsSmallest() and .nullsLargest', Name, keyof TSchema['fields'] & string>,
  >(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** As on a builder without a gate. */
  nullsLast<const Name extends OneByOne<'nullsFirst() and .nullsLast', Name, keyof TSchema['fields'] & string>>(
    name: Name,
    ...more: Name[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  /** As on a builder without a gate. Without it, `fields` is a parameter that the list does not read. */
  selectable(): ConfigBuilder<
    WithTraits<TSchema, { readonly selectable: 'declared' }>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >
  /** As on a builder without a gate. Without it, `filter` is a parameter that the list does not read. */
  withFilterExpressions(
    bounds?: Partial<ExpressionBounds>,
  ): ConfigBuilder<
    WithTraits<
      TSchema,
      { readonly expressions: TSchema['traits']['expressions'] extends 'declared' ? 'declared' : 'gated' }
    >,
    Sortable,
    Searchable,
    Filterable,
    Open
  >
  /** Other limits for this variant. The limits without a gate apply to the other variants. */
  withLimits(defaultLimit: number, maxLimit: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>
  readonly build: ConfigTypeError<ConfigSentences['danglingWhen']>
  readonly when: ConfigTypeError<ConfigSentences['danglingWhen']>
  readonly showBadge: ConfigTypeError<ConfigSentences['badgeFirst']>
  readonly leftJoin: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly innerJoin: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly field: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly countOf: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly aggregateOf: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withTieBreaker: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly select: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly omit: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly scopedBy: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withTotals: ConfigTypeError<ConfigSentences['whenNotGateable']>
  readonly withCursors: ConfigTypeError<ConfigSentences['whenNotGateable']>
}
