// How a list is asked in the laws, by the oracles and by what was recorded of them.
import type { FieldFact } from 'drizzle-paginate/front-ends'
import { expect } from 'vitest'
import type { Cities } from './cities.js'
import type { Shown } from './ask.js'

/** A zone in which no day of the rows begins when UTC's does. */
export const ZONE = 'Europe/Paris'

export const AG_GRID_FIELDS: { readonly [field: string]: FieldFact | readonly FieldFact[] } = {
  code: 'trimmed',
  moment: 'dateTime',
  created: 'day',
  date: 'date',
}
/** Settings of all columns' filters, as the name of what was recorded says. */
export const AG_GRID_PARAMS = [
  {},
  { inRangeInclusive: true, includeBlanksInEquals: true, includeBlanksInRange: true, caseSensitive: true },
  { includeBlanksInNotEqual: true, includeBlanksInLessThan: true, includeBlanksInGreaterThan: true },
] as const

export const MUI_FIELDS: { readonly [field: string]: FieldFact | readonly FieldFact[] } = {
  kind: 'exact',
  moment: 'dateTime',
  created: 'day',
  date: 'date',
}

/** What is shown; null if a sentence was thrown and nothing sent. Anything else fails. */
export async function shown(cities: Cities, ask: () => Promise<Shown>): Promise<Shown | null> {
  cities.sent()
  try {
    return await ask()
  } catch (error) {
    expect([String(error), cities.sent()]).toEqual([expect.stringMatching(/^RangeError: .{20,}\.$/), []])
    return null
  }
}
