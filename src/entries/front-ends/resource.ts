// Front ends: what data providers of admin frameworks share: a URL for all resources, and records by their ids.
import { CLIENT_OPTIONS, createListClient, type ListClientOptions, ListRequestError } from '../client/list-client.js'
import { listQuery } from '../client/list-query.js'
import { checkNames } from '../client/option-names.js'
import { oneOf } from './condition.js'
import { withCondition } from './with-condition.js'
import { FRONT_END_OPTIONS, type FrontEndOptions } from './options.js'
import type { AnyClient } from './read-rows.js'

export type RecordId = number | string

/** Options of a provider: those of every request, and the facts that the framework does not have. */
export interface ProviderOptions extends FrontEndOptions, ListClientOptions {}

/** The client of each resource. @param call for the sentence about an option that it does not have */
export function clientsOf(call: string, url: string, options: ProviderOptions): (resource: string) => AnyClient {
  checkNames(call, options, { ...FRONT_END_OPTIONS, ...CLIENT_OPTIONS })
  const { fields: _fields, maxLimit: _maxLimit, timeZone: _timeZone, expressions: _expressions, ...request } = options
  return (resource) => createListClient(`${url}/${resource}`, request)
}

/** Records by id, in the order of the ids; those that are not there are left out. */
export async function readMany(
  client: AnyClient,
  ids: readonly RecordId[],
  { maxLimit = 100 }: FrontEndOptions,
  signal?: AbortSignal,
): Promise<unknown[]> {
  const wanted = [...new Set(ids)]
  const found = new Map<string, unknown>()
  for (let at = 0; at < wanted.length; at += maxLimit) {
    const some = wanted.slice(at, at + maxLimit)
    const query = withCondition(listQuery(), oneOf('id', some), false)
    const { items } = await client.fetchPage(query!.limit(some.length) as never, signal && { signal })
    for (const row of items) found.set(`${(row as { readonly id: RecordId }).id}`, row)
  }
  return wanted.flatMap((id) => found.get(`${id}`) ?? [])
}

/** @throws ListRequestError (rejects), status 404, if there is no such record */
export async function readOne(
  client: AnyClient,
  id: RecordId,
  options: FrontEndOptions,
  signal?: AbortSignal,
): Promise<unknown> {
  const [row] = await readMany(client, [id], options, signal)
  if (row === undefined) throw new ListRequestError(404, null, `There is no record with the id '${id}'.`)
  return row
}
