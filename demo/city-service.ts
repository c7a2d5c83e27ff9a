// What the server needs of a database: answers to list requests, and an end.
import type { IncomingMessage } from 'node:http'
import type { PaginatedResponse } from 'drizzle-paginate'

export interface CityService {
  /** The name of the database, for people. */
  readonly title: string
  /** @throws PaginateQueryError for a request that the configuration does not allow */
  list(request: IncomingMessage): Promise<PaginatedResponse<object>>
  close(): Promise<void>
}
