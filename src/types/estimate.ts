// What a list has that asks the planner for the number of rows it does not count.
import type { ListDatabase } from './database.js'
import type { PageRequest } from './page-request.js'
import type { Statement } from './statement.js'

/** Null where the database has no way to ask; its number is null for an answer of a form that is not known. */
export type Estimate<List> = (
  db: ListDatabase,
  set: Pick<PageRequest<List>, 'config' | 'plan' | 'selection' | 'where'>,
) => Statement<readonly [number | null]> | null
