// testing: no request shows a row that is not the tenant's.
import { itemText } from './item-text.js'
import { errorText, type ListUnderTest } from './list-under-test.js'
import type { CheckedTenant } from './options.js'
import { withPair } from './query-text.js'
import { rowOf } from './read-rows.js'

export async function checkTenants(
  list: ListUnderTest,
  request: string,
  tenants: readonly CheckedTenant[],
): Promise<void> {
  const selection = { row: rowOf(list.table) }
  for (const [index, { name = String(index + 1), owns, ...host }] of tenants.entries()) {
    const widest = /(?:^|&)limit=/.test(request)
      ? request
      : withPair(request, ['limit', String(list.description.maxLimit)])
    const answer = await list.askFor(widest, selection, host)
    if ('error' in answer) list.fail('tenants', request, `tenant ${name}: ${errorText(answer.error)}`, answer.error)
    if (!('page' in answer)) continue
    const rows = answer.page.items.map((item) => (item as { readonly row: never }).row)
    try {
      const foreign = rows.filter((row) => !owns(row))
      if (foreign.length > 0) {
        list.fail(
          'tenants',
          request,
          `tenant ${name} is shown ${foreign.length} of ${rows.length} rows that are not its own, for one ${itemText(foreign[0])}`,
        )
      }
    } catch (error) {
      list.fail('tenants', request, `owns() of tenant ${name} failed for a row: ${errorText(error)}`, error)
    }
  }
}
