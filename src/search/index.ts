// drizzle-paginate/search: ready functions for `.searchWith()`, one for each database's full-text search.
export { fts5, type Fts5Options } from './fts5.js'
export { fullText, type FullTextColumns, fullTextDocument, type FullTextOptions } from './full-text.js'
export { matchAgainst } from './match-against.js'
