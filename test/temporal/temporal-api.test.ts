// Which Temporal is used: one that is given, the runtime's own, an installed polyfill; and what is said where there is
// none.
import { describe, expect, test } from 'vitest'
import { setTemporal } from 'drizzle-paginate/temporal'
import { PLAIN_DATE } from '../../src/entries/temporal/database-texts.js'
import { temporal } from '../../src/entries/temporal/temporal-api.js'
import { Temporal } from 'temporal-polyfill'

const CLASSES = [
  'Instant',
  'PlainDate',
  'PlainDateTime',
  'PlainTime',
  'ZonedDateTime',
  'PlainYearMonth',
  'Duration',
] as const

/** An implementation whose dates can be told from others. */
const otherDate = Temporal.PlainDate.from('0001-01-01')
const other = {
  ...Object.fromEntries(CLASSES.map((name) => [name, Temporal[name]])),
  PlainDate: Object.assign(() => {}, { from: () => otherDate }),
}

function withGlobal<Result>(value: unknown, run: () => Result): Result {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Temporal')
  Object.defineProperty(globalThis, 'Temporal', { value, configurable: true, writable: true })
  try {
    return run()
  } finally {
    if (before === undefined) delete (globalThis as { Temporal?: unknown }).Temporal
    else Object.defineProperty(globalThis, 'Temporal', before)
  }
}

describe('the implementation of Temporal', () => {
  test('is the runtime’s own where it has one, a global polyfill included', () => {
    expect(withGlobal(other, temporal)).toBe(other)
  })

  test('is the installed polyfill otherwise, found without an import', () => {
    expect(withGlobal(undefined, temporal)).toBe(Temporal)
    expect(withGlobal({ Instant: 1 }, temporal)).toBe(Temporal)
  })

  test.each([undefined, null, {}, { Instant: Temporal.Instant }])('is not %j, which setTemporal() refuses', (value) => {
    expect(() => setTemporal(value as never)).toThrow(
      'setTemporal() needs the Temporal object of an implementation; pass one.',
    )
  })

  test('is the one given before all others', () => {
    setTemporal(other as never)
    expect(withGlobal(Temporal, temporal)).toBe(other)
    expect(PLAIN_DATE.read('2024-05-31')).toBe(otherDate)
    setTemporal(Temporal)
    expect(withGlobal(other, temporal)).toBe(Temporal)
  })
})

test('a runtime without Temporal and without the polyfill is told what to do', async () => {
  const { getBuiltinModule } = process
  const fresh = (await import(`${'../../src/entries/temporal/temporal-api.js'}?without`)) as {
    readonly temporal: typeof temporal
  }
  const notFound = (): never => {
    throw new Error('not found')
  }
  try {
    for (const builtin of [undefined, () => undefined, () => ({ createRequire: () => notFound })]) {
      process.getBuiltinModule = builtin as never
      expect(() => withGlobal(undefined, fresh.temporal)).toThrow(
        "This runtime has no Temporal: install 'temporal-polyfill' and import 'temporal-polyfill/global' first, or call setTemporal().",
      )
    }
  } finally {
    process.getBuiltinModule = getBuiltinModule
  }
})
