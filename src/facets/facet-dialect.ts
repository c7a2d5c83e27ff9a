// Facets: what the dialects write in their own way.
import { type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DIALECT_FACTS, type DialectFacts, type DialectName } from '../dialect-facts.js'
import { PaginateConfigError } from '../errors.js'
import type { ColumnFacts } from '../types/value.js'

/** The elements of an array, joined to the row that holds them. */
export interface Elements {
  /** What follows the tables and their joins. */
  readonly join: SQL
  /** What `$contains` compares. */
  readonly key: SQL
  /** The element as JSON text; null where `key` is the element itself. */
  readonly json: SQL | null
  /** True for an element that is a value. */
  readonly isValue: SQL
}

export interface FacetDialect {
  /** min() and max() take the members of an enum as text, where comparisons take their positions. */
  readonly comparesEnumsAsText: boolean
  /** Any of the values of a group. */
  readonly anyOf: (values: SQL) => SQL
  /** A value in a form that keeps its digits on the way through the driver. */
  readonly exactValue: (value: SQL, column: Column) => SQL
  /** What a driver's value leaves out: a timestamp with all its digits as ISO text in UTC, a single as a double. Null where nothing is. */
  readonly exact: (value: SQL, facts: ColumnFacts) => SQL | null
  readonly elements: (array: SQLWrapper, facts: ColumnFacts | null) => Elements
}

const isArrayColumn = (facts: ColumnFacts | null): boolean => facts?.storage === 'array'
const element = (name: string): SQL => sql`${sql.identifier('element')}.${sql.identifier(name)}`

const postgres: FacetDialect = {
  comparesEnumsAsText: false,
  // There is no min() of a uuid or a boolean.
  anyOf: (values) => sql`(array_agg(${values}))[1]`,
  exactValue: (value) => value,
  exact: (value, { valueType, sqlType }) => {
    if (valueType !== 'timestamp') return null
    const utc = sqlType.endsWith('with time zone') || sqlType === 'timestamptz' ? sql`${value} at time zone 'UTC'` : value
    return sql`to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  },
  elements: (array, facts) => {
    if (isArrayColumn(facts)) {
      const key = element('held')
      const join = sql` cross join lateral unnest(${array}) as ${sql.identifier('element')}(${sql.identifier('held')})`
      return { join, key, json: null, isValue: sql`${key} is not null` }
    }
    const json = sql`(${array})::jsonb`
    const held = element('held')
    const document = sql`case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end`
    return {
      join: sql` cross join lateral jsonb_array_elements(${document}) as ${sql.identifier('element')}(${sql.identifier('held')})`,
      key: sql`${held} #>> '{}'`,
      json: sql`${held}::text`,
      isValue: sql`jsonb_typeof(${held}) <> 'null'`,
    }
  },
}

const sqlite: FacetDialect = {
  comparesEnumsAsText: false,
  anyOf: (values) => sql`min(${values})`,
  // SQLite's drivers answer numbers, a bigint column reads text as well.
  exactValue: (value, { dataType }) =>
    dataType.startsWith('bigint') ? sql`case typeof(${value}) when 'integer' then cast(${value} as text) else ${value} end` : value,
  // Seconds and milliseconds are whole in a `Date`.
  exact: () => null,
  elements: (array) => {
    const [type, value] = [element('type'), element('value')]
    const document = sql`case when json_valid(${array}) then case json_type(${array}) when 'array' then ${array} else '[]' end else '[]' end`
    return {
      join: sql` join json_each(${document}) as ${sql.identifier('element')} on 1 = 1`,
      key: sql`case ${type} when 'true' then 'true' when 'false' then 'false' else cast(${value} as text) end`,
      json: sql`case when ${type} in ('true', 'false') then ${type} when ${type} in ('object', 'array') then ${value} else json_quote(${value}) end`,
      isValue: sql`${type} <> 'null'`,
    }
  },
}

const mysql: FacetDialect = {
  comparesEnumsAsText: true,
  anyOf: (values) => sql`min(${values})`,
  exactValue: (value, { dataType }) => (dataType.startsWith('bigint') ? sql`cast(${value} as char)` : value),
  exact: (value, { valueType, isSinglePrecision }) => {
    // The server prints a single with six digits.
    if (isSinglePrecision) return sql`${value} * 1e0`
    return valueType === 'timestamp' ? sql`date_format(${value}, '%Y-%m-%dT%H:%i:%s.%fZ')` : null
  },
  elements: (array) => {
    const document = sql`case json_type(${array}) when 'ARRAY' then ${array} else '[]' end`
    const columns = sql`${sql.identifier('at')} for ordinality, ${sql.identifier('held')} longtext path '$'`
    const held = sql`json_extract(${array}, concat('$[', ${element('at')} - 1, ']'))`
    return {
      join: sql` join json_table(${document}, '$[*]' columns (${columns})) as ${sql.identifier('element')} on 1 = 1`,
      // As bytes, since a collation may fold case and pad with spaces.
      key: sql`cast(${element('held')} as binary)`,
      json: sql`cast(${held} as char)`,
      isValue: sql`json_type(${held}) <> 'NULL'`,
    }
  },
}

const withoutElements = ({ title }: DialectFacts): FacetDialect => ({
  ...sqlite,
  elements: () => {
    throw new PaginateConfigError(`A facet of a collection is not available on ${title}; leave it out.`)
  },
})

const DIALECTS: { readonly [name in DialectName]: FacetDialect } = {
  postgresql: postgres,
  cockroach: postgres,
  sqlite,
  mysql,
  singlestore: withoutElements(DIALECT_FACTS.singlestore),
  mssql: withoutElements(DIALECT_FACTS.mssql),
}

export const facetDialect = (name: DialectName): FacetDialect => DIALECTS[name]
