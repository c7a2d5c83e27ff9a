// What the server needs of a database: a handler for each path, and an end.
import type { ServedLists } from './city-handlers.js'

export interface CityService extends ServedLists {
  /** The name of the database, for people. */
  readonly title: string
  close(): Promise<void>
}
