// drizzle-paginate/search: ready functions for `.searchWith()`, full-text search of each database, and search by
// nearness on PostgreSQL.
export { fts5, type Fts5Options } from './fts5.js'
export { fullText, fullTextDocument, type FullTextOptions } from './full-text.js'
export { matchAgainst } from './match-against.js'
export { type Embedding, nearest, type NearestOptions } from './nearest.js'
export { similar } from './similar.js'
