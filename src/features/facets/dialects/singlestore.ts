// Facets on SingleStore, whose values are counted as SQLite's are, and elements of collections are not.
import type { FacetDialect } from './facet-dialect.js'
import { noElements } from './shared.js'
import { sqliteFacets } from './sqlite.js'

export const singlestoreFacets: FacetDialect = {
  ...sqliteFacets,
  padsChar: true,
  elements: noElements('singlestore'),
}
