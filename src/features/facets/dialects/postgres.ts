// Facets on PostgreSQL and CockroachDB.
import { sql } from 'drizzle-orm'
import type { ColumnFacts } from '../../../types/value.js'
import type { FacetDialect } from './facet-dialect.js'
import { isLongNumber, member } from './shared.js'
import { isoText } from '../../../dialects/postgres/keys.js'
import { comparedArray, jsonDocument } from '../../../dialects/postgres/sql.js'

const isArrayColumn = (facts: ColumnFacts | null): boolean => facts?.storage === 'array'

export const postgresFacets: FacetDialect = {
  existsFence: null,
  comparesEnumsAsText: false,
  padsChar: true,
  numbersBooleans: false,
  // There is no min() of a uuid or a boolean.
  anyOf: (values) => sql`(array_agg(${values}))[1]`,
  // The text of a single has fewer digits than the double that a filter on an expression compares.
  exactValue: (value, dataType, sqlType) =>
    sqlType === '' && dataType === 'float' ? sql`${value}::double precision` : value,
  exact: (value, { valueType, sqlType }, dataType) => {
    if (isLongNumber(dataType, sqlType)) return sql`${value}::text`
    if (valueType !== 'timestamp') return null
    const utc =
      sqlType.endsWith('with time zone') || sqlType === 'timestamptz' ? sql`(${value} at time zone 'UTC')` : value
    return isoText(utc)
  },
  elements: (array, facts, source = 'element') => {
    if (isArrayColumn(facts)) {
      const key = member(source, 'held')
      const held = comparedArray({ expression: array, facts })
      const join = sql` cross join lateral unnest(${held}) as ${sql.identifier(source)}(${sql.identifier('held')})`
      const text = facts?.element?.isNativeEnum === true ? sql`${key}::text` : key
      return { join, key, text, json: null, isValue: sql`${key} is not null`, columns: ['held'] }
    }
    const json = jsonDocument({ expression: array, facts })
    const held = member(source, 'held')
    const key = sql`${held} #>> '{}'`
    const document = sql`case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end`
    return {
      join: sql` cross join lateral jsonb_array_elements(${document}) as ${sql.identifier(source)}(${sql.identifier('held')})`,
      key,
      text: key,
      json: sql`${held}::text`,
      isValue: sql`jsonb_typeof(${held}) <> 'null'`,
      columns: ['held'],
    }
  },
}
