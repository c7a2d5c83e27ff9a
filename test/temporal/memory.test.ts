// Temporal value types over rows of ordinary columns, which hold dates or the database's text.
import { interval, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig } from 'drizzle-paginate'
import { paginateArray } from 'drizzle-paginate/memory'
import { duration, instant, plainDateTime, zonedDateTime } from 'drizzle-paginate/temporal'
import { describe, expect, test } from 'vitest'

const visits = pgTable('visits', {
  id: integer().primaryKey(),
  date: timestamp({ withTimezone: true }),
  stamp: timestamp({ withTimezone: true, mode: 'string' }),
  clock: timestamp({ mode: 'string' }),
  iso: text(),
  span: interval(),
})
const rows = [
  {
    id: 1,
    date: new Date('2024-05-31T10:00:00Z'),
    stamp: '2024-05-31 12:00:00+02',
    clock: '2024-05-31 10:00:00',
    iso: '2024-05-31T10:00:00Z',
    span: '01:30:00',
  },
  {
    id: 2,
    date: new Date('2024-05-31T10:00:00.001Z'),
    stamp: '2024-05-31 10:00:00.000001+00',
    clock: '2024-05-31 10:00:00.5',
    iso: '2024-05-31T10:00:01Z',
    span: '1 mon',
  },
  { id: 3, date: null, stamp: null, clock: null, iso: null, span: null },
]
const list = paginateConfig(visits)
  .field('atDate', visits.date, instant)
  .field('atStamp', visits.stamp, instant)
  .field('zoned', visits.stamp, zonedDateTime)
  .field('local', visits.clock, plainDateTime)
  .field('atIso', visits.iso, instant)
  .field('length', visits.span, duration)
  .withLimits(5, 5)
  .withTieBreaker('id')
  .filterable('atDate', '$eq', '$gt', '$null')
  .filterable('atStamp', '$eq', '$gt')
  .filterable('zoned', '$eq', '$gt')
  .filterable('local', '$eq', '$gt')
  .filterable('atIso', '$eq', '$gt')
  .filterable('length', '$eq', '$gt')
  .build()
const values = {
  atDate: (row: (typeof rows)[number]) => row.date,
  atStamp: (row: (typeof rows)[number]) => row.stamp,
  zoned: (row: (typeof rows)[number]) => row.stamp,
  local: (row: (typeof rows)[number]) => row.clock,
  atIso: (row: (typeof rows)[number]) => row.iso,
  length: (row: (typeof rows)[number]) => row.span,
}

describe('rows of ordinary columns are read as Temporal values', () => {
  test.each([
    [{ atDate: '$eq:2024-05-31T12:00:00+02:00' }, [1]],
    [{ atDate: '$gt:2024-05-31T10:00:00.000000001Z' }, [2]],
    [{ atDate: '$null' }, [3]],
    [{ atStamp: '$eq:2024-05-31T10:00:00Z' }, [1]],
    [{ atStamp: '$gt:2024-05-31T10:00:00.000000999Z' }, [2]],
    [{ zoned: '$eq:2024-05-31T12:00:00+02:00[Europe/Paris]' }, [1]],
    [{ zoned: '$gt:2024-05-31T10:00:00Z' }, [2]],
    [{ local: '$eq:2024-05-31T10:00' }, [1]],
    [{ local: '$gt:2024-05-31T10:00:00.499999999' }, [2]],
    [{ atIso: '$eq:2024-05-31T11:00:00+01:00' }, [1]],
    [{ atIso: '$gt:2024-05-31T10:00:00.999999999Z' }, [2]],
    [{ length: '$eq:PT90M' }, [1]],
    [{ length: '$eq:P30D' }, [2]],
    [{ length: '$gt:PT1H30M0.000000001S' }, [2]],
  ])('%j', (filters, ids) => {
    expect(paginateArray(rows, { filters }, list, { own: { values } }).items.map(({ id }) => id)).toEqual(ids)
  })
})
