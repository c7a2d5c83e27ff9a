// Facets: what the dialects write in their own way. Not part of `Dialect`, so that a list without facets does not load
// it.
import type { DialectName } from '../../../vocabulary.js'
import type { FacetDialect } from './facet-dialect.js'
import { mssqlFacets } from './mssql.js'
import { mysqlFacets } from './mysql.js'
import { postgresFacets } from './postgres.js'
import { noElements } from './shared.js'
import { sqliteFacets } from './sqlite.js'

export const FACET_DIALECTS: { readonly [name in DialectName]: FacetDialect } = {
  postgresql: postgresFacets,
  mysql: mysqlFacets,
  sqlite: sqliteFacets,
  singlestore: { ...sqliteFacets, padsChar: true, elements: noElements('singlestore') },
  mssql: mssqlFacets,
  cockroach: postgresFacets,
}
