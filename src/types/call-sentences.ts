// The sentences for an argument that a call cannot take, without a name in them, for the compiler and the run.

export const unbuilt = 'The configuration is not built; call .build() at the end of its chain.'
export const uncalledVariants = 'The configuration is a function made by configVariants(); call it with its flags.'
export const needsScope = 'The list is scoped, and the call has no scope; pass options.scope.'
export const waitingSearch =
  'The search of the list answers a promise, which applyFilters() cannot wait for; call paginate() or streamRows().'
export const noSummary = 'The list declares no summary; call .withSummary(), or pass a selection.'
export const noFacets = 'The list declares no facets; call .withFacets(), or pass them.'
export const needsWhere = 'The list is scoped, and rows in memory need the scope as a predicate; pass options.where.'
export const wrongOptions = 'The options must be a plain record, such as { where: eq(table.column, value) }; pass one.'
export const wrongWhere = 'The option where must be an SQL condition; pass one, or null to have no condition.'
export const unansweredWhere =
  'The function where returned undefined; return a condition from it, or null to have no condition.'
export const wrongPredicate =
  'The option where must be a function of a row in memory; pass one, or null to have no condition.'
export const wrongSelection =
  'The selection must be a record of columns and SQL expressions, as db.select() takes it; pass one.'
export const wrongConfig = 'The configuration must be one that paginateConfig(table)….build() returned; pass one.'
export const wrongQuery =
  'The query must be a request, a URL, its text, a PaginateQuery or a plain record of its members; pass one.'
export const swapped = 'The arguments are in another order; pass the database first, then the query, then the list.'
export const wrongSource =
  'PaginateQuery.from() cannot read its source; pass a query string, a URL, a Request, or a record of parsed parameters.'
export const wrongRelational =
  'The relational query must be that of a table, such as db.query.orders; pass one of PostgreSQL, SQLite or MySQL.'
export const copiedRequest =
  'The query cannot be a spread request or a URL with other members; write PaginateQuery.from(request).with({ limit: 5 }).'
export const wrongFilters =
  "The query has filters that are not a record; give them by field, such as { status: '$eq:live' }."
export const parsedQuery =
  'The query has members that no PaginateQuery has, which would be lost; bind parsed parameters with PaginateQuery.from(query).'
