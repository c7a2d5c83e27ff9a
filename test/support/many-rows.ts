// Rows by the number of each, as the engine itself makes them.
import type { TestDialect } from './create-tables.js'

/**
 * An insert of rows 1 to `to`, at most a million: a thousand times a thousand, since MySQL's recursion ends at a
 * thousand.
 *
 * @param selected the columns of row `n`
 */
export const into = (table: string, to: number, selected: string): string =>
  `insert into ${table} with recursive d(i) as (select 0 union all select i + 1 from d where i < 999), s(n) as (select a.i * 1000 + b.i + 1 from d a, d b where a.i * 1000 + b.i < ${to}) select ${selected} from s`

export const joinedText = (dialect: TestDialect, parts: readonly string[]): string =>
  dialect === 'mysql' ? `concat(${parts.join(', ')})` : parts.join(' || ')
