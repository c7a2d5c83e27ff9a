// testing: items as texts, and where two of them differ.
import { shown } from './read-rows.js'

export const itemText = (item: unknown): string =>
  JSON.stringify(item, function replace(this: Record<string, unknown>, key, plain: unknown) {
    const raw = this[key]
    return raw instanceof Date || typeof raw === 'bigint' ? shown(raw) : plain
  })

const SHOWN_CHARACTERS = 300
/** Of long texts what lies around their first difference. */
export function difference(got = 'undefined', where: string, expected = 'undefined'): string {
  let same = 0
  while (same < got.length && got[same] === expected[same]) same++
  const longest = Math.max(got.length, expected.length)
  const from = longest <= SHOWN_CHARACTERS ? 0 : Math.max(0, same - SHOWN_CHARACTERS / 2)
  const short = (text: string): string => {
    const end = from + SHOWN_CHARACTERS
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
  }
  return `${short(got)}, ${where} ${short(expected)}`
}
