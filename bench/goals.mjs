// The goals, each with the part that measures it. A figure is null until its part has run.

/** @typedef {{ what: string, goal: string, figure: string | null, isMet: boolean | null, command: string }} Goal */

const round = (value) =>
  value === undefined || value === null || Number.isNaN(value) ? null : Number(value.toPrecision(3))
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
  return {
    what,
    goal: wanted,
    figure: words.length === 0 ? null : words.join(', '),
    isMet,
    command: `node bench/run.mjs --full --only ${part}`,
  }
}

/** @returns {Goal[]} */
export function goals(results) {
  const of = (part) => results[part]?.figures
  return [
    ...buildGoals(of('build-only')),
    ...stubGoals(of('stubbed')),
    ...endGoals(of('end-to-end') ?? {}),
    ...expressionGoals(of('expressions')),
    tripGoal(of('round-trips') ?? {}),
    ...togetherGoals(of('together') ?? {}),
    ...rowGoals(of('million-rows') ?? {}),
    ...totalsGoals(of('totals')),
    ...cursorGoals(of('cursors') ?? {}),
    growthGoal(of('growth')),
    ...handlerGoals(of('handler')),
    ...streamGoals(of('streams')),
    facetGoal(of('facets') ?? {}),
    ...childrenGoals(of('children') ?? {}),
    wordsGoal(of('words') ?? {}),
    scopeGoal(of('scope') ?? {}),
    ...perRequestGoals(of('database-per-request')),
    loadGoal(of('load')),
    ...restGoals(of('memory'), of('cold-start')),
  ]
}

function wordsGoal(words) {
  const hand = roundAll(words)
  return goal(
    'words',
    'every word in any of three columns, throughput against `ilike` by hand',
    '≥ 0.95: the same SQL',
    hand,
    atLeast(hand, 0.95),
  )
}

function togetherGoals(together) {
  const near = roundAll(together['one machine'] ?? {})
  const far = roundAll(together['1 ms between'] ?? {})
  const what = '`together` against two statements, requests, on one machine'
  return [
    goal('together', what, '≥ 1.15', near, atLeast(near, 1.15)),
    goal('together', 'the same with 1 ms of network between', '≥ 1.7', far, atLeast(far, 1.7)),
  ]
}

function scopeGoal(scope) {
  const times = roundAll(scope)
  return goal(
    'scope',
    'functions of the scope, CPU against the same list with the conditions written out',
    '≤ 1.2',
    times,
    atMost(times, 1.2),
  )
}

function childrenGoals(children) {
  const against = (name) =>
    roundAll(Object.fromEntries(Object.entries(children).map(([engine, figures]) => [engine, figures[name]])))
  const hand = against('hand')
  return [
    goal(
      'children',
      '25 orders with their lines, throughput against a hand-written `in` and a loop',
      '≥ 1.0',
      hand,
      atLeast(hand, 1),
    ),
    goal('children', 'the same against `findMany({ with })` of 0.45', 'told', against('with45'), null),
    goal('children', 'of 1.0', 'told', against('with1'), null),
  ]
}

function buildGoals(build) {
  const part = 'build-only'
  const warm = roundAll({ µs: build?.warmBuild })
  const door = round(build?.warmSend)
  const less = roundAll({ '': build?.warmBuildRatio })
  const cold = roundAll({ '': build?.coldRatio })
  return [
    goal(
      part,
      'build of both statements, warm, mixed shapes',
      '≤ 3 µs',
      { ...warm, 'to the driver’s door': door },
      atMost(warm, 3),
    ),
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
    goal(
      part,
      'whole request, stubbed driver, 25 rows, against hand-written',
      '≥ 8 times less CPU',
      hand,
      atLeast(hand, 8),
    ),
    goal(
      part,
      'the same against nestjs-paginate',
      '≥ 12 times less CPU',
      { ...nest, 'relation declared': joined },
      atLeast(nest, 12),
    ),
  ]
}

function endGoals(ends) {
  const part = 'end-to-end'
  const cheap = (contender, words, least) => {
    const drivers = ['node-postgres', 'postgres.js'].flatMap((driver) => [1, 16].map((n) => `${driver} ${n}`))
    const figures = roundAll(
      Object.fromEntries(drivers.map((driver) => [driver, ends[`PostgreSQL, ${driver}`]?.[contender]])),
    )
    return goal(
      part,
      `PostgreSQL, cheap query, 1 and 16 at once, throughput against ${words}`,
      `≥ ${least}`,
      figures,
      atLeast(figures, least),
    )
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

function expressionGoals(expressions) {
  const part = 'expressions'
  const read = roundAll({ 'worst median': expressions?.worst, 'worst first': expressions?.first })
  const hand = roundAll({ '': expressions?.hand })
  return [
    goal(
      part,
      'reading 8,000 hostile characters of an expression',
      '< 1,000 µs',
      read,
      atMost({ '': read['worst median'] }, 999),
    ),
    goal(
      part,
      'a request with an expression of three terms, against hand-written',
      '≥ 5 times less CPU',
      hand,
      atLeast(hand, 5),
    ),
  ]
}

function tripGoal(turns) {
  const counted = Object.fromEntries(Object.entries(turns).filter(([name]) => !name.startsWith('postgres.js search')))
  const wanted = 'exactly 2 (LIKE on postgres.js excepted)'
  return goal(
    'round-trips',
    'round trips, warm, sequential',
    wanted,
    turns,
    every(counted, (value) => value === 2),
  )
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
  const worst = Object.fromEntries(
    Object.entries(slower)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 4),
  )
  return [
    against('middle page', 6, ['middle', 'middle-scattered']),
    against('last page', 20, ['last', 'last-scattered']),
    against('5 % search', 7, ['search-index', 'search-scan', 'search-page', 'search-joined']),
    goal(
      part,
      '1,000,000 rows: time against the plain form, every case (the worst four)',
      '≤ 1.1',
      worst,
      atMost(slower, 1.1),
    ),
  ]
}

function totalsGoals(totals) {
  const part = 'totals'
  const times = (id) => roundAll({ none: totals?.[id]?.none, upTo: totals?.[id]?.upTo })
  const [first, search] = [times('first'), times('search')]
  const isMet = known(search).length === 0 ? null : search.none >= 50 && search.upTo >= 4
  return [
    goal(
      part,
      '1,000,000 rows, first page: `none` and `{ upTo: 10_000 }` against `exact`',
      '≥ 25 times less time',
      first,
      atLeast(first, 25),
    ),
    goal(
      part,
      'the same, 5 % search with a trigram index',
      '`none` ≥ 50 times, `{ upTo }` ≥ 4 times less time',
      search,
      isMet,
    ),
  ]
}

function cursorGoals({ nest, ...orders }) {
  const part = 'cursors'
  const served = Object.entries(orders).filter(([, { isServed }]) => isServed)
  const depth = (test) =>
    roundAll(Object.fromEntries(served.filter(([id]) => test(id)).map(([id, { depth }]) => [id, depth])))
  const oneWay = depth((id) => id.endsWith('one way'))
  const others = depth((id) => !id.endsWith('one way'))
  const hand = roundAll(Object.fromEntries(served.map(([id, { hand }]) => [id, Math.min(...hand)])))
  const beside = roundAll({ '': nest })
  return [
    goal(
      part,
      'page by cursor at 1 %, 50 %, 99 % of 1,000,000 rows, against the first page (the worst), one direction',
      '≤ 1.3 times',
      oneWay,
      atMost(oneWay, 1.3),
    ),
    goal(part, 'the same, mixed and nullable orders', '≤ 1.3 times', others, atMost(others, 1.3)),
    goal(
      part,
      'page by cursor, throughput against keyset by hand (the least over the depths)',
      '≥ 2.5, never below 1',
      hand,
      atLeast(hand, 2.5),
    ),
    goal(
      part,
      'page by cursor half way, throughput against nestjs-paginate’s cursors',
      '≥ 2.5',
      beside,
      atLeast(beside, 2.5),
    ),
  ]
}

function growthGoal(growth) {
  const { upTo, none, cursor } = growth?.times ?? {}
  const flat = roundAll({ upTo, none, cursor })
  const words =
    growth === undefined ? '' : ` from ${growth.from.toLocaleString('en')} to ${growth.to.toLocaleString('en')} rows`
  return goal(
    'growth',
    `time of a page${words}, \`exact\` beside it`,
    'flat (≤ 1.5 times)',
    { ...flat, exact: round(growth?.times.exact) },
    atMost(flat, 1.5),
  )
}

function facetGoal(facets) {
  const hand = roundAll(Object.fromEntries(Object.entries(facets).map(([id, { hand }]) => [id, hand])))
  return goal(
    'facets',
    'five facets over 1,000,000 rows against the same by hand',
    '≥ 1 (never slower; 0.95 is noise)',
    hand,
    atLeast(hand, 0.95),
  )
}

/** One at once, and sixteen. */
function handlerGoals(figures) {
  const words = 'from a `Request` to the text of its `Response`, throughput against two prepared selects'
  const goalOf = (what, measured, [one, sixteen]) => {
    const ratios = roundAll(measured ?? {})
    const isMet = every(
      Object.fromEntries(known(ratios).map(([name, value]) => [name, value / (name.endsWith(' 1') ? one : sixteen)])),
      (share) => share >= 1,
    )
    return goal('handler', what, `≥ ${one} and ≥ ${sixteen} with sixteen at once`, ratios, isMet)
  }
  return [goalOf(words, figures?.two, [0.95, 1.05]), goalOf('the same with `together`', figures?.together, [1.2, 1.3])]
}

function streamGoals(streams) {
  const part = 'streams'
  const rate = roundAll({ streamRows: streams?.stream, exportHandler: streams?.handler })
  const rows = roundAll({ streamRows: streams?.rows })
  const text = roundAll({ exportHandler: streams?.text })
  const heap = roundAll({ MB: streams?.heap })
  return [
    goal(part, '1,000,000 rows, rate against the driver’s own cursor', '≥ 0.85', rows, atLeast(rows, 0.85)),
    goal(
      part,
      '1,000,000 rows to CSV, rate against the driver’s own cursor with the same mapping',
      '≥ 0.8',
      rate,
      atLeast(rate, 0.8),
    ),
    goal(part, 'the same, time against `streamRows` without a text', '≤ 1.5 times', text, atMost(text, 1.5)),
    goal(part, 'the same, growth of the heap', '< 32 MB', heap, atMost(heap, 32)),
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

function loadGoal(load) {
  const figures = roundAll({ 'MB of growth': load?.growth, 'MB kept at most': load?.kept })
  const isFlat = load === undefined ? null : load.growth <= 1 && load.kept <= 16
  return goal(
    'load',
    'heap over ten million requests, 100,000 shapes that come once among them',
    'flat (≤ 1 MB), ≤ 16 MB kept',
    { ...figures, requests: load?.requests ?? null, 'new shapes': load?.isNew ?? null },
    isFlat,
  )
}

function restGoals(memory, size) {
  const growth = roundAll({ 'MB of growth': memory?.growth })
  const bytes = { bytes: size?.brotlied ?? null }
  return [
    goal(
      'memory',
      'memory over a million random requests',
      'flat',
      { ...growth, requests: memory?.requests ?? null },
      atMost(growth, 1),
    ),
    goal('cold-start', 'core entry point, minified and brotlied', '≤ 32 kB', bytes, atMost(bytes, 32_000)),
  ]
}
