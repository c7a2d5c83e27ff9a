// What the server needs of a database: the list, the explorer over it, and an end.
import type { FetchHandler } from 'drizzle-paginate/http'

export interface CityService {
  /** The name of the database, for people. */
  readonly title: string
  /** `GET /cities` */
  readonly list: FetchHandler<[]>
  /** `GET /` */
  readonly explorer: FetchHandler<[]>
  close(): Promise<void>
}
