// Who may import whom, written once: `check-rooms.mjs` refuses an import against it, and a test of the documentation
// asks for its line.

/** Each line may import the lines before it; rooms on one line may not import one another. */
export const roomOrder = [
  ['vocabulary'],
  ['types'],
  ['basics'],
  ['drizzle'],
  ['errors'],
  ['refusals', 'mistakes'],
  ['fragments'],
  ['dialects'],
  ['values'],
  ['request', 'plan', 'sql'],
  ['rows', 'render'],
  ['kept'],
  ['select'],
  ['page'],
  ['features/positions'],
  [
    'features/chosen-fields',
    'features/cursors',
    'features/description',
    'features/estimates',
    'features/expressions',
    'features/fixed-order',
    'features/own-filters',
    'features/scope',
    'features/search-with',
    'features/shapes',
    'features/value-types',
    'features/variants',
    'features/aggregates',
    'features/summaries',
  ],
  ['features/together'],
  ['builder'],
  ['features/children'],
  ['features/filtered-set'],
  ['features/relational', 'features/streams', 'features/facets'],
  ['index', 'declarations'],
]

/** As `docs/contributing/architecture.md` has it. */
export const roomOrderText = [
  ...roomOrder.map((rooms) => (rooms.length === 1 ? rooms[0] : `{ ${rooms.join(' | ')} }`)),
  'add-on entry points',
].join(' ← ')
