// Text: equality, lists, patterns with every wildcard, and order.
import { database, inMemory, type Row } from '../row.js'
import type { Subject } from '../subjects.js'
import { onArticles, onItems, onPortable, type Other } from './criteria.js'
import { byCodePoint } from '../by-code-point.js'

type Text = (subject: Subject) => string | null
const title: Text = ({ title }) => title
const body: Text = ({ body }) => body
const author: Text = ({ author }) => author?.name ?? null
const heading: Text = ({ section, title }) => section ?? title

const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
/** Letter by letter, as ILIKE does: the sharp s and the final sigma stay. */
const foldLower = (text: string): string => [...text].map((letter) => letter.toLowerCase()).join('')
const same = (text: string): string => text
/** Each letter's upper case, where that is one letter. */
const foldUpper = (text: string): string =>
  [...text].map((letter) => ([...letter.toUpperCase()].length === 1 ? letter.toUpperCase() : letter)).join('')

type Fold = (text: string) => string
type Test = (text: string, term: string) => boolean
const TESTS: { readonly [operator: string]: Test } = {
  $sw: (text, term) => text.startsWith(term),
  $ew: (text, term) => text.endsWith(term),
  $ilike: (text, term) => text.includes(term),
  $contains: (text, term) => text.includes(term),
}

function pattern(field: string, read: Text, operator: string, term: string): Row[] {
  const test = TESTS[operator] as Test
  const matches =
    (fold: Fold) =>
    (subject: Subject): boolean => {
      const text = read(subject)
      return text !== null && test(fold(text), fold(term))
    }
  const ways: Other<Subject>[] = [
    { why: 'case-ascii', on: database('sqlite'), holds: matches(foldAscii) },
    { why: 'case-collation', on: database('mysql'), holds: matches(same) },
  ]
  const inUpper: Other<Subject> = { why: 'case-ordinal', on: inMemory, holds: matches(foldUpper) }
  const criterion = `${operator}:${term}`
  return [
    ...onArticles('Text', field, criterion, matches(foldLower), inUpper, ...ways),
    ...(PORTABLE_TERMS.has(term)
      ? onPortable('Text, portable', field, criterion, matches(foldLower), inUpper, ...ways, {
          why: 'case-portable',
          on: database('postgresql'),
          holds: matches(same),
        })
      : []),
  ]
}

/** The other strategy is another word in the statement, not another pattern. */
const PORTABLE_TERMS: ReadonlySet<string> = new Set(['hello', 'HELLO', 'É', '%', '_', '\\', '', 'σ', 'ADA'])

const TERMS = [
  'hello',
  'HELLO',
  'H',
  'ello',
  'é',
  'É',
  'ÉCLAIR',
  'pâtisserie',
  'PÂTISSERIE',
  '%',
  '_',
  '[',
  ']',
  '\\',
  '!',
  "'",
  '"',
  ',',
  ':',
  '$',
  ' ',
  '',
  '100%',
  '100',
  'under_',
  '[bracket]',
  'back\\',
  'caf\u00e9',
  'cafe\u0301',
  'σ',
  'Σ',
  'ς',
  'ΣΊΣΥΦΟΣ',
  'ß',
  'SS',
  '日本',
  '🎉',
  '$eq:a',
  '$not:$null',
  'a,b',
  'x'.repeat(60),
  '_'.repeat(30),
  'same',
]

const equality = [
  ...[
    'Hello',
    'hello',
    'HELLO',
    'Éclair',
    'éclair',
    '',
    ' ',
    'a,b',
    '$eq:a',
    "it's",
    'back\\slash',
    '[bracket]',
    '100% sure',
    'under_score',
    'caf\u00e9',
    'cafe\u0301',
    '日本語 🎉',
    'Tie',
    'STRASSE',
    'none',
    'null',
    "' or 1=1 --",
  ].flatMap((text) => onArticles('Text', 'title', `$eq:${text}`, (subject) => subject.title === text)),
  ...['hello', '', ' ', 'same', '$not:$null', '\u{1f600}', '"quoted" and \'single\'', 'x'].flatMap((text) =>
    onArticles('Text', 'body', `$eq:${text}`, (subject) => subject.body === text),
  ),
  ...onArticles('Text', 'body', '$EQ:same', ({ body }) => body === 'same'),
  ...['Ada', 'ada', '', 'Émile', '100%_[x]\\'].flatMap((text) =>
    onArticles('Text, joined', 'author.name', `$eq:${text}`, (subject) => author(subject) === text),
  ),
  ...onArticles('Text, joined', 'editor.email', '$eq:', ({ editor }) => editor?.email === ''),
  ...onArticles('Text, expression', 'heading', '$eq:news', (subject) => heading(subject) === 'news'),
  ...onArticles('Text, expression', 'heading', '$eq:hello', (subject) => heading(subject) === 'hello'),
]

const lists = [
  ...[
    ['Hello', 'hello'],
    ['Hello'],
    ['Hello', ''],
    ['', ''],
    ['Hello', ' '],
    [' Hello'],
    ['a', 'b'],
    ["it's", 'back\\slash', '[bracket]', '"', '{a}', 'NULL', 'null'],
    ['🎉', '日本語 🎉'],
    Array.from({ length: 100 }, (_, n) => `Tie${n || ''}`),
  ].flatMap((texts) => onArticles('Text', 'title', `$in:${texts.join(',')}`, ({ title }) => texts.includes(title))),
  ...[['hello', ''], ['same'], ['', ' ']].flatMap((texts) =>
    onArticles('Text', 'body', `$in:${texts.join(',')}`, ({ body }) => body !== null && texts.includes(body)),
  ),
  ...onArticles('Text, joined', 'author.name', '$in:Ada,ada', (subject) =>
    ['Ada', 'ada'].includes(author(subject) ?? ''),
  ),
  ...onArticles('Text, expression', 'heading', '$in:news,Tie,éclair', (subject) =>
    ['news', 'Tie', 'éclair'].includes(heading(subject) as string),
  ),
]

const nulls = [
  ...onArticles('Text', 'body', '$null', ({ body }) => body === null),
  ...onArticles('Text', 'body', '$null:', ({ body }) => body === null),
  ...onArticles('Text', 'body', '$NULL', ({ body }) => body === null),
  ...onArticles('Text', 'title', '$null', () => false),
  ...onArticles('Text, joined', 'author.name', '$null', ({ author }) => author === null),
  ...onArticles('Text, joined', 'editor.email', '$null', ({ editor }) => (editor?.email ?? null) === null),
  ...onArticles('Text, expression', 'heading', '$null', () => false),
  ...onItems('Text', 'name', '$null', ({ name }) => name === null),
  ...onItems('Text, joined', 'owner.nick', '$null', ({ ownerId }) => ownerId !== 2 && ownerId !== 3),
]

const patterns = ['$sw', '$ew', '$ilike', '$contains'].flatMap((operator) => [
  ...TERMS.flatMap((term) => pattern('title', title, operator, term)),
  ...['hello', 'pâtisserie', '100%', '', ' ', 'Σ', 'same', '"'].flatMap((term) =>
    pattern('body', body, operator, term),
  ),
  ...['ADA', 'é', '%', '', "o'"].flatMap((term) => pattern('author.name', author, operator, term)),
  ...['NEWS', 'T', ''].flatMap((term) => pattern('heading', heading, operator, term)),
])

/** By code point, as the collations of the suite's databases do. */
/** By the invariant collation. */
const collator = new Intl.Collator('und')
type Order = (a: string, b: string) => number

function compared(field: string, read: Text, operator: string, given: string): Row[] {
  const [first = '', second = ''] = given.split(',')
  const matches =
    (order: Order) =>
    (subject: Subject): boolean => {
      const text = read(subject)
      if (text === null) return false
      const [low, high] = [order(text, first), order(text, second)]
      return { $lt: low < 0, $lte: low <= 0, $gt: low > 0, $gte: low >= 0, $btw: low >= 0 && high <= 0 }[
        operator
      ] as boolean
    }
  return onArticles('Text', field, `${operator}:${given}`, matches(byCodePoint), {
    why: 'text-order',
    on: inMemory,
    holds: matches(collator.compare),
  })
}

const comparisons = [
  ...['$lt', '$lte', '$gt', '$gte'].flatMap((operator) => [
    ...['Hello', 'hello', 'a', 'Z', 'é', '', '\u{10ffff}', 'Tie'].flatMap((text) =>
      compared('title', title, operator, text),
    ),
    ...['same', ''].flatMap((text) => compared('body', body, operator, text)),
    ...['Ada', 'b'].flatMap((text) => compared('author.name', author, operator, text)),
  ]),
  ...['Hello,hello', 'A,Z', ',a', 'z,a', 'Tie,Tie'].flatMap((given) => compared('title', title, '$btw', given)),
]

export const textRows: readonly Row[] = [
  ...equality,
  ...lists,
  ...nulls,
  ...patterns,
  ...comparisons,
  ...onItems('Char', 'letter', '$eq:a', ({ letterColumn }) => letterColumn === 'a'),
  ...onItems('Char', 'letter', '$in:a,A,z', ({ letterColumn }) => letterColumn === 'a' || letterColumn === 'A'),
  ...onItems('Char', 'letter', '$null', ({ letterColumn }) => letterColumn === null),
  ...onItems('Char', 'letter', '$gte:9', ({ letterColumn }) => letterColumn !== null),
  ...onItems('Char', 'letter', '$lt:A', ({ letterColumn }) => letterColumn === '9', {
    why: 'text-order',
    on: inMemory,
    holds: ({ letterColumn }) => letterColumn === '9' || letterColumn === 'a',
  }),
  ...onItems('Char', 'letter', '$btw:9,9', ({ letterColumn }) => letterColumn === '9'),
]
