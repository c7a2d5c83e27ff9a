// Kept: what a rendered text depends on, apart from the statement itself: the dialect object's class and settings. `drizzle()`
// makes a new dialect object at each call, so one per request must find what another one rendered.
import { settingParts } from '../drizzle/dialect.js'
import { idOf } from './fragment-key.js'
import { TextNumbers } from './text-numbers.js'

const numbers = new TextNumbers(65_536)
const numberOfDialect = new WeakMap<object, number>()

/** Equal numbers: the same SQL text and the same mapping of rows. */
export function dialectSettings(dialect: object): number {
  let number = numberOfDialect.get(dialect)
  if (number === undefined) {
    number = numbers.numberOf(settingsText(dialect))
    numberOfDialect.set(dialect, number)
  }
  return number
}

function settingsText(dialect: object): string {
  let text = `${idOf(dialect.constructor)}`
  for (const [name, value] of Object.entries(dialect) as [string, unknown][]) text += `,${name}:${settingText(value)}`
  return text
}

function settingText(value: unknown): string {
  if (typeof value === 'function') return `f${idOf(value)}`
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  const parts = settingParts(value)
  return parts === null ? `o${idOf(value)}` : parts.map(settingText).join(' ')
}
