// Kept: what a rendered text depends on, apart from the statement itself: the dialect object's class and settings. `drizzle()`
// makes a new dialect object at each call, so one per request must find what another one rendered.
import { entityKind } from 'drizzle-orm'
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

/**
 * Objects of Drizzle's that are made anew for each dialect object, by the settings in them. Any other object stands for itself:
 * a setting that is not known here is never taken for another one.
 */
function settingText(value: unknown): string {
  if (typeof value === 'function') return `f${idOf(value)}`
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
  switch (kindOf(value)) {
    // 0.45: the names of columns, in the casing that `convert` writes.
    case 'CasingCache':
      return settingText((value as { convert?: unknown }).convert)
    // 1.0: how the driver's values are read and written.
    case 'CodecsCollection': {
      const { codecs, resolveTypes } = value as { codecs?: object; resolveTypes?: unknown }
      return `${codecs === undefined ? '' : idOf(codecs)} ${settingText(resolveTypes)}`
    }
    default:
      if (!isRecordOfFunctions(value)) return `o${idOf(value)}`
      return Object.entries(value).map(([name, member]) => `${name}=${settingText(member)}`).join(' ')
  }
}

const kindOf = (value: object): unknown => (value.constructor as { readonly [entityKind]?: string } | undefined)?.[entityKind]

/** 1.0: `mapperGenerators`. */
function isRecordOfFunctions(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every((member) => typeof member === 'function')
}
