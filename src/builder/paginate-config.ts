// Builder: where a configuration begins.
import type { Table } from 'drizzle-orm'
import type { ConfigBuilder as TypedBuilder } from '../types/builder.js'
import type { RootSchema } from '../types/builder-chain.js'
import type { TableArgument } from '../types/table.js'
import type { ValueType } from '../values/value-type.js'
import { ConfigBuilder } from './config-builder.js'
import { isTableLike } from './read-table.js'
import * as configRefusals from '../mistakes/config-refusals.js'
import { refuse } from '../mistakes/refuse.js'
import { type PaginateConfigOptions, readSettings } from './settings.js'

/**
 * Begins the configuration of a list over `table`. Its columns are fields, under their property keys.
 *
 * @param table a Drizzle table, an alias of one, a view, or a sub-query made with `.as()`
 * @param settings settings that all lists of an app share; see `PaginateConfigOptions`
 * @throws PaginateConfigError if `table` is not a table, and for an unknown setting or a wrong value of one
 * @example
 * ```ts
 * const articleList = paginateConfig(articles)
 *   .leftJoin('author', authors, eq(authors.id, articles.authorId))
 *   .withLimits(20, 100)
 *   .withTieBreaker('id')
 *   .sortable('publishedAt', 'author.name')
 *   .filterable('views', '$gte', '$lte')
 *   .build()
 * // ?sortBy=author.name:ASC&filter.views=$gte:10
 * // → where "views" >= 10 order by "authors"."name", "articles"."id" limit 20
 * ```
 */
export function paginateConfig<
  // oxlint-disable-next-line typescript/no-explicit-any -- the columns of an argument that is not a table: its names are then not refused once more
  Columns = any,
  Name = unknown,
  Row = unknown,
  Brand = unknown,
  IsWith = unknown,
  Registered extends ValueType = never,
>(
  table: TableArgument<Columns, Name, Row, Brand, IsWith>,
  settings?: PaginateConfigOptions<Registered>,
): TypedBuilder<RootSchema<Columns, Registered, Brand, IsWith>> {
  if (!isTableLike(table)) refuse(configRefusals.notATable)
  const builder = new ConfigBuilder({
    table: table as Table,
    settings: readSettings(settings),
    declarations: [],
    gate: null,
  })
  // The class has every method of the typed interface, whose type parameters record what the class keeps in its
  // declarations.
  return builder as unknown as TypedBuilder<RootSchema<Columns, Registered, Brand, IsWith>>
}
