// Front ends: texts, as a list compares them. `$ilike`, `$sw` and `$ew` ignore letter case, `$eq` goes by the collation.
import { type Condition, is, isNot, isNotNull, isNull } from './condition.js'
import { cannot, type FieldFact } from './options.js'

type Facts = ReadonlySet<FieldFact>

/** Whether text can be written with other letters that a front end takes for the same. */
const hasLetters = (text: string): boolean => /[\p{L}\p{M}]/u.test(text)

/** @throws RangeError with a sentence if `$eq` would find other rows than an equality that ignores letter case */
export function assertEqualWithoutCase(field: string, text: string, facts: Facts): void {
  if (facts.has('exact') || facts.has('caseless') || !hasLetters(text)) return
  cannot(
    `The grid ignores letter case in '${field}', but a list's $eq may not; name it in 'fields' as 'caseless' or 'exact'.`,
  )
}

/** How a grid names a match, and the operator that a list has for it. */
export const TEXT_OPERATORS: Readonly<Record<string, string>> = {
  contains: '$ilike',
  startsWith: '$sw',
  endsWith: '$ew',
}

/** The value is missing or an empty text. */
export const isEmptyText = (field: string): Condition => ({ any: [isNull(field), is(field, '$eq', '')] })
export const isNotEmptyText = (field: string): Condition => ({ all: [isNotNull(field), isNot(field, '$eq', '')] })

/**
 * Reads rows. If the list rejects the empty text of a field, because the field holds no text or its value type does not
 * read an empty one, reads the rows again without that text.
 *
 * @param withoutTexts fields whose empty text the list has rejected; `read` looks for their missing values only
 */
export async function readTexts<Rows>(withoutTexts: Set<string>, read: () => Promise<Rows>): Promise<Rows> {
  try {
    return await read()
  } catch (error) {
    // In an expression, only the sentence names the field.
    const { detail } = Object(Object(error).problem) as { readonly detail?: string }
    const field = /^Filter '(.+)' (?:requires a value for|has an invalid value '':)/.exec(detail!)?.[1]
    if (field === undefined || withoutTexts.has(field)) throw error
    withoutTexts.add(field)
    return readTexts(withoutTexts, read)
  }
}
