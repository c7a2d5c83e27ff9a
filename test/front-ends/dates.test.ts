// A date and time of the reader's zone, as `new Date(…)` reads it there.
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { comparesSpan, instantOf, spanOfDay } from '../../src/entries/front-ends/dates.js'

describe('a date and time of a zone', () => {
  it.each([
    ['2024-03-10T02:30:00', 'America/New_York', '2024-03-10T07:30:00.000Z'],
    ['2024-03-10T01:59:59', 'America/New_York', '2024-03-10T06:59:59.000Z'],
    ['2024-11-03T01:30:00', 'America/New_York', '2024-11-03T05:30:00.000Z'],
    ['2024-04-26T00:00:00', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s in %s', (local, timeZone, instant) => {
    expect(new Date(instantOf(local, { timeZone })).toISOString()).toBe(instant)
  })

  it('is read as a Date reads it, where clocks change', () => {
    const zone = fc.constantFrom(
      ...'America/New_York America/St_Johns Europe/Paris Australia/Lord_Howe Africa/Cairo Pacific/Apia'.split(' '),
    )
    fc.assert(
      fc.property(
        zone,
        fc.integer({ min: 1970, max: 2037 }),
        fc.integer({ min: -180, max: 180 }),
        (timeZone, year, more) => {
          const start = Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone })
          const change = start.getTimeZoneTransition('next')
          if (change === null) return
          const local = change.toPlainDateTime().add({ minutes: more })
          const wanted = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
          expect([local.toString(), instantOf(local.toString({ smallestUnit: 'second' }), { timeZone })]).toEqual([
            local.toString(),
            wanted,
          ])
        },
      ),
      { numRuns: 300, seed: 5 },
    )
  })
})

const LAST = '9999-12-31T23:59:59.9999999Z'

describe('a day at an end of the years that lists read', () => {
  it.each([
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', LAST],
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z', LAST],
    ['9999-12-31', 'Asia/Tokyo', '9999-12-30T15:00:00.000Z', '9999-12-31T15:00:00.000Z'],
    ['0001-01-01', 'Asia/Tokyo', '0001-01-01T00:00:00.000Z', '0001-01-01T14:41:01.000Z'],
    ['0001-01-01', 'America/New_York', '0001-01-01T04:56:02.000Z', '0001-01-02T04:56:02.000Z'],
  ])('%s in %s', (day, timeZone, from, to) => {
    const bounds = { field: 'at', isOrdered: true }
    expect(comparesSpan('at', 'eq', spanOfDay(day, { timeZone }))).toEqual({
      all: [
        { ...bounds, operator: '$gte', operand: from },
        { ...bounds, operator: '$lt', operand: to },
      ],
    })
  })
})
