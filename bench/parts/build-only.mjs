// Part "build only": from the query string to SQL text and parameters, no driver.
import { api, internals } from '../build.mjs'
import { handFragments, handStatements } from '../contenders/hand.mjs'
import { oursConfig } from '../contenders/ours.mjs'
import { coldRequest, mixedHand, mixedList } from '../requests.mjs'
import { interleave, ratio } from '../stats.mjs'
import { silentDatabase } from '../stubs.mjs'
import { postgresTables } from '../tables.mjs'

const { resolvedConfig, normalizeQuery, createPlan, encodePlan, ListStatements } = internals

/** The stages that `paginate` runs before its first statement, over a database of one's own or one for each request. */
export function ours(database, config) {
  const resolved = resolvedConfig(config)
  return (queryString) => {
    const db = typeof database === 'function' ? database() : database
    const planned = createPlan(normalizeQuery(api.PaginateQuery.from(queryString)), resolved)
    const plan = planned.value
    const { shape, values } = encodePlan(plan, resolved)
    const request = { config: resolved, shape, values, selection: resolved.selection, where: undefined }
    const statements = new ListStatements(db, request, { namedStatements: true })
    const { limit, offset } = plan
    return { count: statements.count(), page: statements.page({ isReversed: false, form: 'plain', limit, offset }) }
  }
}

export async function buildOnly({ isFull }) {
  const tables = postgresTables()
  const config = oursConfig(tables)
  const db = silentDatabase()
  const build = ours(db, config)
  const hand = handStatements(tables)
  const handBuild = (query) => {
    const { count, page } = hand(db, query)
    return [count.toSQL(), page.toSQL()]
  }
  const handBuildFragments = handFragments(tables)
  const send = (query) => {
    const { count, page } = build(query)
    return [count.run(), page.run()]
  }
  const options = { rounds: isFull ? 15 : 7, blockMs: 150, warmMs: 600, clock: 'cpu' }
  const warm = await interleave(
    {
      bind: (i) => api.PaginateQuery.from(mixedList(i)),
      build: (i) => build(mixedList(i)),
      send: (i) => send(mixedList(i)),
      hand: (i) => handBuild(mixedHand(i)),
      fragments: (i) => api.applyFilters(api.PaginateQuery.from(mixedList(i)), config),
      handFragments: (i) => handBuildFragments(db, mixedHand(i)),
    },
    options,
  )
  // More shapes than the cache holds, in turns: each is forgotten before it comes again.
  const coldBuild = ours(silentDatabase(), oursConfig(tables))
  const cold = await interleave(
    {
      ours: (i) => coldBuild(coldRequest(i)[0]),
      hand: (i) => handBuild(coldRequest(i)[1]),
    },
    options,
  )
  const us = (timing) => timing.median
  return {
    title: 'Build only: query string to SQL text and parameters, CPU µs a request',
    columns: ['what', 'ours', 'hand-written Drizzle', 'hand-written : ours'],
    rows: [
      ['read the query string', us(warm.bind), null, null],
      [
        'warm, four shapes in turns: statements found, values decoded',
        us(warm.build),
        us(warm.hand),
        ratio(warm, 'hand', 'build'),
      ],
      [
        'warm, the same and through Drizzle’s session to the driver’s door',
        us(warm.send),
        us(warm.hand),
        ratio(warm, 'hand', 'send'),
      ],
      [
        'applyFilters, warm: condition and order, not yet rendered',
        us(warm.fragments),
        us(warm.handFragments),
        ratio(warm, 'handFragments', 'fragments'),
      ],
      ['cold, each request a shape that is not cached', us(cold.ours), us(cold.hand), ratio(cold, 'hand', 'ours')],
    ],
    figures: {
      warmBuild: us(warm.build),
      warmBuildRatio: ratio(warm, 'hand', 'build'),
      warmSend: us(warm.send),
      warmSendRatio: ratio(warm, 'hand', 'send'),
      coldRatio: ratio(cold, 'ours', 'hand'),
    },
  }
}
