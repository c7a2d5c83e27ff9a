// Explorer's page: how many rows a page has, of how many.
import type { AnyPage, AppliedMeta, EstimatedTotals, NumberedMeta } from '../../../types/response.js'

export const grouped = (count: number): string => count.toLocaleString('en')

export const plural = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`

/** Rows of how many, and the page. A list that counts no rows shows no total. */
export function pageSummary(meta: AnyPage['meta']): string {
  const told = meta as AppliedMeta & Partial<NumberedMeta & EstimatedTotals>
  const { itemCount, currentPage, totalItems, totalPages, totalItemsAtLeast = 0, totalItemsEstimate } = told
  const about = typeof totalItemsEstimate === 'number' ? ` (about ${grouped(totalItemsEstimate)})` : ''
  const isMore = totalItems === null && totalItemsAtLeast > Math.max(itemCount, 1)
  // Past the end of a list that nobody has counted: it may have rows before this page.
  if (itemCount === 0 && totalItems === null && !isMore)
    return `no rows here${currentPage === undefined ? '' : ` · page ${grouped(currentPage)}`}`
  const rows =
    typeof totalItems === 'number'
      ? `${grouped(itemCount)} of ${plural(totalItems, 'row')}`
      : isMore
        ? `${grouped(itemCount)} of ${grouped(totalItemsAtLeast - 1)}+ rows${about}`
        : plural(itemCount, 'row')
  if (totalItems === 0) return 'no rows'
  if (currentPage === undefined) return rows
  return `${rows} · page ${grouped(currentPage)}${typeof totalPages === 'number' ? ` of ${grouped(totalPages)}` : ''}`
}
