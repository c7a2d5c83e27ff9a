// The kinds of requests, and who says what is right of each.
//
// | requests | oracle |
// |---|---|
// | made by the grammar, over random configurations, data and page forms | memory and the database answer alike, byte for byte |
// | an earlier one with other values, for which the statements are kept | the same |
// | the same with bytes changed, and bytes alone | a page or a refusal, the same of both on both, never another error |
// | walks by cursor, from end to end and back | memory walks alike; the rows are those of the pages by number, each once |
// | cursors that no list has made | a page or a refusal, never another error |
// | conditions and selections of a host's own | plain Drizzle's rows by the same condition, and its members by the same selection |
// | children, counts and aggregates | a grouped select and a select of all children, cut in JavaScript |
import type { ConfigSpec } from '../differential/config-spec.js'
import { generateRequest, type Pairs, withOtherValues } from '../differential/generate.js'
import {
  disagrees,
  type EngineSides,
  type Outcome,
  outcomesOf,
  PAGE_FORMS,
  type RequestText,
  type Way,
} from '../differential/outcome.js'
import type { Random } from '../differential/random.js'
import type { Ask, Outcomes } from '../differential/shrink.js'
import { childrenOutcomes, generateChildren, isWrongChildren } from './children.js'
import { cursorOutcomes, hostileCursor, isWrongWalk, rightCursor, walkOutcomes } from './cursors.js'
import { generateHost, hostOutcomes } from './fragments.js'
import { mutated, rawText } from './mutate.js'

/** Each as often as it comes here. */
const KINDS = [
  'grammar',
  'grammar',
  'grammar',
  'warm',
  'warm',
  'warm',
  'warm',
  'warm',
  'changed',
  'raw',
  'walk',
  'cursor',
  'host',
  'host',
  'children',
] as const
export type Kind = (typeof KINDS)[number]

export interface Trial {
  readonly kind: Kind
  readonly request: RequestText
  readonly way: Way
  readonly isWrong: (outcomes: Outcomes) => boolean
  readonly ask: Ask
  /** What a finding tells besides. */
  readonly note?: string
}

/** The requests of one configuration over one set of data. */
export class Trials {
  readonly #sides: readonly EngineSides[]
  readonly #config: ConfigSpec
  readonly #walks: Ask
  readonly #earlier: { readonly pairs: Pairs; readonly way: Way }[] = []

  constructor(sides: readonly EngineSides[], config: ConfigSpec, onPage: () => void) {
    this.#sides = sides
    this.#config = config
    this.#walks = walkOutcomes(onPage)
  }

  /** Every draw of chance comes before what is awaited, or after it by this trial alone: several may be under way. */
  async next(random: Random): Promise<Trial> {
    const wanted = random.pick(KINDS)
    const kind = wanted === 'warm' && this.#earlier.length === 0 ? 'grammar' : wanted
    const way: Way = { pageForm: random.pick(PAGE_FORMS), isScoped: random.chance(0.2) }
    const pairs = generateRequest(random, this.#config)
    const isMisunderstood = (outcomes: Outcomes): boolean => misunderstands(this.#sides, outcomes)
    switch (kind) {
      case 'grammar':
        this.#earlier.push({ pairs, way })
        return { kind, way, request: pairs, isWrong: disagrees, ask: outcomesOf }
      case 'warm': {
        const earlier = random.pick(this.#earlier)
        return {
          kind,
          way: earlier.way,
          request: withOtherValues(random, this.#config, earlier.pairs),
          isWrong: disagrees,
          ask: outcomesOf,
        }
      }
      case 'changed':
        return { kind, way, request: mutated(pairs, random), isWrong: isMisunderstood, ask: outcomesOf }
      case 'raw':
        return { kind, way, request: rawText(random), isWrong: isMisunderstood, ask: outcomesOf }
      case 'walk':
        return { kind, way, request: pairs, isWrong: isWrongWalk, ask: this.#walks }
      case 'cursor': {
        const right = await rightCursor(this.#sides[0] as EngineSides, pairs)
        const rest = pairs.filter(([name]) => name !== 'page')
        const request: Pairs = [...rest, [random.pick(['after', 'before']), hostileCursor(random, right)]]
        return { kind, way, request, isWrong: isNoAnswer, ask: cursorOutcomes }
      }
      case 'host': {
        const host = generateHost(random)
        return {
          kind,
          way,
          request: pairs,
          isWrong: disagrees,
          ask: hostOutcomes(host),
          note: `host: ${JSON.stringify(host)}`,
        }
      }
      case 'children': {
        const spec = generateChildren(random)
        return {
          kind,
          way,
          request: '',
          isWrong: isWrongChildren,
          ask: childrenOutcomes(spec),
          note: `children: ${JSON.stringify(spec)}`,
        }
      }
      default:
        return kind satisfies never
    }
  }
}

/**
 * What both must have in common where letters, order and rounding are the engine's own: answered or refused, and what
 * was understood.
 */
function understood(outcome: Outcome): string {
  if (!outcome.startsWith('{')) return outcome
  const { code, parameter, message, meta } = JSON.parse(outcome) as {
    code?: string
    parameter?: string
    message?: string
    meta?: Record<string, unknown>
  }
  if (meta === undefined) return JSON.stringify([code, parameter, message])
  return JSON.stringify([meta['currentPage'], meta['sortBy'], meta['search'], meta['searchBy'], meta['filter']])
}

/** An unlimited read is refused by the number of its rows, which may differ. */
const isCounted = (outcome: Outcome): boolean => outcome.includes('limit.too_many_rows')

/** Each engine beside memory under its own configuration: another engine may have another range, or no NUL. */
function misunderstands(sides: readonly EngineSides[], outcomes: Outcomes): boolean {
  return sides.some(({ database: { name } }) => {
    const [fromDatabase = '', fromMemory = ''] = [outcomes.get(name), outcomes.get(`memory/${name}`)]
    if (fromDatabase === fromMemory) return !fromDatabase.startsWith('{')
    if (isCounted(fromDatabase) || isCounted(fromMemory)) return false
    return !fromDatabase.startsWith('{') || understood(fromDatabase) !== understood(fromMemory)
  })
}

/** Another engine may read a key that memory cannot, and the reverse: a page or a refusal is all that is asked. */
const isNoAnswer = (outcomes: Outcomes): boolean => [...outcomes.values()].some((outcome) => !outcome.startsWith('{'))
