// What a list has whose pages come with aggregates of their filtered set.
import type { ListDatabase, Steps } from './database.js'
import type { KnownRows } from './known-rows.js'
import type { PageRequest } from './page-request.js'
import type { Row } from './row.js'
import type { Selection } from './selection.js'
import type { Statement } from './statement.js'

export interface SummaryPart<List> {
  /** What `.withSummary()` declares. */
  readonly selection: Selection
  /**
   * Reads a page by `readRows`, and the aggregates with its count, or else after it.
   *
   * @throws the signal's reason, between the two
   */
  readonly read: (
    db: ListDatabase,
    request: PageRequest<List>,
    readRows: (count: () => Statement) => Steps<KnownRows<Row>>,
  ) => Steps<KnownRows<Row>>
}
