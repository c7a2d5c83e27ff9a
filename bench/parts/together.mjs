// Part "together": count and page in one statement against the two of the same list, on one machine and with 1 ms of
// network between. A proxy holds each answer of the server back for so long.
import assert from 'node:assert/strict'
import { oursConfig, oursList } from '../contenders/ours.mjs'
import { preparePostgres } from '../data/postgres.mjs'
import { drivers, proxyToPostgres } from '../proxy.mjs'
import { cheapRequest } from '../requests.mjs'
import { interleave, ratio } from '../stats.mjs'
import { postgresTables } from '../tables.mjs'

const networks = {
  'one machine': () => ({ address: {}, close: () => {} }),
  // A timer takes a little longer than it is set to.
  '1 ms between': () => proxyToPostgres(() => ({ fromServer: (_, send) => void setTimeout(send, 1) })),
}

export async function together() {
  await preparePostgres(1_000_000)
  const tables = postgresTables()
  const configs = { two: oursConfig(tables), one: oursConfig(tables, { together: true }) }
  const request = (i) => cheapRequest(i, 1000).list
  const rows = []
  const figures = {}
  for (const [network, reach] of Object.entries(networks)) {
    figures[network] = {}
    for (const [driver, open] of Object.entries(drivers)) {
      const { address, close: closeNetwork } = await reach()
      const { db, close } = open(address)
      const [two, one] = [oursList(db, configs.two), oursList(db, configs.one)]
      assert.deepEqual(await one(request(3)), await two(request(3)))
      for (const concurrency of [1, 16]) {
        const timings = await interleave(
          { two: (i) => two(request(i)), one: (i) => one(request(i)) },
          { rounds: 15, blockMs: 200, warmMs: 600, concurrency },
        )
        const times = ratio(timings, 'two', 'one')
        rows.push([network, driver, concurrency, timings.two.median, timings.one.median, times])
        figures[network][`${driver} ${concurrency}`] = times
      }
      await close()
      closeNetwork()
    }
  }
  return {
    title: 'Count and page in one statement (`together`) and in two, PostgreSQL, µs of a request',
    columns: ['network', 'driver', 'at once', 'two statements', 'one statement', 'requests of one : of two'],
    rows,
    figures,
  }
}
