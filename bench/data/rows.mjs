// The rows of every benchmark: made, not loaded; the same numbers give the same rows on each database.
const WORDS = (
  'amber anchor arrow autumn basin beacon birch border bridge candle canyon cedar cinder cliff cloud copper coral crest ' +
  'delta dune ember falcon fern field flint forest garnet glacier granite grove heron hollow island ivory jasper kelp ' +
  'lagoon lantern larch ledge maple marsh meadow mirror mosaic nectar oak olive orchard otter pebble pine plateau prairie ' +
  'quarry raven reef ridge river saffron sage slate sparrow spring summit thistle thunder timber tundra valley walnut willow'
).split(' ')
const STATUSES = ['draft', 'review', 'live', 'live', 'live', 'live', 'archived', 'live']
const COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'HU', 'IE', 'IT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'TR']
const TAGS = 20
/** In every twentieth title and summary (5 %). */
export const COMMON_WORD = 'harbour'
/** In every ten-thousandth (0.01 %). */
export const RARE_WORD = 'quixotic'
const START = Date.UTC(2022, 0, 1)
const MINUTE = 60_000

/** A well-mixed 32-bit number from two. */
function mix(n, seed) {
  let h = Math.imul(n ^ (seed * 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const word = (id, seed) => WORDS[mix(id, seed) % WORDS.length]

function sentence(id, seed, length) {
  const words = Array.from({ length }, (_, at) => word(id, seed + at))
  const draw = mix(id, seed + 99)
  if (draw % 20 === 0) words[1] = COMMON_WORD
  if (draw % 10_000 === 1) words[2] = RARE_WORD
  return words.join(' ')
}

export const authorCount = (articleCount) => Math.max(10, Math.floor(articleCount / 100))

/** @param id 1-based */
export function author(id) {
  return { id, name: `${word(id, 5)} ${word(id, 6)} ${id}`, country: COUNTRIES[mix(id, 7) % COUNTRIES.length] }
}

/**
 * `createdAt` follows `id` with jitter, as times of insertion do; `updatedAt` is scattered over the table.
 *
 * @param id 1-based
 */
export function article(id, articleCount) {
  const created = START + (id + (mix(id, 8) % 100)) * MINUTE
  return {
    id,
    title: sentence(id, 10, 5),
    summary: sentence(id, 200, 8),
    body: Array.from({ length: 14 }, (_, at) => word(id, 300 + at)).join(' '),
    status: STATUSES[mix(id, 11) % STATUSES.length],
    views: mix(id, 12) % 100_000,
    price: `${mix(id, 13) % 1000}.${10 + (mix(id, 14) % 90)}`,
    hidden: mix(id, 15) % 10 === 0,
    createdAt: new Date(created),
    updatedAt: new Date(START + (mix(id, 16) % 1_000_000) * MINUTE),
    authorId: mix(id, 17) % 20 === 0 ? null : 1 + (mix(id, 18) % authorCount(articleCount)),
  }
}

/** Two tags an article, never the same. */
export function tagsOf(id) {
  const first = mix(id, 19) % TAGS
  const second = (first + 1 + (mix(id, 20) % (TAGS - 1))) % TAGS
  return [`tag${first}`, `tag${second}`]
}
