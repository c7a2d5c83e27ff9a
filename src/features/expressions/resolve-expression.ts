// Stage plan: the parameter `filter`: its terms checked and decoded as criteria of `filter.<field>` are, in the order
// sent.
import * as refusals from '../../refusals.js'
import type { ExpressionBounds, FieldFilter, FilterableField } from '../../types/config.js'
import type { ResolvedConfig } from '../../types/resolved-config.js'
import type { FilterExpression, FilterTree } from '../../types/plan.js'
import type { NormalizedQuery } from '../../types/query.js'
import { type Refusal, rejected, type Result } from '../../types/result.js'
import { EXPRESSION, MAX_EXPRESSION_LENGTH } from '../../vocabulary.js'
import { CONNECTORS, NEGATION, quotedName, quotedPart } from './expression-text.js'
import { parseCriterion, resolveCriterion } from '../../plan/filters.js'
import { criterionHint, meantCriterion, withHint, writeHint } from '../../plan/hints.js'
import { type ExpressionNode, type ExpressionTerm, type ParsedExpression, parseExpression } from './parse-expression.js'
import { codePointCount } from '../../plan/sort-and-search.js'
import { termsOf } from '../../types/tree.js'

export function resolveExpression(
  { filterExpression: sent, filters }: Pick<NormalizedQuery, 'filterExpression' | 'filters'>,
  config: ResolvedConfig,
  { maxTerms, maxDepth }: ExpressionBounds,
): Result<FilterExpression | null> {
  if (sent === null) return { ok: true, value: null }
  if (typeof sent !== 'string')
    return rejected(Array.isArray(sent) ? refusals.filterExpressionTwice() : refusals.filterExpressionNotText())
  // Of a longer text no more is looked at.
  if (codePointCount(sent.slice(0, 2 * MAX_EXPRESSION_LENGTH + 1)) > MAX_EXPRESSION_LENGTH) {
    return rejected(refusals.filterExpressionTooLarge(MAX_EXPRESSION_LENGTH, 'character'))
  }
  const parsed = parseExpression(
    sent,
    maxTerms,
    (name) => config.filterable.get(name.toLowerCase())?.element !== undefined,
  )
  if (!parsed.ok) return rejected(refusalOf(parsed, maxTerms, config))
  if (parsed.node.levels > maxDepth)
    return rejected(refusals.filterExpressionTooLarge(maxDepth, 'level', " of 'AND' and 'OR'"))
  const criteria = filters.reduce((count, filter) => count + filter.criteria.length, parsed.termCount)
  if (criteria > config.maxFilterConditions)
    return rejected(refusals.filterTooManyConditions(config.maxFilterConditions))
  const resolved = resolveNode(parsed.node, config, false)
  return resolved.ok
    ? { ok: true, value: { ...resolved.value, tree: withSharedElements(resolved.value.tree) } }
    : resolved
}

function refusalOf(
  parsed: Exclude<ParsedExpression, { readonly ok: true }>,
  maxTerms: number,
  config: ResolvedConfig,
): Refusal {
  if (parsed.reason !== 'syntax') return refusals.filterExpressionTooLarge(maxTerms, 'term')
  const { position, expected, text } = parsed
  return withHint(refusals.filterExpressionSyntax(position, expected), colonHint(text, config))
}

/** `status=$eq:open` of `status:open`, where the list filters by that name. */
function colonHint(text: string, config: ResolvedConfig): string | null {
  const colon = text.indexOf(':')
  const filterable = config.filterable.get(text.slice(0, Math.max(colon, 0)).toLowerCase())
  const written = text.slice(colon + 1)
  if (filterable === undefined) return null
  const { name } = filterable.field
  const accepts = (criterion: string): boolean => isTerm(name, criterion, config)
  const parsed = parseCriterion(written)
  const meant = accepts(written) ? written : parsed.ok ? null : meantCriterion(filterable, parsed, accepts)
  return writeHint(meant === null ? null : `${quotedName(name)}=${meant}`)
}

/** A hint writes it where the criterion was, so it has no need of quotes. */
const isTerm = (name: string, criterion: string, config: ResolvedConfig): boolean =>
  quotedPart(criterion) === criterion && resolveTerm({ name, criterion, position: 0 }, config).ok

/** Recurses into the levels that the list allows. */
function resolveNode(node: ExpressionNode, config: ResolvedConfig, isInAnd: boolean): Result<FilterExpression> {
  const { negations } = node
  const plain = node.kind === 'term' ? resolveTerm(node.term, config) : resolveGroup(node.kind, node.members, config)
  if (!plain.ok) return plain
  const { tree, text } = plain.value
  const isApart = node.kind !== 'term' && (isInAnd || negations > 0)
  return {
    ok: true,
    value: {
      tree: negations % 2 === 0 ? tree : { not: tree },
      text: NEGATION.repeat(negations) + (isApart ? `(${text})` : text),
    },
  }
}

function resolveGroup(
  kind: 'and' | 'or',
  members: readonly ExpressionNode[],
  config: ResolvedConfig,
): Result<FilterExpression> {
  const trees: FilterTree[] = []
  const texts: string[] = []
  // The criteria of the run that the last member belongs to: neighbours under one `AND` that say something of the same
  // element.
  let run: FieldFilter[] | null = null
  for (const member of members) {
    const resolved = resolveNode(member, config, kind === 'and')
    if (!resolved.ok) return resolved
    const { tree, text } = resolved.value
    texts.push(text)
    const filter =
      kind === 'and' && member.kind === 'term' && member.negations === 0 && 'term' in tree ? tree.term[0] : undefined
    const element = filter?.filterable.element
    if (filter !== undefined && element !== undefined && run?.[0]?.filterable.element === element) run.push(filter)
    else {
      run = filter === undefined || element === undefined ? null : [filter]
      trees.push(run === null ? tree : { term: run })
    }
  }
  const [first, second] = trees
  const tree: FilterTree =
    second === undefined ? (first as FilterTree) : kind === 'and' ? { and: trees } : { or: trees }
  return { ok: true, value: { tree, text: texts.join(CONNECTORS[kind]) } }
}

function resolveTerm(
  { name, criterion: sent, position }: ExpressionTerm,
  config: ResolvedConfig,
): Result<FilterExpression> {
  const filterable = config.filterable.get(name.toLowerCase())
  if (filterable === undefined) return rejected({ ...refusals.filterNotConfigured(name), parameter: EXPRESSION })
  const parsed = parseCriterion(sent)
  if (!parsed.ok) {
    const refusal =
      parsed.token === null
        ? malformed(filterable, position)
        : ofTerm(refusals.filterOperatorUnknown(filterable.field.name, parsed.token))
    const accepts = (criterion: string): boolean => parsed.connector === null && isTerm(name, criterion, config)
    return rejected(withHint(refusal, criterionHint(filterable, parsed, accepts)))
  }
  const { connector, isNegated, operator, value } = parsed.value
  if (connector !== null)
    return rejected(
      refusals.filterExpressionSyntax(position, `a criterion of '${filterable.field.name}' without '$${connector}'`),
    )
  const criterion = resolveCriterion(filterable, parsed.value, config)
  if (!criterion.ok) {
    const { refusal } = criterion
    return rejected(refusal.code === 'filter.malformed' ? malformed(filterable, position) : ofTerm(refusal))
  }
  const operand = criterion.value.values.length === 0 ? '' : `:${quotedPart(value as string)}`
  return {
    ok: true,
    value: {
      tree: { term: [{ filterable, criteria: [criterion.value], texts: [sent] }] },
      text: `${quotedName(filterable.field.name)}=${isNegated ? '$not:' : ''}${operator}${operand}`,
    },
  }
}

const ofTerm = (refusal: Refusal): Refusal => ({ ...refusal, parameter: EXPRESSION })

const malformed = ({ field }: FilterableField, position: number): Refusal =>
  refusals.filterExpressionSyntax(position, `'[$not:]$operator[:value]' for '${field.name}'`)

/** From so many terms over elements on, terms in one group are asked of the elements at once. */
const MANY_TERMS = 6

const elementsOf = (tree: FilterTree): FilterableField | null => {
  const filterable = 'term' in tree ? tree.term[0]?.filterable : undefined
  return filterable === undefined || filterable.collection === null || filterable.element !== undefined
    ? null
    : filterable
}

/** Terms of one `.filterableMany()` in one group are as one filter with these criteria, at the place of the first. */
function withSharedElements(tree: FilterTree): FilterTree {
  const terms = termsOf(tree).filter((term) => elementsOf({ term }) !== null)
  return terms.length < MANY_TERMS ? tree : shared(tree)
}

function shared(tree: FilterTree): FilterTree {
  if ('term' in tree) return tree
  if ('not' in tree) return { not: shared(tree.not) }
  const connector = 'and' in tree ? 'and' : 'or'
  const members: FilterTree[] = []
  const places = new Map<FilterableField, number>()
  for (const member of ('and' in tree ? tree.and : tree.or).map(shared)) {
    const filterable = elementsOf(member)
    const place = filterable === null ? undefined : places.get(filterable)
    if (place !== undefined) {
      members[place] = { term: [oneFilter([members[place], member] as unknown as readonly SingleTerm[], connector)] }
      continue
    }
    if (filterable !== null) places.set(filterable, members.length)
    members.push(member)
  }
  const [first] = members
  if (members.length === 1) return first as FilterTree
  return connector === 'and' ? { and: members } : { or: members }
}

type SingleTerm = { readonly term: readonly [FieldFilter] }

function oneFilter(terms: readonly SingleTerm[], connector: 'and' | 'or'): FieldFilter {
  const filters = terms.map(({ term: [filter] }) => filter)
  return {
    filterable: (filters[0] as FieldFilter).filterable,
    criteria: filters.flatMap(({ criteria }) => criteria.map((criterion) => ({ ...criterion, connector }))),
    texts: filters.flatMap(({ texts }) => texts),
  }
}
