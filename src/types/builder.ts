// Builder, compile time: the fluent interface. `builder/config-builder.ts` is the class behind it.
import type { SQL } from 'drizzle-orm'
import type { FilterOperator, SortDirection, ValueTypeName } from '../vocabulary.js'
import type {
  AskedBy,
  BuiltItem,
  ElementArgument,
  ElementField,
  ExpressionsTrait,
  FilterableOf,
  ImpliedType,
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
  CheckedElement,
  ChildSelection,
  ElementOperators,
  ElementRecord,
  FacetChecks,
  Grant,
  Granted,
  JoinArgument,
  NamedOperators,
  NewChildren,
  NewPrefix,
  OmitCheck,
  OmittableName,
  OneByOne,
  SearchCheck,
  SelectCheck,
  SelectNames,
  SelectorCheck,
  OrderTerm,
  SortableName,
  SummaryCheck,
  TextNames,
  TieCheck,
  TotalsCheck,
  TypedField,
} from './builder-checks.js'
import type { ChildrenOptions, RowsArgument } from './children.js'
import type { CursorOptions, ExpressionBounds, NullOrder, Quantifier } from './config.js'
import type { DefaultCriteria } from './criteria.js'
import type { MaybePromise } from './database.js'
import type { FacetValuesOption } from './facets.js'
import type { DeclaredField, FitsType, Schema, SchemaLike, ShapedItem, ValueTypeLike } from './item.js'
import type { CriterionOf, OwnFilterFacts, OwnValue, OwnValueTypeName } from './own-filter.js'
import type { PaginateConfig } from './paginate-config.js'
import type { RankName, SearchAnswer, SearchFunction } from './search-with.js'
import type { SelectedRecord, Selection } from './selection.js'
import type { SelectorLike } from './table.js'
import type { ConfigSentences, ConfigTypeError, UnfitValueType } from './type-error.js'

/** What `build()` still waits for. An open `.when()` waits for its declaration. */
export type Missing = 'needsLimits' | 'needsTieBreaker' | 'danglingWhen'

/** After a declaration, which closes an open `.when()`. */
type Closed<Open extends Missing> = Exclude<Open, 'danglingWhen'>

/** The sentence in place of an argument, if a `.when()` is open before a call that it cannot gate. */
type NoGate<Open extends Missing, Argument> = 'danglingWhen' extends Open
  ? ConfigTypeError<ConfigSentences['whenNotGateable']>
  : Argument

/**
 * A condition that ties tables together; `and(…)` may be undefined by its type, and `build()` rejects it where it is.
 */
type Condition = SQL | undefined

/** Where nulls come in the order of the fields that a `.sortable()` names. Inferred, so that names are told from it. */
export interface SortOptions<Nulls extends NullOrder> {
  /**
   * `'first'`, `'last'`: in both directions. `'smallest'`: below every value, first ascending and last descending, as
   * SQLite and MySQL have them; `'largest'`: above every value, as PostgreSQL has them.
   *
   * @default as the database sorts
   */
  readonly nulls: Nulls
}

/** What the schema does not show about a tie-breaker. */
export interface TieBreakerOptions<Unique extends boolean> {
  /** Vouches that the tie-breaker is unique, where the schema does not show it. @default false */
  readonly assumeUnique?: Unique | undefined
}

/** What the schema does not show about a join. */
export interface JoinOptions {
  /** Vouches that the join finds at most one row, as a partial unique index guarantees it. @default false */
  readonly assumeUnique?: boolean | undefined
}

/** What `.withTotals()` takes. */
export type TotalsArgument =
  | 'exact'
  | 'none'
  | {
      /** Rows that are counted at most, 1 or more. */
      readonly upTo: number
      /**
       * Adds the planner's estimate if there are more. PostgreSQL, MySQL. The planner's statistics are of the whole
       * table, so a list with `.scopedBy()` has none.
       *
       * @default false
       */
      readonly estimate?: boolean | undefined
    }

/**
 * Rows made by `rowsOf()`, or their `.every()` and `.none()`, and the scope that their conditions ask for. Nothing
 * reads `_Sentence`: the compiler prints it if something else is passed.
 */
export interface CollectionLike<Scope = unknown, _Sentence extends string = ConfigSentences['needsCollection']> {
  readonly quantifier: Quantifier
  readonly '~scope'?: () => Scope
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
   * Lets clients sort by these fields: `sortBy` may name them. If two calls name the same field, the later `nulls` wins.
   *
   * @example `.sortable('publishedAt', 'author.name')`: `?sortBy=author.name:ASC` is
   * `order by "authors"."name" asc, "articles"."id" asc`
   * @example `.sortable('dueAt', { nulls: 'last' })`: `?sortBy=dueAt:DESC` is
   * `order by "due_at" desc nulls last, "id" asc`
   */
  sortable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends OneByOne<'sortable', Name, keyof TSchema['fields'] & string>,
    const Nulls extends NullOrder = never,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    ...names: readonly (Name | SortOptions<Nulls>)[]
  ): ConfigBuilder<TSchema, Sortable | Name, Searchable, Filterable, Closed<Open>>

  /**
   * Lets `search` match these text fields, and `searchBy` name them.
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
    ...names: readonly (Name & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable | Name, Filterable, Closed<Open>>

  /**
   * Lets `filter.<name>` name this field, with these operators. Declared again for the same name it allows the operators
   * of both, so that `.when(isModerator).filterable('status', '$in')` widens what everyone has.
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
    const Operator extends FilterOperator = never,
    Check = Grant<TSchema['fields'][Name], TSchema['registered'], Name, Operator>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name & NoInfer<NamedOperators<'filterable', Name, keyof TSchema['fields'], Operator>>,
    ...operators: readonly (Operator & NoInfer<Check>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable | readonly [Name, Operator], Closed<Open>>

  /**
   * Lets clients filter by rows of another table, under a name of its own. Criteria of a field may be met by different
   * rows. With a record of fields, all criteria of `filter.<name>.<key>` are applied to one and the same row.
   *
   * @param rows `rowsOf(table, on)`: at least one row meets the criterion; `.every()`: each row does; `.none()`: no row
   * does
   * @param element a column of the rows, or `{ selector, valueType }` for an expression; or a record of
   * `{ key: [element, ...operators] }`
   * @example
   * ```ts
   * .filterableMany('tag', rowsOf(tags, eq(tags.articleId, articles.id)), tags.name, '$eq', '$in')
   * // ?filter.tag=$eq:tea → where exists (select 1 from "tags" where ("tags"."article_id" = "articles"."id") and "tags"."name" = $1)
   * ```
   * @example
   * ```ts
   * .filterableMany('review', rowsOf(reviews, eq(reviews.articleId, articles.id)), {
   *   reviewer: [reviews.reviewer, '$eq'],
   *   stars: [reviews.stars, '$gte'],
   * })
   * // exists (select 1 from "reviews" where … and ("reviews"."reviewer" = $1 and "reviews"."stars" >= $2))
   * ```
   */
  filterableMany<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends string,
    const Element extends ElementArgument<TSchema> | ElementRecord<TSchema>,
    const Operator extends FilterOperator = never,
    Check = Granted<'filterableMany', Name, ElementField<TSchema, Element>, Operator, TSchema['registered']>,
    Collected extends CollectionLike = CollectionLike,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name & NoInfer<ElementOperators<Name, Element, Operator>>,
    rows: Collected,
    element: Element & NoInfer<CheckedElement<TSchema, Name, Element>>,
    ...operators: Element extends SelectorLike | { readonly selector: unknown }
      ? readonly (Operator & NoInfer<Check>)[]
      : readonly []
  ): ConfigBuilder<
    AskedBy<TSchema, Collected>,
    Sortable,
    Searchable,
    Filterable | FilterableOf<TSchema, Name, Element, Operator>,
    Closed<Open>
  >

  /**
   * Adds a filter whose condition is your own: `or` across fields, a distance, an overlap of arrays, a path into JSON.
   * Clients send it as any other: `$not`, connectors and lists work, and rows for which the condition is unknown match
   * `$not` only.
   *
   * @param valueType what clients send: the name of a value type, a made value type or a Standard Schema
   * @param condition gets `{ operator, value }`, for `$in` and `$btw` `{ operator, values }`; is called for each
   * criterion, never by `build()`
   * @param operators @default `'$eq'`
   * @throws PaginateConfigError (by the call, before any statement) if the function throws or returns no SQL
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
    ...operators: readonly (Operator & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator, OwnFilterFacts<DeclaredField<SQL<Value>, ResolvedType<TSchema, Type>>>],
    Closed<Open>
  >

  /**
   * Declares the facets of the list: for each named field how often each value occurs in the filtered set. A facet
   * leaves out the request's own criteria on its field. `listHandler` and the explorer answer them beside the items;
   * `paginate` sends no statement for them, and `facetCounts` counts them if its call names none.
   *
   * @param facets by the name of a filterable field: `true` or `{ limit }` (1 to 1000, 100 by default) for values, if
   * the field allows `$eq` or `$in` (a collection: `$contains`); `'range'` for the ends, if it allows a comparison or
   * `$btw`
   * @throws PaginateConfigError (by `build()`) for a facet that its field does not allow
   * @example
   * ```ts
   * .withFacets({ status: true, 'author.name': { limit: 20 }, views: 'range' })
   * // facets: { status: [{ value: 'published', count: 7, filter: '$eq:published' }], 'author.name': […], views: { min: 0, max: 100, count: 9 } }
   * ```
   */
  withFacets<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Facets extends { readonly [name: string]: boolean | 'range' | FacetValuesOption | undefined },
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    facets: Facets & NoInfer<NoGate<Open, FacetChecks<TSchema, Filterable, Facets>>>,
  ): ConfigBuilder<WithTraits<TSchema, { readonly facets: Facets }>, Sortable, Searchable, Filterable, Closed<Open>>
}

/**
 * A configuration in the making. Immutable: every call returns a new builder, so one builder can be continued in
 * several ways. Order matters only where a name is needed first: a join or `.field()` before what names it,
 * `.sortable()` before `.defaultSortBy()`, `.children()` before `.select()`.
 */
export interface ConfigBuilder<
  in out TSchema extends Schema,
  in out Sortable extends string = never,
  in out Searchable extends string = never,
  in out Filterable extends readonly unknown[] = never,
  in out Open extends Missing = 'needsLimits' | 'needsTieBreaker',
> extends FieldDeclarations {
  /**
   * Joins a table that has at most one row for each row of the root; its columns become fields `prefix.key`.
   *
   * `build()` rejects a join that the schema shows to find several rows: no primary key, unique column or unique index
   * covers the columns that `on` compares with `=`. What it cannot read (raw SQL, a view, a sub-query) is not rejected.
   *
   * @param prefix a plain name, used once, and the name of no column
   * @param table a table, an alias of one (needed where the table is in the query already), a view, or a sub-query made
   * with `.as()`
   * @param on a condition, or a function of the call's scope that returns one: `({ scope }) => …`. The list is then
   * scoped as by `.scopedBy()`: the parameter is annotated, or typed by an earlier `.scopedBy()`.
   * @param options `{ assumeUnique: true }` vouches for at most one row
   * @example
   * ```ts
   * .leftJoin('mainImage', images, and(eq(images.articleId, articles.id), eq(images.isMain, true)), { assumeUnique: true })
   * ```
   * @see filterableMany, children and rowsOf for rows of a table that has several for each row
   */
  leftJoin<
    const Prefix extends string,
    Columns,
    Name,
    Brand,
    IsWith,
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition>,
  >(
    prefix: NoGate<Open, NewPrefix<TSchema, Prefix>>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, true, Name>, On>, Sortable, Searchable, Filterable, Open>
  /**
   * Joins as `leftJoin` does, but rows of the root without a match are not in the list.
   *
   * @example `.innerJoin('author', authors, eq(authors.id, articles.authorId))` makes `author.name` a field, and
   * `.select({ id: true, author: { name: true } })` makes items `{ id: 1, author: { name: 'Ada' } }`
   */
  innerJoin<
    const Prefix extends string,
    Columns,
    Name,
    Brand,
    IsWith,
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition>,
  >(
    prefix: NoGate<Open, NewPrefix<TSchema, Prefix>>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, false, Name>, On>, Sortable, Searchable, Filterable, Open>

  /**
   * Gives any other column or expression a public name: to be sorted, filtered, searched and selected by it.
   *
   * @param selector a column, an SQL expression, a function of the call's scope that returns one, or what rows of another
   * table come to: `rowsOf(…).count()`, `rowsOf(…).aggregate(sum(…))`. The last two are correlated sub-selects; a page
   * that neither sorts nor filters by one computes it for its own rows only.
   * @param valueType a built-in name, a made value type or a Standard Schema; an expression needs one to be filtered or
   * searched. Counts are integers, and Drizzle's own aggregates show theirs.
   * @example
   * ```ts
   * .field('titleLength', sql<number>`length(${articles.title})`, 'integer').filterable('titleLength', '$gte')
   * // ?filter.titleLength=$gte:10 → where ((length("articles"."title")) is not null and (length("articles"."title")) >= $1::bigint)
   * ```
   * @example
   * ```ts
   * .field('lineCount', rowsOf(orderLines, eq(orderLines.orderId, orders.id)).count())
   * // filter.lineCount=$gte:3 → (select count(*) from "order_lines" where "order_lines"."order_id" = "orders"."id") >= 3
   * ```
   */
  field<
    const Name extends string,
    const Selector extends
      object | string | number | null | undefined | Bivariant<TSchema['traits']['scope'], SelectorLike>,
    const Type extends ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike | undefined =
      undefined,
  >(
    name: NoGate<Open, TypedField<TSchema, Name, Selected<Selector>, Type>>,
    selector: Selector & NoInfer<SelectorCheck<Selected<Selector>, Name>>,
    valueType?: FitsType<Selected<Selector>, Type> extends true
      ? Type
      : ConfigTypeError<UnfitValueType<Name, Type & string>>,
  ): ConfigBuilder<
    AskedBy<WithField<TSchema, Name, Selected<Selector>, ImpliedType<Selector, Type>>, Selector>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Puts rows of another table inside each item, as an array: an order with its lines. They are read after the page by
   * one statement for all its items, and decoded as `db.select()` decodes them. An item without any has `[]`.
   *
   * Without `.select()` every set is a member of the item; a `.select()` that follows names the sets that an item has.
   * Clients can neither filter nor sort by them.
   *
   * @param name the member of the item; the name of no field and no join
   * @param rows made by `rowsOf()`
   * @param selection a record of columns, expressions and nested records, as `db.select()` takes it
   * @throws PaginateConfigError (by `build()`) if the root has no key by which its rows are found again
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
    AskedBy<
      WithChildren<TSchema, Name, SelectedRecord<Fields, LeftTables>, 'danglingWhen' extends Open ? true : false>,
      RowsArgument<LeftTables, Scope>
    >,
    Sortable,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Sets the rows per page: `defaultLimit` if a request names none, `maxLimit` at most. Required.
   *
   * @param defaultLimit 1 to `maxLimit`
   * @param maxLimit up to 2147483647
   * @example `.withLimits(25, 100)`: no `limit` is `limit 25`, `?limit=101` gets a 400 with the code `limit.out_of_range`
   */
  withLimits(
    defaultLimit: number,
    maxLimit: number,
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable,
    Exclude<Open, 'danglingWhen' extends Open ? 'danglingWhen' : 'needsLimits'>
  >

  /**
   * Names the unique key that ends every order, so that pages neither repeat nor lose rows. Required; a later call
   * replaces it.
   *
   * `'follow'` gives its fields the direction of the first term of the order, ascending without one: an ordinary index
   * `(createdAt, id)` then serves `createdAt:ASC` and `createdAt:DESC`.
   *
   * @example `.withTieBreaker('id')`, `.withTieBreaker('orgId', 'id')`, `.withTieBreaker({ id: 'desc' })`,
   *   `.withTieBreaker('slug', { assumeUnique: true })`
   * @example `.withTieBreaker({ id: 'follow' })`: `?sortBy=createdAt:DESC` is `order by created_at desc, id desc`
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
      (keyof TSchema['fields'] & string) | { readonly [name: string]: SortDirection | 'follow' }
    >,
    const More extends keyof TSchema['fields'] & string = never,
    Unique extends boolean = never,
    Check = NoGate<Open, TieCheck<TSchema, First, More>>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    first: First & NoInfer<Check>,
    ...more: readonly ((More & NoInfer<Check>) | TieBreakerOptions<Unique>)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Exclude<Open, 'needsTieBreaker'>>

  /**
   * Says what an item is. Without it an item is the root table's row.
   *
   * @param shape a record, or an object schema (Zod, Valibot, ArkType …) whose keys match fields by name, in upper or
   * lower case. In a record `true` takes the field, the whole join or the children set of that name; a column or an SQL
   * expression is selected as `db.select()` selects it; a record nests. `false` and `undefined` leave the member out, so
   * output by role is `cost: can.see && orders.cost`.
   * @throws PaginateConfigError (by `build()`) for a key that matches nothing, and for a shape without members
   * @example `.select({ id: true, title: true, author: { name: true }, length: sql<number>`length(${articles.body})` })`
   */
  select<const Shape extends object>(
    shape: Shape & NoInfer<NoGate<Open, SelectCheck<TSchema, Shape>>> & NoInfer<SelectNames<TSchema, Shape>>,
  ): ConfigBuilder<WithItem<TSchema, ShapedItem<TSchema, Shape>>, Sortable, Searchable, Filterable, Open>

  /**
   * Lets clients ask for fewer members of an item: `fields=id,title,author.name`, in upper or lower case, a joined
   * record for all of its members. Columns that were not asked for are not selected, and children sets that were not
   * asked for send no statement. Links carry it; streams and exports obey it.
   *
   * @throws PaginateQueryError (by the call) `fields.unknown` for a name that is no member
   * @example `.selectable()` with `?fields=id,title` selects two columns; items are
   * `{ id?: number; title?: string; … }`
   */
  selectable(): ConfigBuilder<
    WithTraits<TSchema, { readonly selectable: 'declared' }>,
    Sortable,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Leaves columns of the root table out of items: they are not selected. They may still be sorted and filtered by.
   * Several calls leave out the columns of all. Use it instead of `.select()`, not together with it.
   *
   * @example `.omit('passwordHash')` selects every column of the table but that one
   * @see select to name what an item has
   */
  omit<const Name extends OneByOne<'omit', Name, OmittableName<TSchema>>, Check = NoGate<Open, OmitCheck<TSchema>>>(
    ...names: readonly (Name & NoInfer<Check>)[]
  ): ConfigBuilder<WithoutMembers<TSchema, Name>, Sortable, Searchable, Filterable, Open>

  /**
   * Sets the order of requests without `sortBy`; the tie-breaker follows it. It takes a sortable field, or Drizzle's own
   * order terms.
   *
   * A field: each call adds a term after those before it. `meta.sortBy` names it. A term whose field `.when(false)` made
   * unsortable is skipped.
   *
   * Terms: clients cannot ask for this order unless its fields are `.sortable()`, and `meta.sortBy` is empty. A column
   * or the expression of a `.field()` pages by number and by cursor. Any other expression pages by number only.
   *
   * @param term a field's name, or the first of the terms: `desc(column)`, `asc(column)`, a column, one term of `sql`
   * @param more the direction of the field (@default 'asc'), or more terms
   * @example `.defaultSortBy('publishedAt', 'desc')` is `order by "published_at" desc, "id" asc`, and `meta.sortBy` is
   * `['publishedAt:DESC']`
   * @example `.defaultSortBy(desc(tickets.pinned), desc(tickets.createdAt))` is
   * `order by "pinned" desc, "created_at" desc, "id" asc`
   */
  defaultSortBy<const Term extends SortableName<Sortable> | OrderTerm>(
    term: Term,
    ...more: Term extends string ? [direction?: SortDirection] : readonly OrderTerm[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>

  /**
   * Adds a filter that a request need not name: it applies if the request has no criterion on the field, and
   * `meta.filter` then shows it. Several of one field are its criteria one after the other.
   *
   * @param criteria by operator, as a query in code has them: all must hold; `$null: true`, and `$not` holds one
   * criterion
   * @example `.defaultFilter('deletedAt', { $null: true })`; `?filter.deletedAt=$not:$null` then lists what was deleted
   */
  defaultFilter<const Name extends Filterable[0] & string>(
    name: Name,
    criteria: DefaultCriteria<TSchema, Extract<Filterable, readonly [Name, ...unknown[]]>>,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>

  /**
   * Sets the fewest characters (code points) of a trimmed search term, 1 or more. @default 1
   *
   * @example `.withMinSearchLength(3)`: `?search=ab` gets a 400 with the code `search.too_short`
   */
  withMinSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets the most characters (code points) of a trimmed search term, 1 or more. @default 256
   *
   * @example `.withMaxSearchLength(64)`: a longer term gets a 400 with the code `search.too_long`
   */
  withMaxSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets the most `sortBy` entries of a request, 1 or more. @default 5
   *
   * @example `.withMaxSortFields(2)`: a third `sortBy` gets a 400 with the code `sort.too_many_fields`
   */
  withMaxSortFields(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets the most rows that a page may skip, `(page - 1) * limit`, 0 or more. @default no ceiling
   *
   * @example `.withMaxOffset(10_000)`: `?page=402&limit=25` gets a 400 with the code `page.offset_too_deep`
   */
  withMaxOffset(rows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Allows `limit=-1`: all matching rows as one page, rejected past `maxRows` rows (1 or more). @default not allowed
   *
   * @example `.allowUnlimited(5_000)`: `?limit=-1` returns up to 5,000 rows as one page
   */
  allowUnlimited(maxRows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Ignores `searchBy`: a search spans all searchable fields. @default `searchBy` narrows
   *
   * @example `.ignoreSearchByInQueryParam()`: `?search=tea&searchBy=title` searches every searchable field
   */
  ignoreSearchByInQueryParam(): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Lets clients send one expression across fields, in the parameter `filter`: terms `<field>=<criterion>` of what
   * `.filterable()` allows, with `AND`, `OR`, `NOT` and parentheses. It is AND-ed with `filter.<field>`. If it is called
   * twice, the later call wins.
   *
   * @param bounds `maxTerms`: terms, 1 or more; `maxDepth`: levels of `AND` and `OR` in one another, 1 or more. An
   * expression has 8,000 characters at most. @default { maxTerms: 20, maxDepth: 5 }
   * @example `?filter=(status=$eq:open OR total=$gte:1000) AND NOT customer.name=$ilike:"van (der) Berg"`
   */
  withFilterExpressions(bounds?: {
    readonly [Bound in keyof ExpressionBounds]?: ExpressionBounds[Bound] | undefined
  }): ConfigBuilder<
    WithTraits<
      TSchema,
      { readonly expressions: ExpressionsTrait<TSchema, 'danglingWhen' extends Open ? true : false> }
    >,
    Sortable,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Replaces the substring match of `search` with a condition of your own, at most once a list. With a rank, and
   * without `sortBy`, rows come best first, then by the default sort; with a distance nearest first, then by the
   * tie-breaker, and no row is left out unless `where` says so. `sortBy=relevance:DESC` is a sort of requests with a
   * term. Searchable fields stay for `searchBy`, which matches substrings of those.
   *
   * @param search called once for each request with a term that nothing else rejects, never by `build()`. It may return
   * a promise; what it throws rejects the call unchanged
   * @throws PaginateConfigError (by the call) if it returns something else
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
  ): ConfigBuilder<
    WithSearch<TSchema, Answer>,
    Sortable | RankName<Awaited<Answer>>,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Adds a condition of your own to every call that takes the list: tenancy, soft delete, row security. It is AND-ed
   * with `options.where` and with everything that a client sends. Several are AND-ed, and their scopes are merged.
   *
   * @param condition is called with `options.scope`, which every call must give by type if the function has a
   * parameter; one without a parameter needs no scope. In memory, where there is no SQL, `options.where` is required
   * instead.
   * @throws PaginateConfigError (by the call, before any statement) if the scope is left out or the function returns no
   * SQL
   * @example
   * ```ts
   * .scopedBy(({ tenantId }: { tenantId: number }) => eq(articles.tenantId, tenantId))
   * // paginate(db, request, list, { scope: { tenantId: 7 } }) → where ("articles"."tenant_id" = 7) and …
   * ```
   */
  scopedBy<Given extends readonly [scope?: unknown]>(
    condition: NoGate<Open, (...scope: Given) => Condition>,
  ): ConfigBuilder<WithTraits<TSchema, WithScope<TSchema['traits'], Given>>, Sortable, Searchable, Filterable, Open>

  /**
   * Sets how the rows of the filtered set are counted, at most once a list. `'exact'`: all of them, in a statement
   * before the page. `'none'`: not; the page is read with one more row, which shows whether there is a next one.
   * `{ upTo }`: up to a bound, after the page and only if the page does not show the total.
   *
   * @default 'exact'; in a list with cursors, no totals
   * @example
   * ```ts
   * .withTotals({ upTo: 10_000 })
   * // meta: { totalItems: null, totalPages: null, totalItemsAtLeast: 10001, … }
   * ```
   */
  withTotals<const Mode extends TotalsArgument, Check = NoGate<Open, TotalsCheck<TSchema, Mode>>>(
    mode: Mode & NoInfer<Check>,
  ): ConfigBuilder<WithTraits<TSchema, { readonly totals: TotalsTrait<Mode> }>, Sortable, Searchable, Filterable, Open>
  /**
   * Pages by position instead of by number, at most once a list: `after` and `before` take the place of `page`, and a
   * page costs the same at every depth. A cursor holds the sort keys of a row, readable by who carries it.
   *
   * @param options - `seal` and `open` wrap the text of a cursor, if sort keys are not public: `seal` encrypts or signs
   * it, `open` gives it back or throws, and either may return a promise; `rows: true` gives a page the cursor of each
   * row, as `meta.cursors`
   * @example `?sortBy=publishedAt:DESC&after=WyJ…` returns the rows after that position, and a `nextCursor`
   */
  withCursors<const Rows extends boolean = false>(
    ...options: 'danglingWhen' extends Open
      ? [never: ConfigTypeError<ConfigSentences['whenNotGateable']>]
      : [options?: CursorOptions<Rows>]
  ): ConfigBuilder<
    WithTraits<TSchema, { readonly paging: 'cursor'; readonly cursors: Rows extends true ? 'rows' : 'ends' }>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Declares aggregates over the whole filtered set, which every page of the list has as `summary`. With exact totals
   * they are columns of the count's statement, otherwise one more statement. `summarize` reads them without a page if
   * its call names none.
   *
   * @param selection aggregates as `db.select()` takes them, over the root, joined fields and expressions
   * @throws PaginateConfigError (by `build()`) for what is no record of aggregates
   * @example `.withSummary({ revenue: sum(orders.total) })`: `{ items, meta, links, summary: { revenue: '125.50' } }`
   */
  withSummary<const Fields extends Selection>(
    selection: Fields & NoInfer<NoGate<Open, SummaryCheck<Fields>>>,
  ): ConfigBuilder<
    WithTraits<TSchema, { readonly summary: SelectedRecord<Fields, TSchema['leftTables']> }>,
    Sortable,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Gates the one declaration that follows. If `condition` is not true, the declaration is left out, and its name gets
   * the answer of an unknown name.
   *
   * @example `.when(isModerator).filterable('status', '$eq')`: for everyone else `?filter.status=$eq:draft` gets a 400
   * (`filter.not_configured`)
   */
  when(
    condition: 'danglingWhen' extends Open ? ConfigTypeError<ConfigSentences['danglingWhen']> : boolean,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open | 'danglingWhen'>
  /**
   * Marks the field that the call just before it declares, in `describe()`; nothing else changes.
   *
   * @throws PaginateConfigError (by the call) if the call before it declares no field
   * @example `.filterable('status', '$eq').showBadge('moderators')` is
   * `{ name: 'status', …, badge: { label: 'moderators' } }` in `describe()`
   */
  showBadge(
    label: 'danglingWhen' extends Open ? ConfigTypeError<ConfigSentences['badgeFirst']> : string,
    style?: string,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

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
    : ConfigTypeError<ConfigSentences['danglingWhen' extends Open ? 'danglingWhen' : Open]>
}
