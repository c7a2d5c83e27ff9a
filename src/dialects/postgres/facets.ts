// Facets on PostgreSQL and CockroachDB.
import { sql } from 'drizzle-orm'
import type { ColumnFacts } from '../../types/value.js'
import type { FacetDialect } from '../facet-dialect.js'
import { member } from '../shared/facets.js'

const isArrayColumn = (facts: ColumnFacts | null): boolean => facts?.storage === 'array'

export const postgresFacets: FacetDialect = {
  comparesEnumsAsText: false,
  // There is no min() of a uuid or a boolean.
  anyOf: (values) => sql`(array_agg(${values}))[1]`,
  exactValue: (value) => value,
  exact: (value, { valueType, sqlType }) => {
    if (valueType !== 'timestamp') return null
    const utc =
      sqlType.endsWith('with time zone') || sqlType === 'timestamptz' ? sql`${value} at time zone 'UTC'` : value
    return sql`to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  },
  elements: (array, facts, source = 'element') => {
    if (isArrayColumn(facts)) {
      const key = member(source, 'held')
      const join = sql` cross join lateral unnest(${array}) as ${sql.identifier(source)}(${sql.identifier('held')})`
      return { join, key, json: null, isValue: sql`${key} is not null`, columns: ['held'] }
    }
    const json = sql`(${array})::jsonb`
    const held = member(source, 'held')
    const document = sql`case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end`
    return {
      join: sql` cross join lateral jsonb_array_elements(${document}) as ${sql.identifier(source)}(${sql.identifier('held')})`,
      key: sql`${held} #>> '{}'`,
      json: sql`${held}::text`,
      isValue: sql`jsonb_typeof(${held}) <> 'null'`,
      columns: ['held'],
    }
  },
}
