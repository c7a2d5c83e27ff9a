// Facets on SQLite.
import { type SQL, sql } from 'drizzle-orm'
import type { FacetDialect } from './facet-dialect.js'
import { isLongNumber, member } from './shared.js'

const integerText = (value: SQL): SQL =>
  sql`case typeof(${value}) when 'integer' then cast(${value} as text) else ${value} end`

export const sqliteFacets: FacetDialect = {
  existsFence: null,
  comparesEnumsAsText: false,
  padsChar: false,
  numbersBooleans: true,
  anyOf: (values) => sql`min(${values})`,
  // SQLite's drivers answer numbers, a bigint column reads text as well, and so does a numeric one.
  exactValue: (value, dataType, sqlType) =>
    dataType.startsWith('bigint') || dataType === 'decimal' || (sqlType === 'numeric' && !dataType.startsWith('number'))
      ? integerText(value)
      : value,
  // Seconds and milliseconds are whole in a `Date`.
  exact: (value, { sqlType }, dataType) => (isLongNumber(dataType, sqlType) ? integerText(value) : null),
  elements: (array, _facts, source = 'element') => {
    const [type, value] = [member(source, 'type'), member(source, 'value')]
    const document = sql`case when json_valid(${array}) then case json_type(${array}) when 'array' then ${array} else '[]' end else '[]' end`
    const key = sql`case ${type} when 'true' then 'true' when 'false' then 'false' else cast(${value} as text) end`
    return {
      join: sql` join json_each(${document}) as ${sql.identifier(source)} on 1 = 1`,
      key,
      text: key,
      json: sql`case when ${type} in ('true', 'false') then ${type} when ${type} in ('object', 'array') then ${value} else json_quote(${value}) end`,
      isValue: sql`${type} <> 'null'`,
      columns: ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path'],
    }
  },
}
