// What the server needs of a database: answers to list requests, and an end.
import type { PaginatedResponse } from 'drizzle-paginate'

/** A request as Node receives it: path and query string. */
export interface ListRequest {
  readonly url: string
}

export interface CityService {
  /** The name of the database, for people. */
  readonly title: string
  /** @throws PaginateQueryError for a request that the configuration does not allow */
  list(request: ListRequest): Promise<PaginatedResponse<object>>
  close(): Promise<void>
}
