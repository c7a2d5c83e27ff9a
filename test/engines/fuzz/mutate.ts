// Query strings that no client means to send: right ones with bytes changed, and bytes alone.
import { type Pairs, queryString } from '../differential/generate.js'
import type { Random } from '../differential/random.js'

const TOKENS = [
  '&',
  '=',
  '%',
  '%0',
  '%00',
  '%zz',
  '+',
  '?',
  '#',
  ';',
  ',',
  ':',
  '$',
  '$not:',
  '$or:',
  '$and:',
  '$eq:',
  '$in:',
  '$btw:',
  '$null',
  'filter.',
  'filter.id=',
  'sortBy=',
  'page=',
  'limit=-1',
  'limit=',
  'search=',
  'searchBy=',
  'after=',
  'before=',
  '%F0%9F',
  '%ED%A0%80',
  '%EF%BF%BD',
  '\u0000',
  '\u2028',
  '\ud83d',
  '日',
  'İ',
  '9'.repeat(40),
  '-',
  '.',
  '1e9',
  'NaN',
  "'",
  '"',
  '--',
  '__proto__',
  'constructor',
]

/** One to six changes: a character dropped, doubled, swapped or made another, a token put in, a part repeated. */
export function mutated(pairs: Pairs, random: Random): string {
  let text = queryString(pairs)
  for (let changes = random.int(1, 6); changes > 0; changes--) {
    const at = random.int(0, text.length)
    const end = Math.min(text.length, at + random.int(1, 6))
    text = random.pick([
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, end) + text.slice(at),
      () => text.slice(0, at) + random.pick(TOKENS) + text.slice(at),
      () => text.slice(0, at) + random.pick(TOKENS) + text.slice(end),
      () => text.slice(0, at) + String.fromCharCode(random.int(0, 0xff)) + text.slice(at + 1),
      () => `${text}&${text.slice(at)}`,
    ])()
  }
  return text
}

/** Bytes as a server would hand them over, tokens of the grammar between them. */
export const rawText = (random: Random): string =>
  Array.from({ length: random.int(0, 30) }, () =>
    random.chance(0.5) ? random.pick(TOKENS) : `%${random.int(0, 255).toString(16).padStart(2, '0')}`,
  ).join('')
