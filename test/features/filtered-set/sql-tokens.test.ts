// How the text of a fragment is read: names, literals and comments as its dialect has them, and what cannot be read for
// certain.
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, QueryBuilder, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { leavesOf, type Lexis, sqlTokens, type Token } from '../../../src/features/filtered-set/sql-tokens.js'

const notes = pgTable('notes', { id: integer('id').primaryKey(), title: text('title') })
const select = new QueryBuilder()

const tokensOf = (fragment: SQL, lexis: Lexis = 'standard', name = ''): readonly Token[] =>
  sqlTokens(leavesOf(fragment), lexis, name, (shown) => {
    throw new Error(`refused: ${shown}`)
  })
/** Words as they are, quoted ones in quotes, `·` a literal, `{}` a chunk. */
const read = (given: string | SQL, lexis?: Lexis, name?: string): string =>
  tokensOf(typeof given === 'string' ? sql.raw(given) : given, lexis, name)
    .map((token) => {
      if (token.kind === 'word') return token.isQuoted ? `"${token.text}"` : token.text
      if (token.kind === 'symbol') return token.text
      return { open: '(', close: ')', literal: '·', chunk: '{}' }[token.kind]
    })
    .join(' ')

describe('SQL text', () => {
  test.each<[text: string, tokens: string]>([
    ['', ''],
    ['  \n\t', ''],
    ['a.b', 'a . b'],
    ['a  =\n b', 'a = b'],
    ['Übung_1$x', 'Übung_1$x'],
    ['f(a, b)', 'f ( a , b )'],
    ['a::text', 'a :: text'],
    ['12 1.5 1e3 0x1F', '· · · ·'],
    ['a1', 'a1'],
    // Names in quotes; a quote that is doubled is one of the name.
    ['"a b"', '"a b"'],
    ['"a""b"."c"', '"a"b" . "c"'],
    ['""', '""'],
    ['`a b`.`c``d`', '"a b" . "c`d"'],
    // Literals.
    [`'a' 'it''s' ''`, '· · ·'],
    [`x'00' n'a'`, 'x · n ·'],
    [`'a\\' b`, '· b'],
    [`e'it\\'s' b`, '· b'],
    [`E'\\\\' b`, '· b'],
    [`e'it''s' b`, '· b'],
    ['$$a " b$$ c', '· c'],
    [`$a$it's$a$ b`, '· b'],
    [`$Tag_1$ $$ ' $tag$ $Tag_1$ b`, '· b'],
    ['$1 + $2', '$ · + $ ·'],
    // Comments.
    ['a -- b " c\nd', 'a d'],
    ['a --', 'a'],
    ['a --b\n--c\nd', 'a d'],
    [`a /* it's " */ b /**/ c`, 'a b c'],
    ['a - - b / c * d', 'a - - b / c * d'],
    ['a # b', 'a # b'],
    // Brackets quote a name, unless they follow a value.
    ['[a b].[c]', '"a b" . "c"'],
    ['[Übung $1]', '"Übung $1"'],
    ['a = [b]', 'a = "b"'],
    ['([a])', '( "a" )'],
    ['[1]', '[ · ]'],
    ['a[b]', 'a [ b ]'],
    ['a[1][b]', 'a [ · ] [ b ]'],
    ['f(a)[b]', 'f ( a ) [ b ]'],
    ['array[a, b]', 'array [ a , b ]'],
    [', [a', ', [ a'],
    ['= [a] = [b]', '= "a" = "b"'],
    ['a = [1, x[b]]', 'a = [ · , x [ b ] ]'],
  ])('%s', (given, tokens) => {
    expect(read(given)).toBe(tokens)
  })

  test.each<[text: string, tokens: string]>([
    ['a # b " c\nd', 'a d'],
    ['a # b', 'a'],
    ['a #', 'a'],
    ['a -- b\nc', 'a c'],
    ['a /* b */ c', 'a c'],
    ['a /* ! b */ c', 'a c'],
    ['a /* --b */ c', 'a c'],
    [`'it''s' '\\n' '\\\\' 'a\\\\\\\\'`, '· · · ·'],
  ])('of MySQL: %s', (given, tokens) => {
    expect(read(given, 'escaping')).toBe(tokens)
  })

  test.each<[text: string, lexis: Lexis, shown: string]>([
    [`a = 'b`, 'standard', `a = 'b`],
    ['a = "b', 'standard', 'a = "b'],
    ['a = `b', 'standard', 'a = `b'],
    ['a /* b', 'standard', 'a /* b'],
    ['a /* b /* c */ */', 'standard', 'a /* b /* c */ */'],
    [`u&'a' = 1`, 'standard', `u&'a' = 1`],
    [`U&"a" = 1`, 'standard', `U&"a" = 1`],
    // The text between the parentheses around it.
    [`f(a) or (  b = 'c ) or d`, 'standard', `b = 'c`],
    [`"${'x'.repeat(100)}`, 'standard', `"${'x'.repeat(79)}`],
    // MySQL reads some comments as SQL, or as two minuses, and a backslash before a quote as it is set.
    ['a --1', 'escaping', 'a --1'],
    ['a /*! b */', 'escaping', 'a /*! b */'],
    ['a /*+ b */', 'escaping', 'a /*+ b */'],
    ['a /*M! b */', 'escaping', 'a /*M! b */'],
    [`a = '\\'`, 'escaping', `a = '\\'`],
    [`a = 'it\\'s' = '`, 'escaping', `a = 'it\\'s' = '`],
    [`a = 'b\\\\\\' = 1`, 'escaping', `a = 'b\\\\\\' = 1`],
  ])('cannot be read for certain: %s', (given, lexis, shown) => {
    const rejected = new Error(`refused: ${shown}`)
    expect(() => read(given, lexis)).toThrow(rejected)
  })
  test.each(['a --1', 'a /*! b */', 'a /*+ b */'])('is a comment outside of MySQL: %s', (given) => {
    expect(read(given)).toBe('a')
  })

  test('may have a name in a comment, unless it is the one that is looked for', () => {
    expect(read('a /* Notes */')).toBe('a')
    expect(read('a /* tags */', 'standard', 'notes')).toBe('a')
    expect(() => read('a = 1 /* Notes */', 'standard', 'notes')).toThrow(new Error('refused: a = 1 /* Notes */'))
    expect(() => read('a -- notes', 'standard', 'NOTES')).toThrow('refused: ')
  })

  test('shows what is around a name', () => {
    const shown = tokensOf(sql.raw(`f(  a.b = 1 ) or "c" > [d]`)).map((token) =>
      token.kind === 'word' ? token.shown() : null,
    )
    expect(shown.filter((each) => each !== null)).toEqual([
      'f',
      'a.b = 1',
      'a.b = 1',
      'or "c" > [d]',
      'or "c" > [d]',
      'or "c" > [d]',
    ])
  })
})

describe('A fragment', () => {
  const tagged = select.select({ id: notes.id }).from(notes)
  test.each<[title: string, fragment: SQL, tokens: string]>([
    ['with a column', sql`${notes.title} = 'a'`, '{} = ·'],
    ['with a value', eq(notes.id, 1), '{} = {}'],
    ['with text in pieces', sql`no${sql.raw('te')}s`, 'notes'],
    ['with text around nothing', sql`no${undefined}tes`, 'notes'],
    ['with a list', inArray(notes.id, [1, 2]), '{} in ( {} {} )'],
    ['with a list of columns', sql`f${[notes.id, notes.title]}`, 'f ( {} {} )'],
    ['with a select', sql`exists ${tagged}`, 'exists ( select {} from {} )'],
    ['with a named select', sql`from ${tagged.as('t')} where`, 'from ( select {} from {} ) "t" where'],
    ['with a select that stands before the statement', sql`from ${select.$with('w').as(tagged)}`, 'from {}'],
    ['with SQL in SQL', sql`a ${sql`b ${sql`c`}`}`, 'a b c'],
  ])('%s', (_title, fragment, tokens) => {
    expect(read(fragment)).toBe(tokens)
  })
  test('names the select by its alias', () => {
    const alias = tokensOf(sql`${tagged.as('t')}`).at(-1)
    expect(alias).toMatchObject({ kind: 'word', text: 't', isQuoted: true })
    expect(alias?.kind === 'word' && alias.shown()).toBe('t')
  })
})
