// The goals, each with the part that measures it. A figure is null until its part has run.

/** @typedef {{ what: string, goal: string, figure: string | null, isMet: boolean | null, command: string }} Goal */

const round = (value) => (value === undefined || value === null || Number.isNaN(value) ? null : Number(value.toPrecision(3)))
const roundAll = (figures) => Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
const known = (figures) => Object.entries(figures).filter(([, value]) => value !== null)
const every = (figures, test) => (known(figures).length === 0 ? null : known(figures).every(([, value]) => test(value)))
const atLeast = (figures, least) => every(figures, (value) => value >= least)
const atMost = (figures, most) => every(figures, (value) => value <= most)

/**
 * @param figures by name; the nameless one comes without
 * @returns {Goal}
 */
function goal(part, what, wanted, figures, isMet) {
  const words = known(figures).map(([name, value]) => (name === '' ? `${value}` : `${name} ${value}`))
  return { what, goal: wanted, figure: words.length === 0 ? null : words.join(', '), isMet, command: `node bench/run.mjs --full --only ${part}` }
}

/** @returns {Goal[]} */
export function goals(results) {
  const of = (part) => results[part]?.figures
  return [
    ...buildGoals(of('build-only')),
    ...stubGoals(of('stubbed')),
    ...endGoals(of('end-to-end') ?? {}),
    tripGoal(of('round-trips') ?? {}),
    ...rowGoals(of('million-rows') ?? {}),
    ...perRequestGoals(of('database-per-request')),
    ...restGoals(of('memory'), of('cold-start')),
  ]
}

function buildGoals(build) {
  const part = 'build-only'
  const warm = roundAll({ µs: build?.warmBuild })
  const door = round(build?.warmSend)
  const less = roundAll({ '': build?.warmBuildRatio })
  const cold = roundAll({ '': build?.coldRatio })
  return [
    goal(part, 'build of both statements, warm, mixed shapes', '≤ 3 µs', { ...warm, 'to the driver’s door': door }, atMost(warm, 3)),
    goal(part, 'the same against hand-written', '≥ 30 times less', less, atLeast(less, 30)),
    goal(part, 'build, cold shape, against hand-written', '≤ 1.1 times', cold, atMost(cold, 1.1)),
  ]
}

function stubGoals(stub) {
  const part = 'stubbed'
  const hand = roundAll({ '': stub?.hand })
  const nest = roundAll({ '': stub?.nest })
  const joined = round(stub?.nestJoined)
  return [
    goal(part, 'whole request, stubbed driver, 25 rows, against hand-written', '≥ 8 times less CPU', hand, atLeast(hand, 8)),
    goal(part, 'the same against nestjs-paginate', '≥ 12 times less CPU', { ...nest, 'relation declared': joined }, atLeast(nest, 12)),
  ]
}

function endGoals(ends) {
  const part = 'end-to-end'
  const cheap = (contender, words, least) => {
    const drivers = ['node-postgres', 'postgres.js'].flatMap((driver) => [1, 16].map((n) => `${driver} ${n}`))
    const figures = roundAll(Object.fromEntries(drivers.map((driver) => [driver, ends[`PostgreSQL, ${driver}`]?.[contender]])))
    return goal(part, `PostgreSQL, cheap query, 1 and 16 at once, throughput against ${words}`, `≥ ${least}`, figures, atLeast(figures, least))
  }
  const sqlite = ends['SQLite, better-sqlite3 1']
  const hand = roundAll({ '': sqlite?.hand })
  const engine = roundAll({ '': sqlite === undefined ? null : 1 / sqlite.raw })
  return [
    cheap('raw', 'two static prepared selects', 0.95),
    cheap('hand', 'hand-written', 2.5),
    cheap('nest', 'nestjs-paginate', 3.3),
    goal(part, 'SQLite, cheap query, throughput against hand-written', '≥ 4', hand, atLeast(hand, 4)),
    goal(part, 'SQLite, cheap query, times the engine’s own time', '≤ 1.35', engine, atMost(engine, 1.35)),
  ]
}

function tripGoal(turns) {
  const counted = Object.fromEntries(Object.entries(turns).filter(([name]) => !name.startsWith('postgres.js search')))
  const wanted = 'exactly 2 (LIKE on postgres.js excepted)'
  return goal('round-trips', 'round trips, warm, sequential', wanted, turns, every(counted, (value) => value === 2))
}

function rowGoals(million) {
  const part = 'million-rows'
  const against = (what, least, ids) => {
    const figures = roundAll(Object.fromEntries(ids.map((id) => [id, million[id]?.hand])))
    const pages = roundAll(Object.fromEntries(ids.map((id) => [`page select alone ${id}`, million[id]?.pageGain])))
    const words = `1,000,000 rows: ${what}, against hand-written`
    return goal(part, words, `≥ ${least} times less time`, { ...figures, ...pages }, atLeast(figures, least))
  }
  const slower = roundAll(Object.fromEntries(Object.entries(million).map(([id, { plain }]) => [id, plain])))
  const worst = Object.fromEntries(Object.entries(slower).toSorted(([, a], [, b]) => b - a).slice(0, 4))
  return [
    against('middle page', 6, ['middle', 'middle-scattered']),
    against('last page', 20, ['last', 'last-scattered']),
    against('5 % search', 7, ['search-index', 'search-scan', 'search-page', 'search-joined']),
    goal(part, '1,000,000 rows: time against the plain form, every case (the worst four)', '≤ 1.1', worst, atMost(slower, 1.1)),
  ]
}

function perRequestGoals(made) {
  const part = 'database-per-request'
  const less = roundAll({ '': made?.ratio })
  const growth = roundAll({ 'times the first tenth': made?.slower, 'MB of heap': made?.megabytes })
  const isFlat = made === undefined ? null : made.slower <= 1.25 && made.megabytes <= 1
  return [
    goal(part, 'drizzle() per request, hand-written : ours', '≥ 20 times', less, atLeast(less, 20)),
    goal(part, 'drizzle() per request, over 100,000 requests', 'flat', growth, isFlat),
  ]
}

function restGoals(memory, size) {
  const growth = roundAll({ 'MB of growth': memory?.growth })
  const bytes = { bytes: size?.brotlied ?? null }
  return [
    goal('memory', 'memory over a million random requests', 'flat', { ...growth, requests: memory?.requests ?? null }, atMost(growth, 1)),
    goal('cold-start', 'core entry point, minified and brotlied', '≤ 10 kB', bytes, atMost(bytes, 10_000)),
  ]
}
