// Lists by cursor: a walk from end to end and back, and cursors that no list has made.
import { type AnyPaginateConfig, paginate, PaginateQuery } from '../../../src/index.js'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { type Pairs, queryString } from '../differential/generate.js'
import {
  type EngineSides,
  type Outcome,
  outcomeOf,
  type RequestText,
  shown,
  type Way,
} from '../differential/outcome.js'
import type { Random } from '../differential/random.js'
import type { Outcomes } from '../differential/shrink.js'
import { byCursor, counted } from './vary-config.js'
import { withSettings } from '../../support/settings.js'

interface CursorPage {
  readonly items: readonly { readonly id: unknown }[]
  readonly meta: {
    readonly itemsPerPage: number
    readonly hasPreviousPage: boolean
    readonly hasNextPage: boolean
    readonly previousCursor: string | null
    readonly nextCursor: string | null
  }
}
type AskPage = (config: AnyPaginateConfig, query: PaginateQuery) => unknown

/** Both sides of an engine, under a configuration each. */
function asking(side: EngineSides, pageForm: Way['pageForm']): readonly (readonly [name: string, ask: AskPage])[] {
  const { rows, values } = side.memory
  const { name, db } = side.database
  return [
    [`memory/${name}`, (config, query) => paginateArray(rows, query, config, { path: '/items', own: { values } })],
    [name, (config, query) => paginate(db, query, withSettings(config as never, { pageForm }), { path: '/items' })],
  ]
}

const idsOf = ({ items }: Pick<CursorPage, 'items'>): number[] => items.map(({ id }) => Number(id))

/** No walk over 30 rows has more pages; one that does not end has. */
const MOST_PAGES = 100

async function walk(ask: AskPage, config: AnyPaginateConfig, text: string) {
  const read = async (more: string) =>
    (await ask(config, PaginateQuery.from(more === '' ? text : `${text}&${more}`))) as CursorPage
  const forth: CursorPage[] = [await read('')]
  for (
    let cursor = forth[0]?.meta.nextCursor ?? null;
    cursor !== null && forth.length < MOST_PAGES;
    cursor = forth.at(-1)?.meta.nextCursor ?? null
  ) {
    forth.push(await read(`after=${cursor}`))
  }
  const back: CursorPage[] = [forth.at(-1) as CursorPage]
  for (
    let cursor = back[0]?.meta.previousCursor ?? null;
    cursor !== null && back.length < MOST_PAGES;
    cursor = back.at(-1)?.meta.previousCursor ?? null
  ) {
    back.push(await read(`before=${cursor}`))
  }
  return { forth, back }
}

/** Pages without the text of their cursors, which differs between engines, and without links, which hold it. */
const comparable = ({ items, meta: { previousCursor, nextCursor, ...meta } }: CursorPage): unknown => [
  idsOf({ items }),
  { ...meta, previousCursor: previousCursor !== null, nextCursor: nextCursor !== null },
]

/**
 * `sides`' walks, and beside each engine's the pages that the order by number says.
 *
 * @param onPage called for each page that the first database has read
 */
export const walkOutcomes =
  (onPage: () => void) =>
  async (sides: readonly EngineSides[], request: RequestText, { pageForm }: Way): Promise<Outcomes> => {
    const outcomes = new Map<string, Outcome>()
    const text = queryString((request as Pairs).filter(([name]) => name !== 'page'))
    for (const side of sides) {
      const cursors = side.varied(byCursor)
      const numbers = side.varied(counted)
      for (const [name, ask] of asking(side, pageForm)) {
        const isCounted = name === sides[0]?.database.name
        const asked: AskPage = isCounted ? (config, query) => (onPage(), ask(config, query)) : ask
        outcomes.set(name, await shown(walkOutcome(asked, cursors, numbers, text)))
      }
    }
    return outcomes
  }

async function walkOutcome(
  ask: AskPage,
  cursors: AnyPaginateConfig,
  numbers: AnyPaginateConfig,
  text: string,
): Promise<Outcome> {
  let pages: { readonly forth: readonly CursorPage[]; readonly back: readonly CursorPage[] } | null = null
  const refusal = await outcomeOf(async () => {
    pages = await walk(ask, cursors, text)
    return { items: [], meta: null, links: null }
  })
  if (pages === null) return refusal
  const { forth, back } = pages as { forth: readonly CursorPage[]; back: readonly CursorPage[] }
  const all: number[] = []
  if (new URLSearchParams(text).get('limit')?.trim() === '-1') all.push(...idsOf(forth[0] as CursorPage))
  else {
    for (let page = 1; ; page++) {
      const answer = (await ask(numbers, PaginateQuery.from(`${text}&page=${page}`))) as CursorPage
      all.push(...idsOf(answer))
      if (!answer.meta.hasNextPage) break
    }
  }
  const law = lawOf(all, forth, back)
  return JSON.stringify({ forth: forth.map(comparable), back: back.map(comparable), ...(law !== null && { law, all }) })
}

/** What a walk breaks, or null. */
function lawOf(all: readonly number[], forth: readonly CursorPage[], back: readonly CursorPage[]): string | null {
  if (JSON.stringify(forth.flatMap(idsOf)) !== JSON.stringify(all)) return 'forth is not the order by number'
  if (JSON.stringify([...back].reverse().flatMap(idsOf)) !== JSON.stringify(all))
    return 'back is not the order by number'
  if (forth.some(({ meta }, at) => meta.hasPreviousPage !== at > 0))
    return 'a page on the way forth that denies its previous page'
  if (back.some(({ meta, items }, at) => items.length > 0 && meta.hasNextPage !== at > 0))
    return 'a page on the way back that denies its next page'
  return null
}

/** Both sides agree, each by its own cursors, and none broke a law of walks. */
export function isWrongWalk(outcomes: Outcomes): boolean {
  const seen = [...outcomes.values()]
  return new Set(seen).size > 1 || seen.some((outcome) => !outcome.startsWith('{') || outcome.includes('"law":'))
}

const HOSTILE_KEYS: readonly unknown[] = [
  null,
  '',
  '0',
  '-0',
  '1',
  '-1',
  '007',
  '1e5',
  '1e400',
  'NaN',
  'Infinity',
  '-Infinity',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(60),
  `0.${'9'.repeat(40)}`,
  '1.',
  '.5',
  '0x10',
  ' 1',
  'true',
  'false',
  't',
  '2024-02-29',
  '2023-02-29',
  '2024-02-29 12:34:56.123456',
  '2024-02-29T12:34:56Z',
  '0000-00-00 00:00:00',
  '292278994-08-17',
  '24:00:00',
  '25:61',
  'infinity',
  '-infinity',
  '0001-01-01 BC',
  'sad',
  'amber',
  'nobody',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\uffff',
  '日',
  "'",
  "'; drop table items; --",
  '\\',
  '%',
  '{}',
  '[]',
  '{"a":1}',
  '0f8fad5b-d9cb-469f-a165-000000000001',
  'x'.repeat(5000),
  1,
  true,
  {},
  [],
  [null],
]

const encode = (content: unknown): string => Buffer.from(JSON.stringify(content), 'utf8').toString('base64url')

/** A cursor that the list has not made: a right one with keys or characters changed, or one out of nothing. */
export function hostileCursor(random: Random, right: string | null): string {
  if (right === null || random.chance(0.1)) {
    return random.pick([
      () => encode([random.pick(['', 'x', '0']), ...random.some(HOSTILE_KEYS, 0, 4)]),
      () => encode(random.pick([null, {}, [], 'x', 1, [[]]])),
      () => Array.from({ length: random.int(0, 40) }, () => String.fromCharCode(random.int(1, 0x7e))).join(''),
      () => random.pick(['-', '_', '=', 'AA==', '%', 'bnVsbA', 'A'.repeat(9000)]),
    ])()
  }
  if (random.chance(0.3)) {
    const at = random.int(0, right.length - 1)
    return random.pick([
      () => right.slice(0, at),
      () => right + right,
      () => right.slice(at),
      () => `${right.slice(0, at)}${random.pick(['A', '_', '-', '=', '.', '%00'])}${right.slice(at + 1)}`,
    ])()
  }
  // The print of the order is kept, so that the keys are read.
  const [print, ...keys] = JSON.parse(Buffer.from(right, 'base64url').toString('utf8')) as unknown[]
  const changed = keys.map((key) => (random.chance(0.6) ? random.pick(HOSTILE_KEYS) : key))
  if (random.chance(0.1)) changed.push(random.pick(HOSTILE_KEYS))
  if (random.chance(0.1)) changed.pop()
  return encode([print, ...changed])
}

/** A right cursor of the first engine's list, or null where the request is refused or has one page. */
export async function rightCursor(side: EngineSides, request: Pairs): Promise<string | null> {
  const text = queryString([...request.filter(([name]) => name !== 'page' && name !== 'limit'), ['limit', '1']])
  const [, [, ask]] = asking(side, 'auto') as [unknown, readonly [string, AskPage]]
  try {
    return ((await ask(side.varied(byCursor), PaginateQuery.from(text))) as CursorPage).meta.nextCursor
  } catch {
    return null
  }
}

/** The same request by cursor, on every side: a page or a refusal, and never another error. */
export async function cursorOutcomes(
  sides: readonly EngineSides[],
  request: RequestText,
  { pageForm }: Way,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>()
  for (const side of sides) {
    const config = side.varied(byCursor)
    for (const [name, ask] of asking(side, pageForm)) {
      outcomes.set(
        name,
        await shown(
          outcomeOf(
            async () =>
              (await ask(
                config,
                PaginateQuery.from(typeof request === 'string' ? request : queryString(request)),
              )) as never,
          ),
        ),
      )
    }
  }
  return outcomes
}
