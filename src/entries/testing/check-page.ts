// testing: what must hold for every page.
import { PaginateQuery } from '../../index.js'
import type { AnyPage, ListUnderTest } from './list-under-test.js'

/** @param request the query string that was answered with the page */
export function checkPage(list: ListUnderTest, request: string, page: AnyPage): void {
  const { items, meta, links } = page
  const wrong = (message: string): void => list.fail('page', request, message)
  const { itemCount, itemsPerPage, totalItems, totalPages, currentPage, hasNextPage, hasPreviousPage } = meta
  if (itemCount !== items.length) wrong(`meta.itemCount is ${itemCount}, and there are ${items.length} items`)
  if (items.length > itemsPerPage) wrong(`${items.length} items on a page of ${itemsPerPage}`)
  if (typeof totalItems === 'number' && typeof currentPage === 'number') {
    const pages = itemsPerPage === 0 ? 0 : Math.ceil(totalItems / itemsPerPage)
    if (totalPages !== pages) wrong(`meta.totalPages is ${totalPages} for ${totalItems} rows of ${itemsPerPage} a page`)
    if (hasNextPage !== currentPage < pages)
      wrong(`meta.hasNextPage is ${hasNextPage} on page ${currentPage} of ${pages}`)
    if (hasPreviousPage !== currentPage > 1) wrong(`meta.hasPreviousPage is ${hasPreviousPage} on page ${currentPage}`)
    const expected = Math.max(0, Math.min(itemsPerPage, totalItems - (currentPage - 1) * itemsPerPage))
    if (items.length !== expected)
      wrong(
        `${items.length} items on page ${currentPage} of ${totalItems} rows, ${itemsPerPage} a page, where there should be ${expected}`,
      )
  }
  if ((links.next !== null) !== hasNextPage)
    wrong(`links.next is ${links.next}, and meta.hasNextPage is ${hasNextPage}`)
  const { current } = links
  if (current === null) wrong('links.current is null for a request with a path')
  else if (criteriaOf(current) !== criteriaOf(request)) wrong(`links.current asks for something else: ${current}`)
}

/** All but page and limit, which links write out. */
function criteriaOf(request: string): string {
  const { sortBy, search, searchBy, filters, filterExpression } = PaginateQuery.from(request)
  return JSON.stringify([sortBy, (search ?? '').trim(), searchBy, filters, filterExpression])
}
