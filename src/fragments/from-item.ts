// Page: a source as Drizzle can write it after `from` and `join`.
import { is, type SQL, sql, Subquery, type Table, View } from 'drizzle-orm'
import { viewFacts } from '../drizzle/tables.js'
import { isAlias, nameOf, type RowSource } from './source-name.js'

const items = new WeakMap<RowSource, Subquery>()

/** `"schema"."name"` */
export function qualifiedName(schema: string | undefined, name: string): SQL {
  return schema === undefined ? sql`${sql.identifier(name)}` : sql`${sql.identifier(schema)}.${sql.identifier(name)}`
}

/** Drizzle writes the alias of a view without the view, on one line everywhere, on the other in some dialects: it is read as a sub-query. */
export function fromItem(source: Table): Table {
  if (!is(source, View) || !isAlias(source)) return source
  let item = items.get(source)
  if (item === undefined) {
    const { originalName, schema } = viewFacts(source)
    item = new Subquery(sql`select * from ${qualifiedName(schema, originalName)}`, {}, nameOf(source))
    items.set(source, item)
  }
  return item as unknown as Table
}
