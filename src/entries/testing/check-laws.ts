// testing: laws of counting that hold for all rows.
import { sql } from 'drizzle-orm'
import { readable } from './list-check-error.js'
import type { ListUnderTest } from './list-under-test.js'
import { criterion, queryText } from './query-text.js'
import { type CriterionRequest, criterionText } from './requests.js'
import { selectFrom, type SelectOptions } from './read-rows.js'

/** Rows of a request, or of the whole list, counted with plain Drizzle over the filtered set. */
export async function countOf(
  list: ListUnderTest,
  request: string | null = null,
  options?: SelectOptions,
): Promise<number> {
  const [row] = await selectFrom(list, { total: sql`count(*)`.mapWith(Number) }, request, options)
  return Number(row?.['total'])
}

/** @param all rows of the list without a filter */
export async function checkLaws(
  list: ListUnderTest,
  { request, field, operator, operand }: CriterionRequest,
  all: number,
): Promise<void> {
  const filterable = list.resolved.filterable.get(field.toLowerCase())
  const plain = await totalOf(list, request)
  if (plain === null || filterable === undefined) return
  const asked = (...texts: readonly string[]): string => queryText(texts.map((text) => criterion(field, text)))
  const compare = async (other: string, expected: number, law: string): Promise<void> => {
    const total = await totalOf(list, other)
    if (total !== null && total !== expected)
      list.fail('laws', request, `${law}: ?${readable(other)} has ${total} rows, where there should be ${expected}`)
  }
  // `$not` reaches the elements of a sub-collection, and a row may have several.
  if (filterable.collection === null) {
    const isFilteredByDefault = list.resolved.defaultFilters.length > 0
    const of = isFilteredByDefault ? await countOf(list, '', { except: [field] }) : all
    await compare(
      asked(`$not:${criterionText(operator, operand)}`),
      of - plain,
      `it has ${plain} of the ${of} rows, and its opposite the others`,
    )
  }
  // What these two mean to a condition of the app's own is for the app to say.
  if (filterable.own !== undefined) return
  const parts = operand.split(',')
  const grants = (wanted: string): boolean => filterable.operators.has(wanted as never)
  if (operator === '$btw' && filterable.collection === null && grants('$gte') && grants('$lte')) {
    await compare(asked(`$gte:${parts[0]}`, `$lte:${parts[1]}`), plain, '$btw is $gte and $lte')
  }
  if (operator === '$in' && filterable.collection === null && grants('$eq') && parts.length <= 4) {
    await compare(
      asked(...parts.map((part, index) => `${index === 0 ? '' : '$or:'}$eq:${part}`)),
      plain,
      '$in is $eq or $eq',
    )
  }
}

/** Null where the request is rejected. */
async function totalOf(list: ListUnderTest, request: string): Promise<number | null> {
  const answer = await list.ask(request)
  const page = list.pageOf(answer, request)
  if (page === null) return null
  return page.meta.totalItems ?? (await countOf(list, request))
}
