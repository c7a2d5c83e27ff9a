// What a client may repeat: each piece of a request by its number, so that no two are alike.

export interface Piece {
  readonly kind: string
  /** A parameter of its own; a term of an expression where it is one. */
  readonly text: (at: number) => string
  readonly isTerm?: true
}

const parameter = (field: string, criterion: (at: number) => string): Piece => ({
  kind: `filter.${field}=${criterion(0).replace(/[\d.]+.*/, '')}`,
  text: (at) => `filter.${field}=${at === 0 ? '' : at % 2 === 0 ? '$or:' : ''}${criterion(at)}`,
})
const term = (field: string, criterion: (at: number) => string): Piece => ({
  kind: `filter: ${field}=${criterion(0).replace(/[\d.]+.*/, '')}`,
  text: (at) => `${field}=${criterion(at)}`,
  isTerm: true,
})

const criteria: readonly (readonly [field: string, criterion: (at: number) => string])[] = [
  ['title', (at) => `$ilike:${at}e`],
  ['title', (at) => `$not:$contains:${at}`],
  ['note', (at) => `$ew:${at}`],
  ['note', (at) => `$not:$sw:${at}`],
  ['size', (at) => `$not:$btw:${at},${at + 1}`],
  ['at', (at) => `$not:$eq:now-${at}d`],
  ['at', (at) => `$gte:startOfMonth-${at}M`],
  ['tags', (at) => `$not:$contains:t${at}`],
  ['owner.name', (at) => `$not:$ilike:${at}`],
  ['half', (at) => `$not:$eq:${at}`],
  ['parts', (at) => `$gte:${at % 6}`],
  ['parts', (at) => `$not:$in:${at},${at + 1}`],
  ['total', (at) => `$gte:-${at}`],
  ['most', (at) => `$not:$btw:${at},${at + 2}`],
  ['word', (at) => `$ilike:${at}z`],
  ['word', (at) => `$not:$eq:word ${at}`],
  ['every', (at) => `$not:$ilike:${at}z`],
  ['none', (at) => `$ilike:${at}z`],
  ['part.word', (at) => `$not:$ilike:${at}z`],
  ['part.n', (at) => `$not:$eq:${at}`],
  ['either', (at) => `$not:$eq:${at}`],
]

/** Sixty values, so that a request holds several such lists. */
const list = (field: string): Piece => ({
  kind: `filter.${field}=$not:$in:…`,
  text: (at) => `filter.${field}=$not:$in:${Array.from({ length: 60 }, (_, index) => (index + at) % 1000).join(',')}`,
})

export const pieces: readonly Piece[] = [
  ...criteria.map(([field, criterion]) => parameter(field, criterion)),
  ...criteria.map(([field, criterion]) => term(field, criterion)),
  list('size'),
  list('parts'),
  list('title'),
  list('word'),
  { kind: 'search', text: (at) => (at === 0 ? `search=${'e '.repeat(40)}z` : 'searchBy=title') },
  {
    kind: 'sortBy aggregates',
    text: (at) => `sortBy=${['total', 'most', 'parts'][at % 3]}:${at % 2 ? 'ASC' : 'DESC'}`,
  },
  {
    kind: 'sortBy columns',
    text: (at) => `sortBy=${['note', 'title', 'owner.name'][at % 3]}:${at % 2 ? 'ASC' : 'DESC'}`,
  },
  { kind: 'a deep page', text: () => `page=150&limit=100` },
]

/** The pieces of a request by their places in `pieces`, as often as they stand there. */
export type Chosen = readonly number[]

/** The query string: parameters as they are, terms joined to one expression. */
export function queryOf(chosen: Chosen): string {
  const seen = new Map<number, number>()
  const parameters: string[] = []
  const terms: string[] = []
  const once = new Set<string>()
  for (const at of chosen) {
    const piece = pieces[at] as Piece
    const nth = seen.get(at) ?? 0
    seen.set(at, nth + 1)
    const text = piece.text(nth)
    if (piece.isTerm) terms.push(text.includes(' ') ? text.replace(/=(.*)$/, '="$1"') : text)
    else if (!/^(page|search|sortBy)=/.test(text)) parameters.push(text)
    else if (!once.has(text)) {
      once.add(text)
      parameters.push(text)
    }
  }
  if (terms.length > 0)
    parameters.push(`filter=${terms.map((text, at) => `${at % 3 ? 'NOT ' : ''}${text}`).join(' OR ')}`)
  return parameters.map((text) => text.replaceAll(' ', '+').replaceAll('"', '%22')).join('&')
}
