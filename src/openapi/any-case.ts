// Add-on openapi: a text in any case, as a regular expression without flags.
import { grouped } from './number-patterns.js'

/** A text as the endpoint compares it: lower case with lower case. */
export function anyCase(text: string): string {
  // The end of a word decides how a sigma is written in lower case, and some letters become two: these as they are
  // usually sent.
  if (/[σςΣİ]|\u0307/.test(text)) {
    const spellings = [text, text.toLowerCase(), text.toUpperCase()].filter(
      (spelling) => spelling.toLowerCase() === text.toLowerCase(),
    )
    return grouped([...new Set(spellings)].map(escapePattern))
  }
  return [...text.toLowerCase()]
    .map((character) => {
      const others = othersOf(character)
      return others === '' ? escapePattern(character) : `[${character}${others}]`
    })
    .join('')
}

/** The last letter that has another case. */
const LAST_CASED = 0x1e943
let others: ReadonlyMap<string, string> | null = null

/** The characters that are this one in lower case: `S` for `s`, `K` and the Kelvin sign for `k`. */
function othersOf(lower: string): string {
  if (others === null) {
    const found = new Map<string, string>()
    for (let code = 0; code <= LAST_CASED; code++) {
      const character = String.fromCodePoint(code)
      const folded = character.toLowerCase()
      if (folded !== character) found.set(folded, (found.get(folded) ?? '') + character)
    }
    others = found
  }
  return others.get(lower) ?? ''
}

export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
