// testing: for each filterable field, texts that requests send for it: values of the rows, and edges of its type.
import { errorText, type ListUnderTest } from './list-under-test.js'
import { scalarOf } from '../../features/facets/scalar-of.js'
import type { FilterableField } from '../../types/config.js'
import type { FieldValueType } from '../../types/value.js'
import { filterText } from '../../values/filter-text.js'
import { edgeTexts } from './edge-values.js'
import { type ListRow, type ListRows, selectFrom, decoded, shown } from './read-rows.js'

export interface FieldSamples {
  readonly filterable: FilterableField
  /** Of rows: the least, the greatest and some between. */
  readonly known: readonly string[]
  readonly edges: readonly string[]
}

const KNOWN_VALUES = 4
/** Of all fields together that have the type of a condition of the app's own. */
const KNOWN_VALUES_OF_TYPE = 8
const SAMPLED_ROWS = 200

/** What is read of a row: a field's value, or the elements of a sub-collection. */
export type SampledField = Pick<FilterableField, 'field' | 'collection'>

export async function samplesOf(list: ListUnderTest, rows: ListRows | null): Promise<FieldSamples[]> {
  const samples: FieldSamples[] = []
  for (const filterable of list.resolved.filterable.values()) {
    const { field, own } = filterable
    const { type } = field
    if (type === null) continue
    const read = own === undefined ? textsOf(list, rows, filterable, KNOWN_VALUES) : textsRead(list, rows, type)
    const known = await read.catch((error: unknown) => {
      const message = `no request can be made for '${field.name}' of values of rows: ${errorText(error)}`
      list.fail('answers', '', message, error)
      return []
    })
    samples.push({ filterable, known, edges: edgeTexts(type) })
  }
  return samples
}

/**
 * What a condition of the app's own may be asked for, as it has no value in a row: values of the fields of its type, or
 * of all fields if no field of this type has one, as far as the type reads them.
 */
export async function textsRead(
  list: ListUnderTest,
  rows: ListRows | null,
  { kind, name, decode }: Pick<FieldValueType, 'kind' | 'name' | 'decode'>,
): Promise<string[]> {
  const { fields, filterable } = list.resolved
  const all: readonly SampledField[] = [
    ...[...fields.values()].map((field) => ({ field, collection: null })),
    ...[...filterable.values()].filter(({ collection }) => collection !== null),
  ]
  const textsFrom = async (sources: readonly SampledField[]): Promise<string[]> => {
    const count = Math.ceil(KNOWN_VALUES_OF_TYPE / sources.length)
    const texts = new Set<string>()
    for (const source of sources)
      for (const text of await textsOf(list, rows, source, count, (one) => decode(one).ok)) texts.add(text)
    return [...texts].sort()
  }
  const isOfType = ({ field }: SampledField): boolean => {
    const { type } = scalarOf(field)
    return type?.kind === kind && type.name === name
  }
  const texts = await textsFrom(all.filter(isOfType))
  return texts.length > 0 ? texts : textsFrom(all)
}

/** The values of a field in a row: those of the elements, where it has several. */
export function valuesOf(row: ListRow, source: SampledField, { values }: ListRows): readonly unknown[] {
  const { name, path } = source.field
  const accessor = values[name]
  if (accessor !== undefined) return elementsOf(source, accessor(row))
  return path === null ? [] : elementsOf(source, placeOf(row, path))
}

/** A made type may have one value that is an array. */
const elementsOf = ({ field, collection }: SampledField, value: unknown): readonly unknown[] =>
  Array.isArray(value) && (collection !== null || field.type?.kind === 'collection') ? (value as unknown[]) : [value]

/** A member of a row by its path; null where the row has none. */
export const placeOf = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value === null || value === undefined ? null : (value as ListRow)[key]), row)

/** None where the field cannot be read: requests on it then say so. */
async function valuesFromDatabase(list: ListUnderTest, source: SampledField): Promise<readonly unknown[]> {
  if (source.collection !== null) return []
  try {
    const read = await selectFrom(list, { value: decoded(source.field.expression) }).limit(SAMPLED_ROWS)
    return read.flatMap(({ value }) => elementsOf(source, value))
  } catch {
    return []
  }
}

/** Rejects where a made type does not write a value. */
async function textsOf(
  list: ListUnderTest,
  rows: ListRows | null,
  source: SampledField,
  count: number,
  isWanted: (text: string) => boolean = () => true,
): Promise<string[]> {
  const values =
    rows === null ? await valuesFromDatabase(list, source) : rows.rows.flatMap((row) => valuesOf(row, source, rows))
  const place = scalarOf(source.field)
  const texts = new Map<unknown, string>()
  for (const value of values) {
    const key = shown(value)
    if (value === null || value === undefined || texts.has(key)) continue
    const text = filterText(place, value)
    // No request can name a date past the year 9999, or a made type without a text.
    if (text !== null && isWanted(text)) texts.set(key, text)
  }
  // A set of texts in a fixed order, independent of the order of the rows.
  const sorted = [...new Set(texts.values())].sort()
  const step = Math.max(1, Math.floor(sorted.length / count))
  const picked = sorted.filter((_, index) => index % step === 0).slice(0, count)
  const last = sorted.at(-1)
  return last === undefined || picked.includes(last) ? picked : [...picked, last]
}
