// Stage plan: how to fix a rejected request. Of what this variant of the configuration shows: a gated field or
// operator is never named.
import { quoted } from '../errors.js'
import { nearest, plain, slipsIn } from '../basics/nearest.js'
import type { FilterableField } from '../types/config.js'
import type { ResolvedConfig } from '../types/resolved-config.js'
import type { Refusal } from '../types/result.js'
import { FilterOperator, MODIFIERS, OPERATOR_FACTS, OPERATORS, valueCountOf } from '../vocabulary.js'

export const withHint = (refusal: Refusal, hint: string | null): Refusal =>
  hint === null ? refusal : { ...refusal, hint }

/** A criterion as far as it could be read. */
export interface UnreadCriterion {
  /** Null if none was written, or if the criterion is the first one. */
  readonly connector: 'and' | 'or' | null
  readonly isNegated: boolean
  /** What follows the modifiers. No operator begins it. */
  readonly rest: string
}

/** The criterion that the client meant, and the operators of the field. */
export function criterionHint(
  filterable: FilterableField,
  unread: UnreadCriterion,
  accepts: (criterion: string) => boolean,
): string {
  const mend = writeHint(meantCriterion(filterable, unread, accepts))
  return `${mend === null ? '' : `${mend} `}${operatorsHint(filterable)}`
}

/** Null without a text, and for one that would be shortened or escaped: it could not be followed. */
export const writeHint = (text: string | null): string | null =>
  text === null || quoted(text) !== `'${text}'` ? null : `Write '${text}'.`

/**
 * The criterion that the client meant; null if the text has several meanings or the list accepts none of them, so that
 * a client who follows the hint literally gets the rows that were meant.
 *
 * @param accepts does the list accept this criterion of the field?
 * @example `$not:$eq:paid` of `$not:paid`, `$ne:paid` and `!paid`; `$in:a,b` of `in:a,b`; none of `$foo:a`
 */
export function meantCriterion(
  { field, operators }: FilterableField,
  { connector, isNegated, rest }: UnreadCriterion,
  accepts: (criterion: string) => boolean,
): string | null {
  const isCollection = field.type?.kind === 'collection'
  const written = (meaning: Meaning): string | undefined => {
    const not = isNegated === meaning.isNegated ? '' : '$not:'
    return waysToWrite(meaning, isCollection)
      .filter(([operator]) => operators.has(operator))
      .map(([operator, value]) => `${not}${operator}${value}`)
      .find(accepts)
  }
  const [best, ...others] = meaningsOf(rest).map(written)
  const mend = `${connector === null ? '' : `$${connector}:`}${best}`
  return best !== undefined && others.every((other) => other === undefined) ? mend : null
}

/**
 * A `+` that was not encoded, as of an offset or of `now+1h`, arrives as a space. Null if the value cannot be
 * read with a plus either.
 *
 * @param reads is this text a value of the field?
 */
export function plusHint(text: string, reads: (text: string) => boolean): string | null {
  const at = text.lastIndexOf(' ')
  const isLost = at !== -1 && reads(`${text.slice(0, at)}+${text.slice(at + 1)}`)
  return isLost ? `Write '%2B' for '+': a bare '+' is a space in a query string.` : null
}

/** An operator, or its complement. `like` takes a pattern, which decides about the operator. */
interface Word {
  readonly isNegated: boolean
  readonly operator: FilterOperator | 'like'
}

interface Meaning extends Word {
  /** Null if there is no colon. */
  readonly value: string | null
}

/** Longer texts are not looked at: no hint could quote them. */
const MAX_TEXT = 64

/** All that a text without an operator can mean. The likeliest is first: if the list has no way to say it, no other is offered. */
function meaningsOf(rest: string): readonly Meaning[] {
  if (rest.length > MAX_TEXT) return []
  const [, denied] = /^(?:\$?!|not:)\s*(.+)$/is.exec(rest) ?? []
  if (denied === undefined) return meaningsOfPlain(rest)
  return meaningsOfPlain(denied).map((meaning) => ({ ...meaning, isNegated: !meaning.isNegated }))
}

function meaningsOfPlain(text: string): readonly Meaning[] {
  // `is:null` and `exists:true`: the value is a part of the word.
  const nullWord = text.includes(':') ? WORDS.get(plain(text)) : undefined
  if (nullWord?.operator === '$null') return [{ ...nullWord, value: null }]
  const [, symbol, operand] = /^\$?([<>=]{1,2}):?\s*(.*)$/s.exec(text) ?? []
  const compared = symbol === undefined ? undefined : SYMBOLS.get(symbol)
  if (compared !== undefined) return [{ ...compared, value: operand as string }]
  const colon = text.indexOf(':')
  const value = colon === -1 ? null : text.slice(colon + 1)
  const word = plain(colon === -1 ? text : text.slice(0, colon))
  const known = WORDS.get(word)
  if (text.startsWith('$')) {
    const near = known ?? nearWord(word)
    return near === null ? [] : [{ ...near, value }]
  }
  if (known !== undefined && value !== null) return [{ ...known, value }]
  // `null` is a value of a text.
  const whole: Meaning = { isNegated: false, operator: '$eq', value: text }
  if (known?.operator === '$null') return [{ ...known, value }, whole]
  return isOneValue(text, word) ? [whole] : []
}

/** Is a text a value, and neither a pattern, a list, nor a criterion in another notation? */
function isOneValue(text: string, word: string): boolean {
  // A sign before a letter is not part of a value: elsewhere `-open` means not.
  if (!/^(?:[-+.]?\p{N}|\p{L})([^,]*[^,%*])?$/su.test(text)) return false
  const first = (/^\p{L}*/u.exec(text) as RegExpExecArray)[0].toLowerCase()
  if (WORDS.has(first) || MODIFIERS.some((modifier) => modifier === `$${first}`)) return false
  return !text.includes(':') || nearest(word, [...WORDS.keys()]) === null
}

/** The operators that say a meaning, each with its value; best first. */
function waysToWrite({ operator, value }: Meaning, isCollection: boolean): readonly Way[] {
  if (operator === 'like') return value === null ? [] : ofPattern(value)
  if (valueCountOf(operator, isCollection) === 'none') return value === null || value === '' ? [[operator, '']] : []
  if (value === null) return []
  const same = isCollection ? SAME_ON_COLLECTION : SAME
  const others = same.find((operators) => operators.includes(operator)) ?? []
  // A list of one value is that value.
  const isAlone = (OPERATOR_FACTS[operator].matches === 'text' && !isCollection) || !value.includes(',')
  return [operator, ...(isAlone ? others.filter((other) => other !== operator) : [])].map((way) => [way, `:${value}`])
}

/** An operator, and its value after a colon. */
type Way = readonly [operator: FilterOperator, value: string]

const SAME: readonly (readonly FilterOperator[])[] = [
  ['$eq', '$in'],
  ['$ilike', '$contains'],
]
const SAME_ON_COLLECTION: typeof SAME = [['$eq', '$contains']]

/** A pattern of LIKE whose one or two wildcards are at its ends; a pattern without any may mean either. */
function ofPattern(pattern: string): readonly Way[] {
  const [, before, term, after] = /^(%?)([^%_\\]+)(%?)$/s.exec(pattern) ?? []
  const isEndOpen = after === '%'
  const operators: readonly FilterOperator[] =
    before === '%' ? (isEndOpen ? ['$ilike', '$contains'] : ['$ew']) : isEndOpen ? ['$sw'] : []
  return operators.map((operator) => [operator, `:${term}`])
}

// Words of other query languages.

const SYMBOLS: ReadonlyMap<string, Word> = /* @__PURE__ */ new Map([
  ['=', { isNegated: false, operator: '$eq' }],
  ['==', { isNegated: false, operator: '$eq' }],
  ['<>', { isNegated: true, operator: '$eq' }],
  ['<', { isNegated: false, operator: '$lt' }],
  ['<=', { isNegated: false, operator: '$lte' }],
  ['>', { isNegated: false, operator: '$gt' }],
  ['>=', { isNegated: false, operator: '$gte' }],
])

/** Words of only letters: tokens, their names, and what others call them, each with its complements. */
const WORDS: ReadonlyMap<string, Word> = /* @__PURE__ */ allWords()

function allWords(): Map<string, Word> {
  const others = {
    equals: '$eq',
    equal: '$eq',
    isNull: '$null',
    icontains: '$ilike',
    includes: '$contains',
    like: 'like',
    le: '$lte',
    ge: '$gte',
  } as const
  const words = new Map<string, Word>([['ne', { isNegated: true, operator: '$eq' }]])
  for (const [word, isNegated] of Object.entries({
    exists: true,
    existsTrue: true,
    notExists: false,
    existsFalse: false,
  }))
    words.set(plain(word), { isNegated, operator: '$null' })
  const tokens = OPERATORS.map((operator) => [operator, operator] as const)
  for (const [word, operator] of [...tokens, ...Object.entries(FilterOperator), ...Object.entries(others)])
    for (const no of ['', 'n', 'not', 'isNot']) words.set(plain(no + word), { isNegated: no !== '', operator })
  return words
}

/** The word that was probably meant, if no other word of another meaning is as near. */
function nearWord(written: string): Word | null {
  const names = [...WORDS.keys()]
  const name = nearest(written, names)
  if (name === null) return null
  const word = WORDS.get(name) as Word
  const isAsNear = names.some((other) => {
    const { operator, isNegated } = WORDS.get(other) as Word
    const isSame = operator === word.operator && isNegated === word.isNegated
    return !isSame && slipsIn(written, other) <= slipsIn(written, name)
  })
  return isAsNear ? null : word
}

export function operatorsHint({ operators }: Pick<FilterableField, 'operators'>): string {
  return `Its operators are ${OPERATORS.filter((operator) => operators.has(operator))
    .map((operator) => `'${operator}'`)
    .join(', ')}.`
}

/**
 * `title:ASC` of `title`, `title:DESC` of `-title`, `title desc` and `title:-1`, where the list sorts by that name or by
 * one with a slip in it. Null for text with more in it than that: it may say a direction.
 */
export function sortHint(entry: string, { sortable }: Pick<ResolvedConfig, 'sortable'>): string | null {
  const [, sign = '', written = '', word = ''] = SORT_ENTRY.exec(entry) ?? []
  // Of a sign and a word together, either may be meant.
  const direction = sign !== '' && word !== '' ? undefined : DIRECTION_WORDS.get(sign + word.toLowerCase())
  const name = nearest(
    written,
    Array.from(sortable.values(), (field) => field.name),
  )
  if (name === null || direction === undefined) return null
  const [asked, meant] = [plain(written), plain(name)]
  const isLonger = (asked.startsWith(meant) || asked.endsWith(meant)) && asked !== meant && asked !== `${meant}s`
  const isWord = DIRECTION_WORDS.has(asked) && asked !== meant
  return isLonger || isWord || slipsIn(asked, meant) > 1 ? null : `Write '${name}:${direction}'.`
}

/** A sign, a name, and a direction after a separator. A number after a dot may be part of a name. */
const SORT_ENTRY = /^([-+]?)([\p{L}\p{N}](?:.{0,62}?[\p{L}\p{N}])??)(?:[\s:,.;|]{1,8}([a-z]{1,10}|(?<!\.)[-+]?1))?$/isu

const DIRECTION_WORDS: ReadonlyMap<string, 'ASC' | 'DESC'> = /* @__PURE__ */ new Map([
  ['', 'ASC'],
  ['+', 'ASC'],
  ['1', 'ASC'],
  ['+1', 'ASC'],
  ['asc', 'ASC'],
  ['ascending', 'ASC'],
  ['-', 'DESC'],
  ['-1', 'DESC'],
  ['desc', 'DESC'],
  ['descending', 'DESC'],
])
