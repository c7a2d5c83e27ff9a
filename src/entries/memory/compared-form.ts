// memory: what of a decoded value the database compares, in a row and from a client alike. Text is matched in whole.
import { Column } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { scalarOf } from '../../features/facets/scalar-of.js'
import type { Field } from '../../types/config.js'

type Form = (value: unknown) => unknown

/** Of what a row holds: a value, or each element of a list. */
export function comparedForm(field: Field): Form {
  const form = scalarForm(field)
  if (form === asItIs) return form
  const ofPresent: Form = (value) => (value === null ? null : form(value))
  return field.type?.kind === 'collection' ? (held) => (Array.isArray(held) ? held.map(ofPresent) : held) : ofPresent
}

/** Of one value, which is not null: what a client sends for a collection is its elements. */
export function scalarForm(field: Field): Form {
  const { type, facts } = scalarOf(field)
  if (type?.kind === 'float' && facts?.isSinglePrecision === true) return (value) => Math.fround(value as number)
  // An order of the app's own reads what `parse` returns.
  return type?.compare === undefined && isPadded(field.expression, facts?.sqlType) ? withoutPadding : asItIs
}

const asItIs: Form = (value) => value

/** PostgreSQL fills a value of fixed length with blanks, which count for patterns and not for `=` and `<`. */
const isPadded = (expression: unknown, sqlType: string | undefined): boolean =>
  is(expression, Column) &&
  expression.columnType.startsWith('Pg') &&
  /^(?:char|character|bpchar)(?:\(\d+\))?$/i.test(sqlType ?? '')

function withoutPadding(value: unknown): unknown {
  if (typeof value !== 'string') return value
  let end = value.length
  while (value.charCodeAt(end - 1) === 32) end--
  return value.slice(0, end)
}
