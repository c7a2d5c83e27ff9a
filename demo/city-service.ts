// What the server needs of a database: a handler for each path, and an end.
import type { CityHandlers } from './city-handlers.js'

export interface CityService {
  /** The name of the database, for people. */
  readonly title: string
  readonly handlers: CityHandlers
  close(): Promise<void>
}
