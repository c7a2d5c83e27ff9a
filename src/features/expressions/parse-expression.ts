// Stage plan: the grammar of the parameter `filter`, boolean expressions over terms. One pass over the text with a
// stack of its own: a client decides how deep parentheses go, so nothing here recurses.
import type { SentTerm } from '../../types/expressions-part.js'
import { MAX_EXPRESSION_LENGTH } from '../../vocabulary.js'

export interface ExpressionTerm extends SentTerm {
  /** Where the criterion begins, in characters (UTF-16) of the text, counted from 1. */
  readonly position: number
}

/** `NOT` is counted, so that a row of them is no deeper than one. */
export type ExpressionNode = TermNode | GroupNode

interface TermNode {
  readonly kind: 'term'
  readonly negations: number
  readonly term: ExpressionTerm
  readonly levels: 0
}

/** Two members or more. */
interface GroupNode {
  readonly kind: 'and' | 'or'
  readonly negations: number
  readonly members: readonly ExpressionNode[]
  /** Of groups in groups, itself with them. */
  readonly levels: number
  /** Are its members none of the `AND` around it? */
  readonly isApart: boolean
}

export type ParsedExpression =
  | { readonly ok: true; readonly node: ExpressionNode; readonly termCount: number }
  | {
      readonly ok: false
      readonly reason: 'syntax'
      readonly position: number
      readonly expected: string
      /** The text that stands for a term and has no `=`, without its quotes; '' for another mistake. */
      readonly text: string
    }
  | { readonly ok: false; readonly reason: 'too-many-terms' }

/** As a message says it. */
const A_TERM = `'field=$operator:value', 'NOT' or '('`

/** What was read of a group. */
interface Members {
  readonly nodes: ExpressionNode[]
  /** Of the deepest of them. */
  levels: number
  isApart: boolean
}

/** A group whose `)` is still to come: what was read of the one around it. */
interface Outer {
  readonly or: Members | null
  readonly and: Members | null
  /** Of the parenthesis. */
  readonly negations: number
}

/**
 * Reads an expression: `NOT` before `AND` before `OR`, parentheses, terms. A group in a group of its own kind is a part
 * of it:
 * `a AND (b AND c)` is `a AND b AND c`. Never throws.
 *
 * @param belongsTogether does a term of this field say something of the same element as its neighbours? An `AND` in
 * parentheses that
 *   has one keeps them
 */
export function parseExpression(
  text: string,
  maxTerms: number,
  belongsTogether: (name: string) => boolean,
): ParsedExpression {
  const outers: Outer[] = []
  /**
   * Of the group that is read: members of its `or`, members of its last `and`, and the `NOT`s in front of what comes
   * next.
   */
  let or: Members | null = null
  let and: Members | null = null
  let negations = 0
  let termCount = 0
  let isTermNext = true
  let at = skipSpace(text, 0)

  const endAnd = (): Members => withMember(or, groupOf('and', and as Members), 'or')
  const afterTerm = (): string => (outers.length === 0 ? `'AND', 'OR' or the end` : `'AND', 'OR' or ')'`)

  for (; at < text.length; at = skipSpace(text, at)) {
    const character = text[at]
    if (character === '(') {
      if (!isTermNext) return syntax(at, afterTerm())
      outers.push({ or, and, negations })
      or = and = null
      negations = 0
      at++
      continue
    }
    if (character === ')') {
      const outer = isTermNext ? undefined : outers.pop()
      if (outer === undefined) return syntax(at, isTermNext ? A_TERM : afterTerm())
      const node = negated(groupOf('or', endAnd()), outer.negations)
      or = outer.or
      and = withMember(outer.and, node, 'and')
      at++
      continue
    }
    const token = readToken(text, at)
    if (token.open !== null)
      return syntax(text.length, `${token.open.quote} for the one at character ${token.open.at + 1}`)
    const { keyword, equals } = token
    if (!isTermNext) {
      if (keyword !== 'AND' && keyword !== 'OR') return syntax(at, afterTerm())
      if (keyword === 'OR') {
        or = endAnd()
        and = null
      }
      isTermNext = true
    } else if (keyword === 'NOT') negations++
    else if (keyword !== null) return syntax(at, A_TERM)
    else {
      if (equals === -1) return syntax(token.end, `'=' and a criterion`, token.text)
      if (equals === 0) return syntax(at, `a field in front of '='`)
      if (++termCount > maxTerms) return { ok: false, reason: 'too-many-terms' }
      const term = {
        name: token.text.slice(0, equals),
        criterion: token.text.slice(equals + 1),
        position: token.criterionAt + 1,
      }
      and = withMember(and, { kind: 'term', negations, term, levels: 0 }, 'and')
      if (negations === 0 && belongsTogether(term.name)) and.isApart = true
      negations = 0
      isTermNext = false
    }
    at = token.end
  }
  if (isTermNext) return syntax(text.length, A_TERM)
  if (outers.length > 0) return syntax(text.length, afterTerm())
  return { ok: true, node: groupOf('or', endAnd()), termCount }
}

/** @param at counted from 0 */
const syntax = (at: number, expected: string, text = ''): ParsedExpression => ({
  ok: false,
  reason: 'syntax',
  position: at + 1,
  expected,
  text,
})

function negated(node: ExpressionNode, negations: number): ExpressionNode {
  return negations === 0 ? node : { ...node, negations: node.negations + negations }
}

/** One member is not a group. */
function groupOf(kind: GroupNode['kind'], { nodes, levels, isApart }: Members): ExpressionNode {
  return nodes.length === 1
    ? (nodes[0] as ExpressionNode)
    : { kind, negations: 0, members: nodes, levels: levels + 1, isApart }
}

/** Adds a member, or the members of a group of the same kind. */
function withMember(members: Members | null, member: ExpressionNode, kind: GroupNode['kind']): Members {
  const isPart = member.kind === kind && member.negations === 0 && !member.isApart
  const levels = Math.max(members?.levels ?? 0, isPart ? member.levels - 1 : member.levels)
  const isApart = members?.isApart ?? false
  const before = members?.nodes ?? []
  if (!isPart) {
    before.push(member)
    return { nodes: before, levels, isApart }
  }
  // Nothing else has the array of the group. The longer array is kept: however groups are nested, few members are
  // moved.
  const nodes = member.members as ExpressionNode[]
  if (before.length <= nodes.length) nodes.unshift(...before)
  else before.push(...nodes)
  return { nodes: before.length <= nodes.length ? nodes : before, levels, isApart }
}

/**
 * The terms of a text, whatever a list allows; none of a text that is not an expression, or longer than any that a list
 * reads.
 */
export function termsOfText(text: string): readonly ExpressionTerm[] {
  const parsed = parseExpression(text, MAX_EXPRESSION_LENGTH, () => false)
  const terms: ExpressionTerm[] = []
  const nodes = parsed.ok ? [parsed.node] : []
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.kind === 'term') terms.push(node.term)
    else nodes.push(...[...node.members].reverse())
  }
  return terms
}

interface Token {
  /** Without its quotes. */
  readonly text: string
  /** The first character behind it. */
  readonly end: number
  /** Null for a term. */
  readonly keyword: 'AND' | 'OR' | 'NOT' | null
  /**
   * Where `text` has the `=` between field and criterion, -1 for none: the first one outside quotes, else the first
   * one.
   */
  readonly equals: number
  /** Where the whole text has what follows that `=`. */
  readonly criterionAt: number
  /** The quote that is not closed. */
  readonly open: { readonly quote: string; readonly at: number } | null
}

/** A token begins here: it ends at white space or a parenthesis outside quotes. */
function readToken(source: string, start: number): Token {
  let text = ''
  let at = start
  /** Where the characters begin that are not in `text` yet. */
  let from = start
  let equals = -1
  let criterionAt = -1
  let quotedEquals = -1
  let quotedCriterionAt = -1
  let hasQuotes = false
  for (; at < source.length; at++) {
    const character = source[at] as string
    if (character === '"' || character === "'") {
      hasQuotes = true
      text += source.slice(from, at)
      const opened = at
      from = ++at
      for (; at < source.length && source[at] !== character; at++) {
        if (source[at] === '=' && quotedEquals === -1) {
          quotedEquals = text.length + at - from
          quotedCriterionAt = at + 1
        }
        if (source[at] === '\\' && isEscapable(source[at + 1])) {
          text += source.slice(from, at)
          from = ++at
        }
      }
      text += source.slice(from, at)
      from = at + 1
      if (at === source.length)
        return { text, end: at, keyword: null, equals: -1, criterionAt: -1, open: { quote: character, at: opened } }
    } else if (character === '=') {
      if (equals === -1) {
        equals = text.length + at - from
        criterionAt = at + 1
      }
    } else if (character === '(' || character === ')' || isSpace(source.charCodeAt(at))) break
  }
  text += source.slice(from, at)
  const isInQuotes = equals === -1
  return {
    text,
    end: at,
    keyword: hasQuotes ? null : keywordOf(text),
    equals: isInQuotes ? quotedEquals : equals,
    criterionAt: isInQuotes ? quotedCriterionAt : criterionAt,
    open: null,
  }
}

const isEscapable = (character: string | undefined): boolean =>
  character === '"' || character === "'" || character === '\\'

function keywordOf(text: string): Token['keyword'] {
  if (text.length > 3) return null
  const keyword = text.toUpperCase()
  return keyword === 'AND' || keyword === 'OR' || keyword === 'NOT' ? keyword : null
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/**
 * What `trim()` removes; not the NaN past the end of a text. Most characters are seen not to be white space by their
 * number.
 */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code))
}
