// What a list has whose count and page are one statement.
import type { ListDatabase, Steps } from './database.js'
import type { KnownRows } from './known-rows.js'
import type { PageRequest } from './page-request.js'
import type { Row } from './row.js'

/** Null where a page needs only one of the two. */
export type ReadTogether<List> = (db: ListDatabase, request: PageRequest<List>) => Steps<KnownRows<Row>> | null
