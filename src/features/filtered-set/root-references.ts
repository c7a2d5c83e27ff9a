// Filtered sets: which chunks of a fragment stand for a table outside of it, and which for what a sub-select of its own
// reads.
import { Column, Name, Table } from 'drizzle-orm'
import { is } from '../../drizzle/kinds.js'
import { tableOf, schemaOf } from '../../drizzle/tables.js'
import { isAlias, isRowSource, nameOf, type RowSource, tableIdentity } from '../../fragments/source-name.js'
import { type Leaf, type Lexis, sqlTokens, type Token } from './sql-tokens.js'

export interface RootToFind {
  readonly from: RowSource
  readonly lexis: Lexis
  /** Has the table a column of that name? It is then what the bare name means. */
  readonly hasColumn: (name: string) => boolean
  /** The alias's own name. */
  readonly toName: string
  /** @throws where raw text names `from`, which nothing can rename, or cannot be read for certain */
  readonly refuseText: (text: string) => never
  /** @throws where a sub-select reads something else under the alias's name */
  readonly refuseCapture: () => never
}

/** The places of the leaves that stand for the table outside. */
export function rootReferences(leaves: readonly Leaf[], root: RootToFind): ReadonlySet<number> {
  const refuse = (text: string): never => root.refuseText(text)
  const tokens = sqlTokens(leaves, root.lexis, nameOf(root.from), refuse)
  const found = new Set<number>()
  for (const { scope, leaf, schema, shown } of namesOf(tokens, root)) {
    const reading = readingOf(scope, schema, root)
    if (reading === 'inside') continue
    if (leaf === null || reading === 'unclear') return refuse(shown)
    if (isRead(scope, root.toName)) root.refuseCapture()
    found.add(leaf)
  }
  return found
}

/** A table, or what goes by a name, that a select reads. */
interface Source {
  name: string
  isQuoted: boolean
  schema: string | undefined
  hasAlias: boolean
}

/** A pair of parentheses, with those around it; each select of a union has its own. */
interface Scope {
  readonly outer: Scope | null
  readonly sources: Source[]
  clause: 'none' | 'select' | 'from' | 'done'
  /** In `from`: what may come next. */
  next: 'source' | 'alias' | 'aliasName' | 'rest'
}

/** A mention of the table by name. */
interface Mention {
  readonly scope: Scope
  /** The place of its leaf; null in raw text, which cannot be renamed. */
  readonly leaf: number | null
  /** As it is written before the name. */
  readonly schema: string | undefined
  readonly shown: string
}

function namesOf(tokens: readonly Token[], root: RootToFind): readonly Mention[] {
  const identity = tableIdentity(root.from)
  const ownSchema = schemaOfSource(root.from)
  const mentions: Mention[] = []
  let scope = openScope(null)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'open') {
      const isSource = scope.clause === 'from' && scope.next === 'source'
      // Parentheses around a sub-select in parentheses are a group of one.
      const isJoinGroup = isSource && !BEFORE_SELECT.has(keywordOf(tokens[at + 1]))
      if (isSource && !isJoinGroup) scope.sources.push(unnamed())
      if (isSource) scope.next = 'alias'
      scope = isJoinGroup ? { outer: scope, sources: scope.sources, clause: 'from', next: 'source' } : openScope(scope)
      continue
    }
    // The commas of an array separate no sources.
    if (isSymbol(token, '[')) scope = openScope(scope)
    if (token.kind === 'close' || isSymbol(token, ']')) {
      scope = scope.outer ?? scope
      continue
    }
    if (scope.clause === 'from') {
      const last = readFrom(tokens, at, scope)
      if (last >= at) {
        at = last
        continue
      }
      if (isSymbol(token, ',')) scope.next = 'source'
    }
    if (!isAfter(tokens, at, '.')) scope = readKeyword(tokens, at, scope)
    if (token.kind === 'chunk' && is(token.chunk, Column)) {
      const table = tableOf(token.chunk)
      if (tableIdentity(table) === identity)
        mentions.push({ scope, leaf: token.leaf, schema: schemaOfSource(table), shown: '' })
      continue
    }
    const name = nameAt(token)
    if (name === null || likeness(name, root) === 'other') continue
    const schema = isAfter(tokens, at, '.') ? nameAt(tokens[at - 2])?.name : undefined
    const isQualifier = isBefore(tokens, at, '.')
    const shown = token.kind === 'word' ? token.shown() : name.name
    if (token.kind === 'chunk' && isRowSource(token.chunk))
      mentions.push({ scope, leaf: token.leaf, schema: ownSchema, shown })
    else if (isQualifier && schema !== undefined) {
      if (ownSchema === undefined || ownSchema === schema) mentions.push({ scope, leaf: null, schema, shown })
    } else if (isQualifier)
      mentions.push({ scope, leaf: token.kind === 'chunk' ? token.leaf : null, schema: undefined, shown })
    else if (!RESERVED.has(keywordOf(token)) && !isOtherThing(tokens, at) && !root.hasColumn(name.name))
      mentions.push({ scope, leaf: null, schema: undefined, shown })
  }
  return mentions
}

const openScope = (outer: Scope | null): Scope => ({ outer, sources: [], clause: 'none', next: 'rest' })
const unnamed = (): Source => ({ name: '', isQuoted: true, schema: undefined, hasAlias: true })

/**
 * Reads a source or its alias at `at`; returns the last token that belongs to it, or one before `at` where neither is
 * there.
 */
function readFrom(tokens: readonly Token[], at: number, scope: Scope): number {
  const token = tokens[at] as Token
  const name = nameAt(token)
  const keyword = keywordOf(token)
  if (scope.next === 'source') {
    if (BEFORE_SOURCE.has(keyword)) return at
    scope.next = 'alias'
    if (name === null) {
      scope.sources.push(unnamed())
      return at - 1
    }
    let last = at
    let named = name
    let schema = name.schema
    while (isBefore(tokens, last, '.')) {
      const part = nameAt(tokens[last + 2])
      if (part === null) break
      schema = named.name
      named = part
      last += 2
    }
    scope.sources.push({ ...named, schema, hasAlias: name.hasAlias })
    return last
  }
  if (scope.next === 'alias' && keyword === 'as') {
    scope.next = 'aliasName'
    return at
  }
  if (scope.next === 'rest') return at - 1
  const isAlias = name !== null && (scope.next === 'aliasName' || !AFTER_SOURCE.has(keyword))
  scope.next = 'rest'
  if (!isAlias) return at - 1
  Object.assign(scope.sources.at(-1) ?? {}, { name: name.name, isQuoted: name.isQuoted, hasAlias: true })
  return at
}

type Keywords = ReadonlySet<string | null>
/** Of conditions: a table of such a name is quoted wherever it is meant. */
const RESERVED: Keywords = new Set(
  `and as between by case else end escape exists false from having ilike in is leading like not null or select then
   trailing true when where`.split(/\s+/),
)
/** Words of conditions that mean no table where they follow one another. */
const PHRASES = [
  'at time zone',
  'double precision',
  'held_ ( v',
  'j json path',
  'using utf8mb4',
  'v longtext path',
  'value from json_each',
  'wanted_ ( v',
  'with time zone',
].map((phrase) => phrase.split(' '))
const BEFORE_SOURCE: Keywords = new Set(['only', 'lateral'])
/** Words after a source that are not an alias of it. */
const AFTER_SOURCE: Keywords = new Set(
  `where join inner left right full cross natural straight_join outer on using group order having window limit offset fetch for union
   intersect except tablesample partition use force ignore indexed not with`.split(/\s+/),
)
/** Clauses after `from` that have commas of their own. */
const AFTER_FROM: Keywords = new Set(['group', 'order', 'window'])
const BEFORE_JOINED: Keywords = new Set(['join', 'straight_join', 'apply'])
const SET_OPERATORS: Keywords = new Set(['union', 'intersect', 'except'])
const BEFORE_SELECT: Keywords = new Set(['select', 'with', 'values', 'table'])

/** The scope after a keyword: another one where another select of a union begins. */
function readKeyword(tokens: readonly Token[], at: number, scope: Scope): Scope {
  const keyword = keywordOf(tokens[at])
  if (SET_OPERATORS.has(keyword)) return openScope(scope.outer)
  if (keyword === 'select') scope.clause = 'select'
  // `a is distinct from b`
  else if (keyword === 'from' && scope.clause === 'select' && keywordOf(tokens[at - 1]) !== 'distinct') {
    scope.clause = 'from'
    scope.next = 'source'
  } else if (scope.clause === 'from' && BEFORE_JOINED.has(keyword)) scope.next = 'source'
  else if (scope.clause === 'from' && AFTER_FROM.has(keyword)) scope.clause = 'done'
  return scope
}

const keywordOf = (token: Token | undefined): string | null =>
  token?.kind === 'word' && !token.isQuoted ? token.text.toLowerCase() : null

/** A name in raw text, an identifier or a table. */
function nameAt(token: Token | undefined): Source | null {
  if (token?.kind === 'word') return { name: token.text, isQuoted: token.isQuoted, schema: undefined, hasAlias: false }
  if (token?.kind !== 'chunk') return null
  const { chunk } = token
  if (is(chunk, Name)) return { name: chunk.value, isQuoted: true, schema: undefined, hasAlias: false }
  return isRowSource(chunk)
    ? { name: nameOf(chunk), isQuoted: true, schema: schemaOfSource(chunk), hasAlias: !is(chunk, Table) }
    : null
}

const schemaOfSource = (source: RowSource): string | undefined =>
  is(source, Table) && !isAlias(source) ? schemaOf(source) : undefined

const isAfter = (tokens: readonly Token[], at: number, symbol: string): boolean => isSymbol(tokens[at - 1], symbol)
const isBefore = (tokens: readonly Token[], at: number, symbol: string): boolean => isSymbol(tokens[at + 1], symbol)
const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol

/** A member of something, a type, the name of a result, a function, part of a phrase. */
function isOtherThing(tokens: readonly Token[], at: number): boolean {
  const isWord = (word: string, place: number): boolean =>
    word === '(' ? tokens[place]?.kind === 'open' : keywordOf(tokens[place]) === word
  return (
    PHRASES.some((words) => words.some((_, from) => words.every((word, to) => isWord(word, at - from + to)))) ||
    isAfter(tokens, at, '.') ||
    isAfter(tokens, at, '::') ||
    keywordOf(tokens[at - 1]) === 'as' ||
    tokens[at + 1]?.kind === 'open'
  )
}

/** `maybe`: the case of a name decides, and databases differ in whether it does. */
function likeness({ name, isQuoted }: Source, { from }: RootToFind): 'same' | 'maybe' | 'other' {
  const own = nameOf(from)
  if (name === own || (!isQuoted && name.toLowerCase() === own)) return 'same'
  return name.toLowerCase() === own.toLowerCase() ? 'maybe' : 'other'
}

/** Does a mention mean what a select around it reads, or the table outside? */
function readingOf(scope: Scope, schema: string | undefined, root: RootToFind): 'inside' | 'outside' | 'unclear' {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    for (const source of at.sources) {
      const like = likeness(source, root)
      if (like === 'other') continue
      if (like === 'maybe') return 'unclear'
      if (schema === undefined) return 'inside'
      // An alias has no schema, so a name with one does not mean it.
      if (source.hasAlias) continue
      if (source.schema === undefined) return 'unclear'
      if (source.schema === schema) return 'inside'
    }
  }
  return 'outside'
}

function isRead(scope: Scope, name: string): boolean {
  const folded = name.toLowerCase()
  for (let at: Scope | null = scope; at !== null; at = at.outer)
    if (at.sources.some((source) => source.name.toLowerCase() === folded)) return true
  return false
}
