// Builder, compile time: the fluent interface. `builder/config-builder.ts` is the class behind it.
import type { SQL } from 'drizzle-orm'
import type { FilterOperator, SortDirection, ValueTypeName } from '../vocabulary.js'
import type {
  AskedBy,
  BuiltItem,
  BuiltTraits,
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
  AggregatesCheck,
  AsksOther,
  Bivariant,
  CheckedElement,
  ChildSelection,
  DefaultFilterCheck,
  DefaultFilterName,
  ElementOperators,
  ElementRecord,
  Grant,
  Granted,
  JoinArgument,
  NamedOperators,
  NewChildren,
  NewPrefix,
  NoName,
  OmitCheck,
  OmittableName,
  OneByOne,
  OperatorOf,
  SelectCheck,
  SelectNames,
  ShapeArgument,
  SelectorCheck,
  OrderTerm,
  SortableName,
  TextNames,
  TieCheck,
  TieDirections,
  TotalsCheck,
  TypedField,
} from './builder-checks.js'
import type { ChildrenOptions, CollectionLike, RowsArgument } from './children.js'
import type { CursorOptions, ExpressionBounds, NullOrder } from './config.js'
import type { DefaultCriteria } from './criteria.js'
import type { MaybePromise } from './database.js'
import type { FacetChecks } from './facets.js'
import type { DeclaredField, FitsType, Schema, SchemaLike, ShapedItem, ValueTypeLike } from './item.js'
import type { CriterionOf, OwnFilterFacts, OwnValue, OwnValueTypeName } from './own-filter.js'
import type { PaginateConfig } from './paginate-config.js'
import type { RankName, SearchAnswer, SearchCheck, SearchFunction } from './search-with.js'
import type { SelectedRecord } from './selection.js'
import type { SelectorLike } from './table.js'
import type { Sentences, ConfigTypeError, NeedsCollection, NeedsRows, UnfitValueType } from './type-error.js'

/** The calls that `build()` still waits for. An open `.when()` waits for its declaration. */
export type Missing = 'needsLimits' | 'needsTieBreaker' | 'danglingWhen'

/** After a declaration, which closes an open `.when()`. */
type Closed<Open extends Missing> = Exclude<Open, 'danglingWhen'>

/** After a call that `build()` waits for. A gated one may be left out. */
type Met<Open extends Missing, Call extends Missing> = Exclude<
  Open,
  'danglingWhen' extends Open ? 'danglingWhen' : Call
>

/** The sentence instead of an argument, if a `.when()` is open before a call that it cannot gate. */
type NoGate<Open extends Missing, Argument> = 'danglingWhen' extends Open
  ? ConfigTypeError<Sentences['whenNotGateable']>
  : Argument

/**
 * A condition that ties tables together; `and(…)` may be undefined by its type, and `build()` rejects it where it is.
 */
type Condition = SQL | undefined

/** Where a `.sortable()` sorts the nulls of its fields. */
export interface SortOptions {
  /**
   * Sorts nulls `'first'` or `'last'` in both directions, `'smallest'` before every value (first in ascending and last
   * in descending order, as in SQLite and MySQL) or `'largest'` after every value (as in PostgreSQL).
   *
   * @default as the database sorts
   */
  readonly nulls?: NullOrder | undefined
}

/** Facts about a tie-breaker that the schema does not show. */
export interface TieBreakerOptions {
  /** Says that the tie-breaker is unique although the schema does not show it. @default false */
  readonly assumeUnique?: boolean | undefined
}

/** Facts about a join that the schema does not show. */
interface JoinOptions {
  /** Says that the join matches at most one row, as a partial unique index guarantees. @default false */
  readonly assumeUnique?: boolean | undefined
}

/** The modes of `.withTotals()`. */
type TotalsArgument =
  | 'exact'
  | 'none'
  | {
      /** Counts at most this many rows, 1 or more. */
      readonly upTo: number
      /**
       * Adds the planner's estimate if there are more rows. PostgreSQL and MySQL only. The planner's statistics are of
       * the whole table, so a list with `.scopedBy()` has no estimate.
       *
       * @default false
       */
      readonly estimate?: boolean | undefined
    }

/**
 * Declarations that name fields. They infer what the chain knows from the builder that they are called on: methods of a
 * generic interface would be computed again for the builder that each call returns.
 *
 * `Filterable` collects `[name, operators, gate]`, and `[name, operators, facts]` for sub-collections; `build()` makes
 * `FilterableType` of them.
 */
interface FieldDeclarations {
  /**
   * Lets clients sort by these fields. If two calls name the same field, the later `nulls` wins.
   *
   * @example `.sortable('publishedAt', 'author.name')`: `?sortBy=author.name:ASC` becomes
   * `order by "authors"."name" asc, "articles"."id" asc`
   * @example `.sortable('dueAt', { nulls: 'last' })`: `?sortBy=dueAt:DESC` becomes
   * `order by "due_at" desc nulls last, "id" asc`
   */
  sortable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends keyof TSchema['fields'] & string,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    ...names: readonly (`${Name}` | NoName<'sortable', Name> | SortOptions)[]
  ): ConfigBuilder<TSchema, Sortable | Name, Searchable, Filterable, Closed<Open>>

  /**
   * Lets clients search these text fields with `search`, and name them in `searchBy`. Declaring a field twice has no
   * effect.
   *
   * @example `.searchable('title', 'summary')`: `?search=tea` becomes
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
   * Lets clients filter by this field with the operators that you name.
   *
   * A second call for the same field adds its operators to those of the first. So `.when(isModerator)` in front of
   * `.filterable('status', '$in')` allows `$in` for moderators, in addition to what everybody may use.
   *
   * The members of `text().$type<'draft' | 'live'>()` are types only: `$eq:x` gets an empty page. `text({ enum })` has
   * members at run time, and `$eq:x` gets a 400.
   *
   * @example `.filterable('views', '$gte', '$lte')`: `?filter.views=$gte:10` becomes
   * `where "articles"."views" >= $1::integer`
   */
  filterable<
    TSchema extends Schema,
    Sortable extends string,
    Searchable extends string,
    Filterable extends readonly unknown[],
    Open extends Missing,
    const Name extends keyof TSchema['fields'] & string,
    const Operator extends OperatorOf<'filterable', Name, Operator> = never,
    Check = Grant<TSchema['fields'][Name], TSchema['registered'], Name, Operator>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    name: Name & NoInfer<NamedOperators<'filterable', Name, keyof TSchema['fields'], Operator>>,
    ...operators: readonly (Operator & NoInfer<Check>)[]
  ): ConfigBuilder<
    TSchema,
    Sortable,
    Searchable,
    Filterable | readonly [Name, Operator, Open & 'danglingWhen'],
    Closed<Open>
  >

  /**
   * Lets clients filter by rows of another table, such as the tags of an article. The filter has a name of its own.
   *
   * Each criterion is tested separately, so different rows may meet two criteria. With a record of fields, clients send
   * `filter.<name>.<key>`, and one row must meet all criteria.
   *
   * @param rows `rowsOf(table, on)`: at least one row meets the criterion; `.every()`: each row does; `.none()`: no row
   * does
   * @param element the column to compare, or `{ selector, valueType }` for an expression; or a record of
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
    const Operator extends OperatorOf<'filterableMany', Name, Operator> = never,
    Check = Granted<'filterableMany', Name, ElementField<TSchema, Element>, Operator, TSchema['registered']>,
    Collected extends CollectionLike<unknown, NeedsCollection<Name>> = CollectionLike,
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
    Filterable | FilterableOf<TSchema, Name, Element, Operator, Collected, Open>,
    Closed<Open>
  >

  /**
   * Lets clients filter by a condition that you write: `or` across fields, a distance, an overlap of arrays, a path
   * into JSON.
   *
   * Clients send it like any other filter, with `$not`, connectors and lists. If the condition is unknown for a row
   * (because of a null), the row matches only under `$not`.
   *
   * @param valueType what clients send: the name of a value type, a made value type or a Standard Schema
   * @param condition returns the condition for one criterion. It gets `{ operator, value }`, or `{ operator, values }`
   * for `$in` and `$btw`. Each request calls it once per criterion; `build()` never calls it
   * @param operators @default `'$eq'`
   * @throws PaginateConfigError (by the call, before any statement) if the function throws or does not return SQL
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
   * Declares the facets of the list: for each named field, how often each value occurs in the filtered set. Can be
   * called once.
   *
   * A facet leaves out the request's own criteria on its field. `listHandler` and the explorer send the facets next to
   * the items, and `facetCounts` counts them if its call does not name any. `paginate` sends no statement for them.
   *
   * @param facets by the name of a filterable field: `true` or `{ limit }` (1 to 1000, 100 by default) for values, if
   * the field allows `$eq` or `$in` (a collection: `$contains`); `'range'` for the least and the greatest value, if it
   * allows a comparison or `$btw`
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
    const Facets extends object,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    facets: Facets & NoInfer<NoGate<Open, FacetChecks<TSchema, Filterable, Facets>>>,
  ): ConfigBuilder<WithTraits<TSchema, { readonly facets: Facets }>, Sortable, Searchable, Filterable, Closed<Open>>
}

/**
 * A configuration in the making. Immutable: every call returns a new builder, so you can make several lists from one.
 *
 * Declare a name before the call that uses it: a join, `.field()` or `.children()` before the calls that name its
 * fields, `.sortable()` before `.defaultSortBy()`, `.filterable()` before `.defaultFilter()` and `.withFacets()`.
 */
export interface ConfigBuilder<
  in out TSchema extends Schema,
  in out Sortable extends string = never,
  in out Searchable extends string = never,
  in out Filterable extends readonly unknown[] = never,
  in out Open extends Missing = 'needsLimits' | 'needsTieBreaker',
> extends FieldDeclarations {
  /**
   * Joins a table that has at most one row for each row of the list. Its columns become fields named `prefix.key`,
   * which can be null.
   *
   * `build()` rejects a join if the schema shows that it can match several rows: no primary key, unique column or
   * unique index covers the columns that `on` compares with `=`. It cannot check raw SQL, a view or a sub-query, and
   * accepts those.
   *
   * @param prefix a plain name that no other join and no field has
   * @param table a table, a view, a sub-query made with `.as()`, or an alias. A table that the query already reads
   * needs an alias
   * @param on the condition. It can be a function of the call's scope, `({ scope }) => …`. The list is then scoped as
   * with `.scopedBy()`. Annotate the parameter, or let an earlier `.scopedBy()` type it
   * @param options `{ assumeUnique: true }` says that at most one row matches although the schema does not show it
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
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition> | AsksOther<Condition>,
  >(
    prefix: NoGate<Open, NewPrefix<TSchema, Prefix>>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, true, Name>, On>, Sortable, Searchable, Filterable, Open>
  /**
   * Joins like `leftJoin`, but leaves rows without a match out of the list.
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
    On extends Condition | Bivariant<TSchema['traits']['scope'], Condition> | AsksOther<Condition>,
  >(
    prefix: NoGate<Open, NewPrefix<TSchema, Prefix>>,
    table: JoinArgument<TSchema['traits']['dialect'], Columns, Name, Brand, IsWith>,
    on: On,
    options?: JoinOptions,
  ): ConfigBuilder<AskedBy<WithJoin<TSchema, Prefix, Columns, false, Name>, On>, Sortable, Searchable, Filterable, Open>

  /**
   * Gives a name to an expression, or to another column, so that clients can sort, filter and search by it, and items
   * can have it.
   *
   * @param selector a column, an SQL expression, a function of the call's scope that returns one, or rows of another
   * table: `rowsOf(…).count()`, `rowsOf(…).aggregate(sum(…))`. These two are correlated sub-selects. If a page
   * neither sorts nor filters by one, the database computes it only for the rows of that page
   * @param valueType a built-in name, a made value type or a Standard Schema. An expression needs one to be filtered or
   * searched. Counts are integers, and Drizzle's own aggregates show their type
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
    const Selector extends object | string | number | null | undefined | Bivariant<TSchema['traits']['scope'], SQL>,
    const Type extends ValueTypeName | RegisteredName<TSchema['registered']> | ValueTypeLike | SchemaLike | undefined =
      undefined,
  >(
    name: NoGate<Open, TypedField<TSchema, Name, Selected<Selector>, Type>>,
    selector: Selector & NoInfer<SelectorCheck<Selector, Name>>,
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
   * Puts rows of another table into each item, as an array: an order with its lines. One statement reads them for all
   * items, after the page, and decodes them like `db.select()`. An item without rows has `[]`.
   *
   * Without `.select()`, every set is a member of the item. A `.select()` that follows names the sets that an item has.
   * Clients cannot filter or sort by them.
   *
   * @param name the member of the item; not the name of a field or a join
   * @param rows made by `rowsOf()`
   * @param selection a record of columns, expressions and nested records, as for `db.select()`
   * @throws PaginateConfigError (by `build()`) if the root has no key to find its rows again
   * @example
   * ```ts
   * .children('lines', rowsOf(orderLines, eq(orderLines.orderId, orders.id)), { id: orderLines.id, price: orderLines.price })
   * // { id: 1, …, lines: [{ id: 7, price: '9.50' }, { id: 8, price: '1.00' }] }
   * ```
   * @see filterableMany to filter by rows of another table
   */
  children<const Name extends string, LeftTables extends string, const Fields extends object, Scope = unknown>(
    name: NewChildren<TSchema, Name>,
    rows: RowsArgument<LeftTables, Scope, NeedsRows<'children', Name>>,
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
   * Sets the rows per page: `defaultLimit` if a request has no `limit`, and `maxLimit` at most. Required.
   *
   * @param defaultLimit 1 to `maxLimit`
   * @param maxLimit up to 2147483647
   * @example `.withLimits(25, 100)`: a request without `limit` becomes `limit 25`, and `?limit=101` gets a 400 with the
   * code `limit.out_of_range`
   */
  withLimits(
    defaultLimit: number,
    maxLimit: number,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Met<Open, 'needsLimits'>>

  /**
   * Names the unique key that ends every order, so that pages neither repeat nor lose rows. Required. If it is called
   * twice, the later call wins. After `.when()`, a list where the condition is not true keeps the
   * tie-breaker that it had.
   *
   * `'follow'` gives its fields the direction of the first term of the order, or ascending without one. One ordinary
   * index `(createdAt, id)` then serves `createdAt:ASC` and `createdAt:DESC`.
   *
   * @example `.withTieBreaker('id')`, `.withTieBreaker('orgId', 'id')`, `.withTieBreaker({ id: 'desc' })`,
   * `.withTieBreaker('slug', { assumeUnique: true })`
   * @example `.withTieBreaker({ id: 'follow' })`: `?sortBy=createdAt:DESC` becomes `order by created_at desc, id desc`
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
      (keyof TSchema['fields'] & string) | TieDirections<keyof TSchema['fields']>
    >,
    const More extends keyof TSchema['fields'] & string = never,
    Check = TieCheck<TSchema, First | More>,
  >(
    this: ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>,
    first: First & NoInfer<Check>,
    ...more: readonly ((`${More}` & NoInfer<Check>) | TieBreakerOptions)[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Met<Open, 'needsTieBreaker'>>

  /**
   * Chooses what an item has. Without it, an item is the root table's row.
   *
   * @param shape a record, or an object schema (Zod, Valibot, ArkType …) whose keys match fields by name, in upper or
   * lower case. In a record, `true` takes the field, the whole join or the children set of that name. A column or an
   * SQL expression is selected as by `db.select()`, and records can be nested. `false` and `undefined` leave the member
   * out, for output by role: `cost: can.see && orders.cost`
   * @throws PaginateConfigError (by `build()`) for a key that matches nothing, and for a shape without members
   * @example `.select({ id: true, title: true, author: { name: true }, length: sql<number>`length(${articles.body})`
   * })`
   */
  select<const Shape extends ShapeArgument>(
    shape: Shape & NoInfer<NoGate<Open, SelectCheck<TSchema, Shape>>> & NoInfer<SelectNames<TSchema, Shape>>,
  ): ConfigBuilder<WithItem<TSchema, ShapedItem<TSchema, Shape>, Shape>, Sortable, Searchable, Filterable, Open>

  /**
   * Lets clients ask for fewer members of an item: `fields=id,title,author.name`, in upper or lower case. The name of a
   * joined record stands for all of its members.
   *
   * Columns that a client leaves out are not selected, and children sets that it leaves out send no statement. Links
   * carry `fields`; streams and exports follow it.
   *
   * @throws PaginateQueryError (by the call) `fields.unknown` for a name that no item has
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
   * Leaves columns of the root table out of items. They are not selected, but clients can still sort and filter by them
   * if the list declares it. Several calls leave out the columns of all. Use it instead of `.select()`, not together
   * with it.
   *
   * @example `.omit('passwordHash')` selects every column of the table except that one
   * @see select to name the members of an item
   */
  omit<const Name extends OneByOne<'omit', Name, OmittableName<TSchema>>, Check = NoGate<Open, OmitCheck<TSchema>>>(
    ...names: readonly (Name & NoInfer<Check>)[]
  ): ConfigBuilder<WithoutMembers<TSchema, Name>, Sortable, Searchable, Filterable, Open>

  /**
   * Sets the order of requests without `sortBy`; the tie-breaker follows it. Pass a sortable field, or Drizzle's own
   * order terms.
   *
   * A field: each call adds a term after those before it, and `meta.sortBy` names it. If `.when(false)` made the field
   * unsortable, the term is skipped.
   *
   * Terms: clients cannot ask for this order unless its fields are `.sortable()`, and `meta.sortBy` is empty. A column
   * or the expression of a `.field()` pages by number and by cursor. Any other expression pages by number only.
   *
   * @param term a field's name, or the first of the terms: `desc(column)`, `asc(column)`, a column, one term of `sql`
   * @param more the direction of the field (@default 'asc'), or more terms
   * @example `.defaultSortBy('publishedAt', 'desc')` becomes `order by "published_at" desc, "id" asc`, and
   * `meta.sortBy` is `['publishedAt:DESC']`
   * @example `.defaultSortBy(desc(tickets.pinned), desc(tickets.createdAt))` becomes
   * `order by "pinned" desc, "created_at" desc, "id" asc`
   */
  defaultSortBy<const Term extends SortableName<Sortable> | OrderTerm>(
    term: Term,
    ...more: Term extends string ? [direction?: SortDirection] : readonly OrderTerm[]
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>

  /**
   * Filters by this field if the request does not. `meta.filter` then shows the default. Several calls for one field
   * add up: they are applied as its criteria, in order.
   *
   * @param criteria by operator, as in a query in code. All must hold; `$null` takes `true`, and `$not` holds one
   * criterion
   * @example `.defaultFilter('deletedAt', { $null: true })` hides deleted rows, and `?filter.deletedAt=$not:$null`
   * lists them
   */
  defaultFilter<const Name extends DefaultFilterName<Filterable>>(
    name: Name & NoInfer<DefaultFilterCheck<Filterable, Name>>,
    criteria: DefaultCriteria<TSchema, Extract<Filterable, readonly [Name, ...unknown[]]>>,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>

  /**
   * Sets how many characters (code points) a trimmed search term must have at least: 1 or more. @default 1
   *
   * @example `.withMinSearchLength(3)`: `?search=ab` gets a 400 with the code `search.too_short`
   */
  withMinSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets how many characters (code points) a trimmed search term may have: 1 or more, not below the minimum.
   * @default 256
   *
   * @example `.withMaxSearchLength(64)`: a longer term gets a 400 with the code `search.too_long`
   */
  withMaxSearchLength(characters: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets how many `sortBy` entries a request may have at most: 1 or more. @default 5
   *
   * @example `.withMaxSortFields(2)`: a third `sortBy` gets a 400 with the code `sort.too_many_fields`
   */
  withMaxSortFields(count: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Sets how many rows a page may skip at most, `(page - 1) * limit`: 0 or more. @default no ceiling
   *
   * @example `.withMaxOffset(10_000)`: `?page=402&limit=25` gets a 400 with the code `page.offset_too_deep`
   */
  withMaxOffset(rows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Allows `limit=-1`: all matching rows as one page. More than `maxRows` rows (1 or more) get a 400. @default not
   * allowed
   *
   * @example `.allowUnlimited(5_000)`: `?limit=-1` returns up to 5,000 rows as one page, and more rows get a 400 with
   * the code `limit.too_many_rows`
   */
  allowUnlimited(maxRows: number): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Ignores `searchBy`: a search reads all searchable fields. @default `searchBy` narrows
   *
   * @example `.ignoreSearchByInQueryParam()`: `?search=tea&searchBy=title` searches every searchable field
   */
  ignoreSearchByInQueryParam(): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Closed<Open>>
  /**
   * Lets clients combine filters of several fields in the parameter `filter`: terms `<field>=<criterion>` with `AND`,
   * `OR`, `NOT` and parentheses.
   *
   * A term allows the same as `filter.<field>`, and the expression is AND-ed with `filter.<field>`. If it is called
   * twice, the later call wins.
   *
   * @param bounds `maxTerms`: terms, 1 or more; `maxDepth`: levels of `AND` and `OR` inside one another, 1 or more. An
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
   * Replaces the substring match of `search` with your own condition. Can be called once.
   *
   * With a rank and without `sortBy`, the best rows come first, then the default sort. With a distance, the nearest
   * rows come first, then the tie-breaker, and no row is left out unless `where` says so. Requests with a term can also
   * send `sortBy=relevance:DESC`. `searchBy` still matches substrings of searchable fields.
   *
   * @param search called once for each request with a term, after all other checks; never by `build()`. It may return a
   * promise. If it throws, the call rejects with the same error
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
    search: SearchCheck<TSchema['fields'], SearchFunction<Answer>>,
  ): ConfigBuilder<
    WithSearch<TSchema, Answer>,
    Sortable | RankName<Awaited<Answer>>,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Adds a condition of yours to every call that takes the list: tenancy, soft delete, row security. It is AND-ed with
   * `options.where` and with everything that a client sends. Several conditions are AND-ed too, and the scope then
   * needs the members of all of them.
   *
   * @param condition gets `options.scope`. If it has a parameter, every call must pass the scope, or it does not
   * compile. If it has no parameter, calls need no scope. In memory there is no SQL, so `options.where` is required
   * instead
   * @throws PaginateConfigError (by the call, before any statement) if the scope is missing or the function does not
   * return SQL
   * @example
   * ```ts
   * .scopedBy(({ tenantId }: { tenantId: number }) => eq(articles.tenantId, tenantId))
   * // paginate(db, request, list, { scope: { tenantId: 7 } }) → where ("articles"."tenant_id" = 7) and …
   * ```
   */
  scopedBy<Given extends readonly [scope?: unknown]>(
    condition: NoGate<Open, (...scope: Given) => Condition>,
  ): ConfigBuilder<WithTraits<TSchema, WithScope<Given>>, Sortable, Searchable, Filterable, Open>

  /**
   * Chooses how the list counts its rows. Can be called once.
   *
   * - `'exact'` counts all rows of the filtered set, in a statement before the page.
   * - `'none'` does not count. The page is read with one extra row, which shows whether there is a next page.
   * - `{ upTo }` counts up to a bound, after the page, and only if the page does not already show the total.
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
   * Pages by position instead of by number: `after` and `before` replace `page`, and a page costs the same at every
   * depth. Can be called once. A cursor holds the sort keys of a row, and whoever has it can read them.
   *
   * @param options - `seal` and `open` wrap the text of a cursor, if sort keys are private: `seal` encrypts or signs
   * it, `open` returns it or throws, and either may return a promise; `rows: true` adds `meta.cursors`, a cursor for
   * each row
   * @example `?sortBy=publishedAt:DESC&after=WyJ…` returns the rows after that position, and a `nextCursor`
   */
  withCursors<const Rows extends boolean = false>(
    ...options: 'danglingWhen' extends Open
      ? [never: ConfigTypeError<Sentences['whenNotGateable']>]
      : [options?: CursorOptions<Rows>]
  ): ConfigBuilder<
    WithTraits<TSchema, { readonly paging: 'cursor'; readonly cursors: Rows extends true ? 'rows' : 'ends' }>,
    Sortable,
    Searchable,
    Filterable,
    Open
  >

  /**
   * Adds `summary` to every page of the list: aggregates over the whole filtered set. Can be called once.
   *
   * With exact totals they are columns of the count's statement, otherwise one more statement. `summarize` reads them
   * without a page if its call does not name any.
   *
   * @param selection aggregates as for `db.select()`, over the root, joined fields and expressions
   * @throws PaginateConfigError (by `build()`) for anything but a record of aggregates, such as a column by itself
   * @example `.withSummary({ revenue: sum(orders.total) })`: `{ items, meta, links, summary: { revenue: '125.50' } }`
   */
  withSummary<const Fields extends object>(
    selection: Fields &
      NoInfer<NoGate<Open, AggregatesCheck<Fields, Sentences['summaryNotARecord'], ".withSummary('", "')">>>,
  ): ConfigBuilder<
    WithTraits<TSchema, { readonly summary: SelectedRecord<Fields, TSchema['leftTables']> }>,
    Sortable,
    Searchable,
    Filterable,
    Closed<Open>
  >

  /**
   * Applies the next declaration only if `condition` is true. Otherwise requests get the same response as for a name
   * that does not exist.
   *
   * @throws PaginateConfigError (by the call) if `condition` is neither a boolean nor undefined, which counts as false
   * @example `.when(isModerator).filterable('status', '$eq')`: for everybody else, `?filter.status=$eq:draft` gets a
   * 400 (`filter.not_configured`)
   */
  when(
    condition: 'danglingWhen' extends Open ? ConfigTypeError<Sentences['danglingWhen']> : boolean,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open | 'danglingWhen'>
  /**
   * Attaches a label to the declaration just before it, for `describe()` and OpenAPI. It changes nothing else.
   *
   * @throws PaginateConfigError (by the call) if the call before it declares no field
   * @example `.filterable('status', '$eq').showBadge('moderators')`: `list.describe().filterableFields` has
   * `{ name: 'status', …, badge: { label: 'moderators' } }`
   */
  showBadge(
    label: 'danglingWhen' extends Open ? ConfigTypeError<Sentences['badgeFirst']> : string,
    style?: string,
  ): ConfigBuilder<TSchema, Sortable, Searchable, Filterable, Open>

  /**
   * Checks everything once and returns the frozen configuration.
   *
   * @example `export const articleList = paginateConfig(articles).withLimits(25, 100).withTieBreaker('id').build()`
   * @throws PaginateConfigError that names the declaration at fault
   */
  readonly build: [Open] extends [never]
    ? () => PaginateConfig<
        BuiltItem<TSchema>,
        Sortable,
        Searchable,
        WithFacts<Filterable, TSchema['fields']>,
        TSchema['leftTables'],
        BuiltTraits<TSchema>
      >
    : ConfigTypeError<Sentences['danglingWhen' extends Open ? 'danglingWhen' : Open]>
}
