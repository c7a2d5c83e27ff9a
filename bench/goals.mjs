// The goals, each with the part that measures it. A figure is null until its part has run.

const at = (results, part) => results[part]?.figures ?? null
const number = (value) => (value === undefined || value === null || Number.isNaN(value) ? null : Number(value.toPrecision(3)))
const atLeast = (figure, goal) => (figure === null ? null : figure >= goal)
const atMost = (figure, goal) => (figure === null ? null : figure <= goal)

/**
 * @returns {{ what: string, goal: string, figure: string | null, isMet: boolean | null, command: string }[]}
 */
export function goals(results) {
  const list = []
  const add = (what, goal, figures, isMet, part) => {
    const shown = Object.entries(figures).filter(([, value]) => value !== null).map(([name, value]) => (name === '' ? `${value}` : `${name} ${value}`))
    list.push({ what, goal, figure: shown.length === 0 ? null : shown.join(', '), isMet, command: `node bench/run.mjs --full --only ${part}` })
  }
  const build = at(results, 'build-only')
  const warm = number(build?.warmBuild)
  const warmRatio = number(build?.warmBuildRatio)
  const cold = number(build?.coldRatio)
  add('build of both statements, warm, mixed shapes', '≤ 3 µs', { 'µs': warm, 'to the driver’s door': number(build?.warmSend) }, atMost(warm, 3), 'build-only')
  add('the same against hand-written', '≥ 30 times less', { '': warmRatio, 'to the driver’s door': number(build?.warmSendRatio) }, atLeast(warmRatio, 30), 'build-only')
  add('build, cold shape', '≤ 1.1 times hand-written', { '': cold }, atMost(cold, 1.1), 'build-only')

  const stub = at(results, 'stubbed')
  add('whole request, stubbed driver, 25 rows, against hand-written', '≥ 8 times less CPU', { '': number(stub?.hand) }, atLeast(number(stub?.hand), 8), 'stubbed')
  add('the same against nestjs-paginate', '≥ 12 times less CPU', { '': number(stub?.nest), 'with the relation declared': number(stub?.nestJoined) }, atLeast(number(stub?.nest), 12), 'stubbed')

  const ends = at(results, 'end-to-end')
  const cheap = (contender, goal, words) => {
    const figures = {}
    for (const driver of ['node-postgres', 'postgres.js']) {
      for (const n of [1, 16]) figures[`${driver} ${n} at once`] = number(ends?.[`PostgreSQL, ${driver} ${n}`]?.[contender])
    }
    const known = Object.values(figures).filter((value) => value !== null)
    add(`PostgreSQL, cheap query, throughput against ${words}`, `≥ ${goal}`, figures, known.length === 0 ? null : known.every((value) => value >= goal), 'end-to-end')
  }
  cheap('raw', 0.95, 'two static prepared selects')
  cheap('hand', 2.5, 'hand-written')
  cheap('nest', 3.3, 'nestjs-paginate')
  const sqlite = ends?.['SQLite, better-sqlite3 1']
  add('SQLite, cheap query, against hand-written', '≥ 4', { '': number(sqlite?.hand) }, atLeast(number(sqlite?.hand), 4), 'end-to-end')
  const overEngine = sqlite === undefined ? null : number(1 / sqlite.raw)
  add('SQLite, cheap query, times the engine’s own time', '≤ 1.35', { '': overEngine }, atMost(overEngine, 1.35), 'end-to-end')

  const trips = at(results, 'round-trips')
  const must = Object.entries(trips ?? {}).filter(([name]) => !name.startsWith('postgres.js search'))
  add('round trips, warm, sequential', 'exactly 2 (LIKE on postgres.js excepted)', Object.fromEntries(Object.entries(trips ?? {})), trips === null ? null : must.every(([, turns]) => turns === 2), 'round-trips')

  const million = at(results, 'million-rows')
  const ids = (names, contender) => Object.fromEntries(names.map((name) => [name, number(million?.[name]?.[contender])]))
  const every = (figures, test) => {
    const known = Object.values(figures).filter((value) => value !== null)
    return known.length === 0 ? null : known.every(test)
  }
  const rows = (what, goal, names) => {
    const figures = ids(names, 'hand')
    add(`1,000,000 rows: ${what}, against hand-written`, `≥ ${goal}`, figures, every(figures, (value) => value >= goal), 'million-rows')
  }
  rows('middle page', 6, ['middle', 'middle-scattered'])
  rows('last page', 20, ['last', 'last-scattered'])
  rows('5 % search', 7, ['search-index', 'search-scan', 'search-page'])
  const slower = million === null ? {} : ids(Object.keys(million), 'plain')
  const worst = Object.entries(slower).toSorted(([, a], [, b]) => b - a)
  add('1,000,000 rows: against the plain form, every case', '≤ 1.1', Object.fromEntries(worst.slice(0, 4)), every(slower, (value) => value <= 1.1), 'million-rows')

  const kept = at(results, 'memory')
  add('memory over random requests', 'flat', { 'MB of growth': number(kept?.growth), 'over requests': kept?.requests ?? null }, kept === null ? null : kept.growth < 1, 'memory')
  const size = at(results, 'cold-start')
  add('core entry point, minified and brotlied', '≤ 10 kB', { bytes: size?.brotlied ?? null }, atMost(size?.brotlied ?? null, 10_000), 'cold-start')
  return list
}
