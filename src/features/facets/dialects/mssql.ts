// Facets on SQL Server, whose values are counted as SQLite's are, and elements of collections are not.
import type { FacetDialect } from './facet-dialect.js'
import { noElements } from './shared.js'
import { sqliteFacets } from './sqlite.js'

export const mssqlFacets: FacetDialect = {
  ...sqliteFacets,
  padsChar: true,
  numbersBooleans: false,
  exactValue: (value) => value,
  exact: () => null,
  elements: noElements('mssql'),
}
