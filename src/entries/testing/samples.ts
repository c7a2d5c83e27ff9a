// testing: for each filterable field, texts that requests send for it: values of the rows, and edges of its type.
import { encodeFilterValue } from '../../index.js'
import type { FilterableField } from '../../types/config.js'
import { edgeTexts } from './edge-values.js'
import type { ListUnderTest } from './list-under-test.js'
import { type ListRow, type ListRows, selectFrom, decoded, shown } from './read-rows.js'

export interface FieldSamples {
  readonly filterable: FilterableField
  /** Of rows: the least, the greatest and some between. */
  readonly known: readonly string[]
  readonly edges: readonly string[]
}

const KNOWN_VALUES = 4
const SAMPLED_ROWS = 200

export async function samplesOf(list: ListUnderTest, rows: ListRows | null): Promise<FieldSamples[]> {
  const samples: FieldSamples[] = []
  for (const filterable of list.resolved.filterable.values()) {
    const { field } = filterable
    if (field.type === null) continue
    const values =
      rows === null
        ? await valuesFromDatabase(list, filterable).catch(() => [])
        : rows.rows.flatMap((row) => valuesOf(row, filterable, rows))
    samples.push({ filterable, known: textsOf(list, field.name, values), edges: edgeTexts(field.type) })
  }
  return samples
}

/** The values of a field in a row: those of the elements, where it has several. */
export function valuesOf(
  row: ListRow,
  { field, collection }: FilterableField,
  { values }: ListRows,
): readonly unknown[] {
  const accessor = values[field.name]
  const value = accessor === undefined ? placeOf(row, field.path ?? []) : accessor(row)
  return collection !== null || Array.isArray(value) ? ((value ?? []) as readonly unknown[]) : [value]
}

/** A member of a row by its path; null where the row has none. */
export const placeOf = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value === null || value === undefined ? null : (value as ListRow)[key]), row)

/** Rejects where the field cannot be read: requests on it then say so. */
async function valuesFromDatabase(
  list: ListUnderTest,
  { field, collection }: FilterableField,
): Promise<readonly unknown[]> {
  if (collection !== null) return []
  const read = await selectFrom(list, { value: decoded(field.expression) }).limit(SAMPLED_ROWS)
  return read.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]))
}

function textsOf(list: ListUnderTest, field: string, values: readonly unknown[]): string[] {
  const texts = new Map<unknown, string>()
  for (const value of values) {
    const key = shown(value)
    if (value === null || value === undefined || texts.has(key)) continue
    const text = encodeFilterValue(list.config, field as never, value as never)
    // No request can name a date past the year 9999, or a made type without a text.
    if (text !== null) texts.set(key, text)
  }
  // A set of texts in a fixed order, independent of the order of the rows.
  const sorted = [...new Set(texts.values())].sort()
  const step = Math.max(1, Math.floor(sorted.length / KNOWN_VALUES))
  const picked = sorted.filter((_, index) => index % step === 0).slice(0, KNOWN_VALUES)
  const last = sorted.at(-1)
  return last === undefined || picked.includes(last) ? picked : [...picked, last]
}
