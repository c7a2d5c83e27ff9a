// The grammar of `filter`, by a table, and against the parser of nestjs-paginate, whose clients send it.
import fc from 'fast-check'
import { parseFilterExpression } from 'nestjs-paginate/lib/filter-expression.js'
import { describe, expect, test } from 'vitest'
import { runs } from '../../support/property-runs.js'
import { quotedName, quotedPart } from '../../../src/features/expressions/expression-text.js'
import {
  type ExpressionNode,
  parseExpression,
  termsOfText,
} from '../../../src/features/expressions/parse-expression.js'

const parse = (text: string, maxTerms = 1000, together: (name: string) => boolean = () => false) =>
  parseExpression(text, maxTerms, together)

/** A tree as a list: `(and a=1 !(or b=2 c=3))`. */
const written = (node: ExpressionNode): string => {
  const not = '!'.repeat(node.negations)
  if (node.kind === 'term') return `${not}${node.term.name}=${node.term.criterion}`
  return `${not}(${node.kind} ${node.members.map(written).join(' ')})`
}
const read = (text: string): string => {
  const parsed = parse(text)
  if (parsed.ok) return written(parsed.node)
  return parsed.reason === 'syntax' ? `${parsed.position}: ${parsed.expected}` : parsed.reason
}
const A_TERM = `'field=$operator:value', 'NOT' or '('`

// R29.1.1, R29.1.2
describe('what is read', () => {
  test.each<[why: string, text: string, tree: string]>([
    ['a term', 'a=$eq:1', 'a=$eq:1'],
    ['white space around it', ' \t\r\n\u00a0a=$eq:1\ufeff\u2028', 'a=$eq:1'],
    ['AND before OR', 'a=1 OR b=2 AND c=3 OR d=4', '(or a=1 (and b=2 c=3) d=4)'],
    ['parentheses', '(a=1 OR b=2)AND(c=3)', '(and (or a=1 b=2) c=3)'],
    ['any case', 'Not a=1 aNd b=2 or c=3', '(or (and !a=1 b=2) c=3)'],
    ['NOT in front of a group', 'NOT (a=1 AND b=2)', '!(and a=1 b=2)'],
    ['a row of NOT', 'NOT NOT (NOT a=1)', '!!!a=1'],
    ['NOT in the group and in front of it', 'NOT ((NOT (a=1 OR b=2)))', '!!(or a=1 b=2)'],
    ['groups of one kind are one', '((a=1 AND b=2) AND (c=3 AND (d=4)))', '(and a=1 b=2 c=3 d=4)'],
    ['of OR too', 'a=1 OR (b=2 OR (c=3 OR d=4 AND e=5))', '(or a=1 b=2 c=3 (and d=4 e=5))'],
    ['not where one is negated', 'a=1 AND NOT (b=2 AND c=3)', '(and a=1 !(and b=2 c=3))'],
    ['nor where it is negated twice', 'a=1 AND NOT NOT (b=2 AND c=3)', '(and a=1 !!(and b=2 c=3))'],
    ['double quotes', 'a=$eq:"x (y) AND z"', 'a=$eq:x (y) AND z'],
    ['single quotes', 'a=$eq:\'x "y"\'', 'a=$eq:x "y"'],
    ['a quote in quotes of its kind', String.raw`a="\"\'\\"`, String.raw`a="'\ `.trim()],
    ['any other backslash is itself', String.raw`a="C:\Users\d" AND b=\x\"y"`, String.raw`(and a=C:\Users\d b=\x\y)`],
    ['quotes in the middle of a token', `a=$eq:x" "y' 'z`, 'a=$eq:x y z'],
    ['nothing in quotes', 'a=""', 'a='],
    ['a quoted field', '"a b"=1', 'a b=1'],
    ['a field with = in quotes', '"a=b"=c=d', 'a=b=c=d'],
    ['a whole term in quotes', '"a=x y"', 'a=x y'],
    ['a keyword in quotes is none', '"NOT"=1 AND b="OR"', '(and NOT=1 b=OR)'],
    ['a keyword with more to it is none', 'NOTE=1 AND or=2', '(and NOTE=1 or=2)'],
    ['= in a criterion', 'a=b=c', 'a=b=c'],
    ['no criterion', 'a=', 'a='],
  ])('%s: %s', (_why, text, tree) => {
    expect(read(text)).toBe(tree)
  })

  test.each<[text: string, term: { name: string; criterion: string; position: number }]>([
    ['"a=b"=c', { name: 'a=b', criterion: 'c', position: 7 }],
    ['"a=b=c"', { name: 'a', criterion: 'b=c', position: 4 }],
    [`'a=b'"c=d"`, { name: 'a', criterion: 'bc=d', position: 4 }],
  ])('the field ends at the first = outside quotes, else at the first one: %s', (text, term) => {
    expect(termsOfText(text)).toEqual([term])
  })

  test.each<[text: string, names: string[]]>([
    ['a=1 AND (b=2 OR NOT (c=3 AND d=4)) OR e=5', ['a', 'b', 'c', 'd', 'e']],
    ['a=1', ['a']],
    ['', []],
    ['a=1 AND', []],
  ])('its terms, in the order of the text: %s', (text, names) => {
    expect(termsOfText(text).map(({ name }) => name)).toEqual(names)
  })

  // No list reads so long a text, but it is asked for the terms of what it rejects.
  test('a text with more terms than any list reads has none', () => {
    const many = Array.from({ length: 200_000 }, () => 'a=1').join(' OR ')
    expect(termsOfText(many)).toEqual([])
    expect(termsOfText(`(${many}) OR (${many})`)).toEqual([])
  })

  test.each<[text: string, position: number]>([
    ['a=$eq:1', 3],
    ['x=1 AND  ab=2', 13],
    ['"x=1"', 4],
    [`'a\\'b'=1`, 8],
  ])('where a criterion begins: %s', (text, position) => {
    const parsed = parse(text)
    if (!parsed.ok) throw new Error('not read')
    const last = parsed.node.kind === 'term' ? parsed.node : (parsed.node.members.at(-1) as ExpressionNode)
    expect(last.kind === 'term' && last.term.position).toBe(position)
  })

  test('levels are those of groups, after groups of one kind became one', () => {
    const levels = (text: string) => {
      const parsed = parse(text)
      return parsed.ok ? parsed.node.levels : null
    }
    expect(levels('NOT ((a=1))')).toBe(0)
    expect(levels('a=1 AND (b=2 AND (c=3))')).toBe(1)
    expect(levels('a=1 AND NOT (b=2 AND (c=3 OR d=4))')).toBe(3)
  })

  test.each([
    ['(e=1 AND b=2) AND c=3', '(and (and e=1 b=2) c=3)'],
    ['e=1 AND (b=2 AND c=3)', '(and e=1 b=2 c=3)'],
    ['(b=2 AND e=1) AND (e=2 AND c=3)', '(and (and b=2 e=1) (and e=2 c=3))'],
    ['(e=1 AND (b=2 AND c=3)) AND d=4', '(and (and e=1 b=2 c=3) d=4)'],
    ['(NOT e=1 AND b=2) AND c=3', '(and !e=1 b=2 c=3)'],
    ['((e=1)) AND (c=3)', '(and e=1 c=3)'],
    ['e=1 OR (e=2 OR b=3)', '(or e=1 e=2 b=3)'],
  ])('terms of e belong together: %s', (text, tree) => {
    const parsed = parse(text, 10, (name) => name === 'e')
    expect(parsed.ok && written(parsed.node)).toBe(tree)
  })
})

describe('what is not', () => {
  test.each<[text: string, refusal: string]>([
    ['', `1: ${A_TERM}`],
    ['   ', `4: ${A_TERM}`],
    ['()', `2: ${A_TERM}`],
    [')', `1: ${A_TERM}`],
    ['NOT', `4: ${A_TERM}`],
    ['a=1 AND', `8: ${A_TERM}`],
    ['OR a=1', `1: ${A_TERM}`],
    ['a=1 AND AND b=2', `9: ${A_TERM}`],
    ['NOT OR a=1', `5: ${A_TERM}`],
    ['a=1 b=2', `5: 'AND', 'OR' or the end`],
    ['a=1 NOT b=2', `5: 'AND', 'OR' or the end`],
    ['a=1 (b=2)', `5: 'AND', 'OR' or the end`],
    ['(a=1 (b=2))', `6: 'AND', 'OR' or ')'`],
    ['a=1)', `4: 'AND', 'OR' or the end`],
    ['(a=1', `5: 'AND', 'OR' or ')'`],
    ['((a=1) AND b=2', `15: 'AND', 'OR' or ')'`],
    ['a', `2: '=' and a criterion`],
    ['ab AND c=1', `3: '=' and a criterion`],
    ['a = 1', `2: '=' and a criterion`],
    ['=1', `1: a field in front of '='`],
    ['""=1', `1: a field in front of '='`],
    ['"AND"', `6: '=' and a criterion`],
    ['a="b', `5: " for the one at character 3`],
    ["a='b\\'", `7: ' for the one at character 3`],
    ['a="b\\\\\\"', `9: " for the one at character 3`],
  ])('%s', (text, refusal) => {
    expect(read(text)).toBe(refusal)
  })

  test('more terms than are allowed', () => {
    expect(parse('a=1 AND b=2', 2).ok).toBe(true)
    expect(parse('a=1 AND b=2 OR', 1)).toEqual({ ok: false, reason: 'too-many-terms' })
  })
})

/** The other parser's tree, with groups of one kind as one. */
const ofPeer = (text: string): string => {
  const flat = (node: ReturnType<typeof parseFilterExpression>): ExpressionNode => {
    if (node.type === 'leaf')
      return { kind: 'term', negations: 0, levels: 0, term: { name: node.column, criterion: node.value, position: 0 } }
    if (node.type === 'not') {
      const child = flat(node.child)
      return { ...child, negations: child.negations + 1 }
    }
    const members = node.children
      .map(flat)
      .flatMap((child) => (child.kind === node.type && child.negations === 0 ? child.members : [child]))
    return { kind: node.type, negations: 0, members, levels: 1, isApart: false }
  }
  return written(flat(parseFilterExpression(text, 1e9)))
}

describe('laws', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    ' ',
    ' AND ',
    ' OR ',
    'NOT ',
    ' and',
    'a=$eq:1',
    'b',
    '=',
    '"',
    "'",
    '\\',
    'c=x',
    '\t',
    'not',
    '"a b"=',
  )
  const hostile = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))

  test('every text that nestjs-paginate reads is read alike, and no other', () => {
    let readByBoth = 0
    fc.assert(
      fc.property(hostile, (text) => {
        // The name of a field may hold `=` in quotes here; there the first `=` ends it.
        fc.pre(!/"a b"=|["'][^"']*=/.test(text))
        let expected: string | null = null
        try {
          expected = ofPeer(text)
        } catch {
          // Not a sentence of the language.
        }
        const parsed = parse(text)
        expect(parsed.ok ? written(parsed.node) : null).toBe(expected)
        if (parsed.ok) readByBoth++
      }),
      { numRuns: runs(5000), seed: 29 },
    )
    expect(readByBoth).toBeGreaterThan(runs(200))
  })

  test('a mistake is in the text or right behind it', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 })), (text) => {
        const parsed = parse(text)
        if (parsed.ok || parsed.reason !== 'syntax') return
        expect(parsed.position).toBeGreaterThanOrEqual(1)
        expect(parsed.position).toBeLessThanOrEqual(text.length + 1)
      }),
      { numRuns: runs(3000), seed: 30 },
    )
  })

  test('what is quoted is read back', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('"', "'", '\\', ' ', '=', '(', 'a'), { maxLength: 8 })
        .map((characters) => characters.join('')),
    )
    fc.assert(
      fc.property(
        text.filter((name) => name !== ''),
        text,
        (name, criterion) => {
          expect(read(`${quotedName(name)}=${quotedPart(criterion)}`)).toBe(`${name}=${criterion}`)
        },
      ),
      { numRuns: runs(3000), seed: 31 },
    )
  })

  // R29.1.12
  test('depth and length cost no stack', () => {
    const deep = `${'('.repeat(1_000_000)}a=1${')'.repeat(1_000_000)}`
    expect(read(deep)).toBe('a=1')
    const parsed = parse(`${'NOT '.repeat(250_000)}a=1`)
    expect(parsed.ok && parsed.node.negations).toBe(250_000)
  })
})
