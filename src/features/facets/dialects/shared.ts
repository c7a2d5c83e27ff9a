// Facets: what several dialects write alike.
import { type SQL, sql } from 'drizzle-orm'
import { PaginateConfigError } from '../../../errors.js'
import { DIALECT_TITLES, type DialectName } from '../../../vocabulary.js'
import type { FacetDialect } from './facet-dialect.js'

export const member = (source: string, name: string): SQL => sql`${sql.identifier(source)}.${sql.identifier(name)}`

/** Of a column whose numbers may have more digits than a number of JavaScript, which its mode makes of them. */
export const isLongNumber = (dataType: string, sqlType: string): boolean =>
  dataType.startsWith('number') && /^(?:big|serial|int8|numeric|decimal)/i.test(sqlType)

/** Where the elements of a collection are not counted. */
export const noElements =
  (name: DialectName): FacetDialect['elements'] =>
  () => {
    throw new PaginateConfigError(`A facet of a collection is not available on ${DIALECT_TITLES[name]}; leave it out.`)
  }
