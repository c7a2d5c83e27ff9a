// testing: what the configuration does not declare, or switches off, must be rejected, and both must look the same to a
// client.
import { OPERATORS } from '../../vocabulary.js'
import type { ListUnderTest } from './list-under-test.js'
import { criterion, queryText } from './query-text.js'
import { rowOf } from './read-rows.js'

export interface Gate {
  readonly request: string
  readonly code: string
}

export function gatesOf({ config, resolved, description }: ListUnderTest): Gate[] {
  const complete = config.describe({ includeDisabled: true })
  const names = new Set([
    'nope',
    ...Object.keys(rowOf(resolved.table)),
    ...resolved.joins.flatMap(({ prefix, table }) => Object.keys(rowOf(table)).map((key) => `${prefix}.${key}`)),
    ...[...resolved.fields.values()].map(({ name }) => name),
    ...[complete.sortableFields, complete.searchableFields, complete.filterableFields].flatMap((fields) =>
      fields.map(({ name }) => name),
    ),
  ])
  const gates: Gate[] = []
  for (const name of names) {
    const key = name.toLowerCase()
    const filterable = resolved.filterable.get(key)
    if (filterable === undefined) {
      for (const text of ['$eq:1', '$null', '$not:$null'])
        gates.push({ request: queryText([criterion(name, text)]), code: 'filter.not_configured' })
    } else {
      for (const operator of OPERATORS) {
        if (!filterable.operators.has(operator))
          gates.push({ request: queryText([criterion(name, `${operator}:1`)]), code: 'filter.operator_not_' })
      }
    }
    if (!resolved.sortable.has(key))
      gates.push({ request: queryText([['sortBy', `${name}:ASC`]]), code: 'sort.not_configured' })
    const isSearched = resolved.searchable.has(key) || description.ignoreSearchByInQueryParam
    if (!isSearched) gates.push({ request: queryText([['searchBy', name]]), code: 'search' })
  }
  return gates
}

export async function checkGate(list: ListUnderTest, { request, code }: Gate): Promise<void> {
  const answer = await list.ask(request)
  if ('page' in answer) list.fail('gates', request, 'is answered, where the configuration declares nothing of the kind')
  else if ('error' in answer) list.pageOf(answer, request)
  // A text that is not a criterion of the field may be rejected as such before its operator is.
  else if (!answer.refusal.code.startsWith(code))
    list.fail('gates', request, `is refused with ${answer.refusal.code}, not ${code}`)
}
