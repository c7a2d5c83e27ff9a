// drizzle-paginate/search: ready functions for `.searchWith()`: words in any column, full-text search of each database,
// and search by nearness on PostgreSQL.
export { fts5 } from './fts5.js'
export { fullText, fullTextDocument } from './full-text.js'
export { matchAgainst } from './match-against.js'
export { type Embedding, nearest } from './nearest.js'
export { similar } from './similar.js'
export { words } from './words.js'
