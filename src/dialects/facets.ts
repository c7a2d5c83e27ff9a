// Facets: what the dialects write in their own way. Not part of `Dialect`, so that a list without facets does not load
// it.
import type { DialectName } from '../vocabulary.js'
import type { FacetDialect } from './facet-dialect.js'
import { mssqlFacets } from './mssql/facets.js'
import { mysqlFacets } from './mysql/facets.js'
import { postgresFacets } from './postgres/facets.js'
import { singlestoreFacets } from './singlestore/facets.js'
import { sqliteFacets } from './sqlite/facets.js'

export const FACET_DIALECTS: { readonly [name in DialectName]: FacetDialect } = {
  postgresql: postgresFacets,
  mysql: mysqlFacets,
  sqlite: sqliteFacets,
  singlestore: singlestoreFacets,
  mssql: mssqlFacets,
  cockroach: postgresFacets,
}
