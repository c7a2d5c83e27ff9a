// `configVariants()`: one list for each combination of flags.
import { expect, test } from 'vitest'
import { paginateConfig } from '../../../src/builder/paginate-config.js'
import { configVariants } from '../../../src/features/variants/config-variants.js'
import type { AnyPaginateConfig } from '../../../src/types/paginate-config.js'
import { articles } from '../../builder/tables.js'

const list = (isModerator: boolean) =>
  paginateConfig(articles)
    .withLimits(20, 100)
    .withTieBreaker('id')
    .filterable('status', '$eq')
    .when(isModerator)
    .filterable('hidden', '$eq')
    .build()
const namesOf = (config: AnyPaginateConfig): string[] => config.describe().filterableFields.map(({ name }) => name)

test('builds each combination of permissions once, whatever the order of keys', () => {
  let builds = 0
  const variants = configVariants((can: { moderate: boolean; audit: boolean }) => {
    builds += 1
    return list(can.moderate)
  })
  const moderator = variants({ moderate: true, audit: false })
  expect(variants({ audit: false, moderate: true })).toBe(moderator)
  expect(variants({ moderate: true } as never)).toBe(moderator)
  expect(variants({ moderate: true, audit: true })).not.toBe(moderator)
  expect(variants({ moderate: false, audit: true })).not.toBe(moderator)
  expect(builds).toBe(3)
})

test('does not remember a combination whose build threw', () => {
  let builds = 0
  const variants = configVariants((can: { moderate: boolean }) => {
    builds += 1
    if (builds === 1) throw new Error('not yet')
    return list(can.moderate)
  })
  expect(() => variants({ moderate: true })).toThrow('not yet')
  expect(variants({ moderate: true })).toBe(variants({ moderate: true }))
})

test('gives the function of variants the flags, and builds once for several raised ones in any order', () => {
  const seen: unknown[] = []
  const variants = configVariants((can: { moderate: boolean; audit: boolean }) => {
    seen.push({ ...can })
    return list(can.moderate)
  })
  expect(variants({ moderate: true, audit: true })).toBe(variants({ audit: true, moderate: true }))
  expect(namesOf(variants({ moderate: false, audit: true }))).toEqual(['status'])
  expect(namesOf(variants({ moderate: true, audit: false }))).toEqual(['status', 'hidden'])
  expect(seen).toEqual([
    { moderate: true, audit: true },
    { moderate: false, audit: true },
    { moderate: true, audit: false },
  ])
})
