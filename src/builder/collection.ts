// Builder: the sub-collections of `.filterableMany()`.
import type { SQL, Table } from 'drizzle-orm'
import type { Quantifier } from '../types/config.js'
import type { TableArgument } from '../types/table.js'
import { type CollectionSource, ELEMENT_FIELD } from './declaration.js'
import { elementField } from './element-field.js'

/** A condition, or a function of the call's scope that answers one, whose parameter is annotated. */
export type ElementCondition<Scope> = SQL | undefined | ((given: { readonly scope: Scope }) => SQL | undefined)

/** The elements that belong to a row, and how many of them must satisfy a criterion. Immutable. */
export interface Collection<Scope = unknown> extends CollectionSource {
  readonly '~scope'?: Scope
  /**
   * Goes on to another table, as through a junction:
   * `some(articleTags, …).innerJoin(tags, eq(tags.id, articleTags.tagId))`.
   */
  innerJoin<More = unknown>(table: TableArgument, on: ElementCondition<More>): Collection<Scope & More>
}

/**
 * Rows of `table` that belong to a row of the page; at least one of them must satisfy the criterion.
 *
 * @param table any table, alias, view or sub-query that the query does not hold already
 * @param on ties an element to its row; a function of the call's scope answers it for each call:
 * `({ scope }: { scope: { tenantId: number } }) => …`
 * @example
 * ```ts
 * .filterableMany('reviewer', some(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
 * // filter.reviewer=$eq:Ann → exists (select 1 from reviews where reviews.article_id = articles.id and reviews.reviewer = 'Ann')
 * ```
 */
export function some<Scope = unknown>(table: TableArgument, on: ElementCondition<Scope>): Collection<Scope> {
  return collection('some', table, on)
}

/** As `some`, but each element must satisfy the criterion. A row without elements satisfies every criterion. */
export function every<Scope = unknown>(table: TableArgument, on: ElementCondition<Scope>): Collection<Scope> {
  return collection('every', table, on)
}

/** As `some`, but no element may satisfy the criterion. */
export function none<Scope = unknown>(table: TableArgument, on: ElementCondition<Scope>): Collection<Scope> {
  return collection('none', table, on)
}

function collection<Scope>(
  quantifier: Quantifier,
  table: TableArgument,
  on: ElementCondition<Scope>,
  joins: CollectionSource['joins'] = [],
): Collection<Scope> {
  return Object.freeze({
    [ELEMENT_FIELD]: elementField,
    quantifier,
    // `TableArgument` is the structural reading of a Drizzle table or view; `build()` checks that it is one.
    table: table as unknown as Table,
    // `and(…)` may be undefined by its type; `build()` rejects it where it is.
    on: on as SQL,
    joins: Object.freeze([...joins]),
    innerJoin: <More = unknown>(next: TableArgument, nextOn: ElementCondition<More>) =>
      collection<Scope & More>(quantifier, table, on as ElementCondition<Scope & More>, [
        ...joins,
        Object.freeze({ table: next as unknown as Table, on: nextOn as SQL }),
      ]),
  })
}
