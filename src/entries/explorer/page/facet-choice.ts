// Explorer's page: values of a facet as criteria of the request. Several values of a field are joined with or.
import { readCriterion } from '../../client/criterion.js'
import { isSame } from './query-text.js'

type Filters = readonly (readonly [field: string, criterion: string])[]

interface Choice {
  /** What it compares, however it is spelled. */
  readonly key: string
  readonly criterion: string
}

const ownOf = (filters: Filters, field: string): string[] =>
  filters.filter(([name]) => isSame(name, field)).map(([, criterion]) => criterion)

/** The values that a criterion keeps; null for one that keeps more than single values. */
function choicesIn(criterion: string): readonly Choice[] | null {
  const { isNegated, operator, value } = readCriterion(criterion)
  if (isNegated) return null
  if (operator === '$null') return [{ key: 'null', criterion: '$null' }]
  if (operator === '$eq') return [{ key: `=${value}`, criterion: `$eq:${value}` }]
  if (operator === '$in') return value.split(',').map((one) => ({ key: `=${one}`, criterion: `$in:${one}` }))
  return operator === '$contains' && !value.includes(',')
    ? [{ key: `@${value}`, criterion: `$contains:${value}` }]
    : null
}

/** Null where the field is filtered by anything but single values, any of which may hold. */
function choicesOf(own: readonly string[]): readonly Choice[] | null {
  const choices: Choice[] = []
  for (const [at, criterion] of own.entries()) {
    const found = at > 0 && readCriterion(criterion).connector === 'and' ? null : choicesIn(criterion)
    if (found === null) return null
    choices.push(...found)
  }
  return choices
}

/** Does the request keep this value by name? */
export function isChosen(filters: Filters, field: string, criterion: string): boolean {
  const own = ownOf(filters, field)
  const keys = choicesIn(criterion)?.map(({ key }) => key)
  if (keys === undefined) return own.length === 1 && own[0] === criterion
  return choicesOf(own)?.some(({ key }) => keys.includes(key)) ?? false
}

/** With the value added or removed. Criteria of another kind on the same field, such as a range, make room for it. */
export function toggled(filters: Filters, field: string, criterion: string): Filters {
  const own = ownOf(filters, field)
  const wanted = choicesIn(criterion)
  const next =
    wanted === null
      ? isChosen(filters, field, criterion)
        ? []
        : [criterion]
      : withChoice(choicesOf(own) ?? [], wanted)
  const first = filters.findIndex(([name]) => isSame(name, field))
  const at = first < 0 ? filters.length : first
  const isOther = ([name]: readonly [string, string]): boolean => !isSame(name, field)
  const joined = next.map((text, index) => [field, index === 0 ? text : `$or:${text}`] as const)
  return [...filters.slice(0, at).filter(isOther), ...joined, ...filters.slice(at).filter(isOther)]
}

function withChoice(choices: readonly Choice[], wanted: readonly Choice[]): string[] {
  const keys = wanted.map(({ key }) => key)
  const others = choices.filter(({ key }) => !keys.includes(key))
  const left = others.length < choices.length ? others : [...others, ...wanted]
  return left.map(({ criterion }) => criterion)
}
