// testing: a search of the app's own over left joins finds the rows that have no partner.
import { and, Column, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { tableOf } from '../../drizzle/tables.js'
import { nameOf } from '../../fragments/referenced-tables.js'
import type { HostSearch, ResolvedJoin } from '../../types/config.js'
import { errorText, type ListUnderTest } from './list-under-test.js'
import { queryText } from './query-text.js'
import { columnsIn, rowOf, selectFrom } from './read-rows.js'

/** Rows without a partner whose words are searched for, per left join and text. */
const ROWS = 3

/**
 * `title || ' ' || customer.name` is null for a row without a customer, so that the words of its title do not find it.
 * For each left join, and each text of the root that the condition reads: is the condition null for such a row, though
 * the row has the word that was searched for?
 */
export async function checkSearch(list: ListUnderTest): Promise<void> {
  try {
    const { where, joins } = await searchFor(list, 'a')
    if (where === null) return
    const read = new Set(columnsIn(where).map(nameInStatement))
    const texts = [...list.resolved.fields.values()].flatMap(({ expression, joins: needed, type }) =>
      needed.length === 0 && type?.name === 'text' && is(expression, Column) ? [expression] : [],
    )
    const optional = joins.flatMap((index) => list.resolved.joins[index] ?? []).filter(({ kind }) => kind === 'left')
    for (const join of optional)
      for (const text of texts) if (read.has(nameInStatement(text))) await checkText(list, text, join)
  } catch (error) {
    list.fail('answers', '', `the condition of its search cannot be asked: ${errorText(error)}`, error)
  }
}

async function checkText(list: ListUnderTest, text: Column, join: ResolvedJoin): Promise<void> {
  // Without a column that is never null, nothing says whether there is a partner.
  const mark = Object.values(rowOf(join.table)).find((member) => is(member, Column) && member.notNull)
  if (mark === undefined) return
  const without = isNull(mark as Column)
  const rows = await selectFrom(list, { text }, null, { condition: and(without, isNotNull(text)) }).limit(ROWS)
  for (const row of rows) {
    const word = /\p{L}{3,}/u.exec(String(row['text']))?.[0]
    if (word === undefined) continue
    const { where } = await searchFor(list, word)
    if (where === null) continue
    const condition = and(without, eq(text, row['text']), sql`(${where}) is null`)
    const lost = await selectFrom(list, { text }, null, { condition }).limit(1)
    if (lost.length === 0) continue
    return list.fail(
      'search',
      queryText([['search', word]]),
      `the condition is null for a row without '${join.prefix}' that has the word in '${text.name}': ` +
        `write coalesce() around the columns of '${join.prefix}'`,
    )
  }
}

const NO_SEARCH = { where: null, joins: [] } satisfies Partial<HostSearch>

const searchFor = async ({ resolved }: ListUnderTest, term: string): Promise<Pick<HostSearch, 'where' | 'joins'>> =>
  resolved.searchWith === null ? NO_SEARCH : await resolved.searchWith.ask(term)

const nameInStatement = (column: Column): string => JSON.stringify([nameOf(tableOf(column)), column.name])
