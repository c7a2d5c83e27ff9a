// Facets on MySQL and MariaDB.
import { sql } from 'drizzle-orm'
import type { FacetDialect } from './facet-dialect.js'
import { isLongNumber, member } from './shared.js'
import { elementKey, jsonTable } from '../../../dialects/mysql/sql.js'

const BITS = /^bit(?:\((\d+)\))?$/i
/** Of the bytes that hold this many bits. */
const hexDigits = (bits = '1'): string => String(Math.ceil(Number(bits) / 8) * 2)

export const mysqlFacets: FacetDialect = {
  // MariaDB runs it for each row of a derived table that it merges, and merges none with a limit.
  existsFence: sql` limit 18446744073709551615`,
  comparesEnumsAsText: true,
  padsChar: true,
  numbersBooleans: true,
  anyOf: (values) => sql`min(${values})`,
  exactValue: (value, dataType, sqlType) => {
    if (sqlType === '' && dataType === 'float') return sql`${value} * 1e0`
    const bits = BITS.exec(sqlType)
    // A derived table makes an integer of the bits, where the column's decoder expects bytes.
    if (bits !== null) return sql`unhex(lpad(hex(${value} + 0), ${sql.raw(hexDigits(bits[1]))}, '0'))`
    return dataType.startsWith('bigint') ? sql`cast(${value} as char)` : value
  },
  exact: (value, { valueType, isSinglePrecision, sqlType }, dataType) => {
    if (isLongNumber(dataType, sqlType)) return sql`cast(${value} as char)`
    // The server prints a single with six digits.
    if (isSinglePrecision) return sql`${value} * 1e0`
    return valueType === 'timestamp' ? sql`date_format(${value}, '%Y-%m-%dT%H:%i:%s.%fZ')` : null
  },
  elements: (array, _facts, source = 'element') => {
    const document = sql`case json_type(${array}) when 'ARRAY' then ${array} else '[]' end`
    const [held, json] = [member(source, 'held'), member(source, 'json')]
    const columns = sql`${sql.identifier('held')} longtext path '$', ${sql.identifier('json')} json path '$'`
    const key = elementKey(held, json)
    return {
      join: sql` join ${jsonTable(document, columns)} as ${sql.identifier(source)} on 1 = 1`,
      key,
      text: key,
      json: sql`cast(${json} as char)`,
      isValue: sql`json_type(${json}) <> 'NULL'`,
      columns: ['held', 'json'],
    }
  },
}
