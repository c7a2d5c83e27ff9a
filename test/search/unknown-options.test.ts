// A misspelt option would search in another language, or for another distance.
import { integer, pgTable, text, vector } from 'drizzle-orm/pg-core'
import { fts5, fullText, fullTextDocument, nearest, words } from 'drizzle-paginate/search'
import { expect, test } from 'vitest'
import { paginateConfig } from '../../src/index.js'

const notes = pgTable('notes', { id: integer().primaryKey(), title: text(), at: vector({ dimensions: 2 }) })
const list = paginateConfig(notes).withLimits(5, 10).withTieBreaker('id').build()

test.each<[string, () => unknown, string]>([
  [
    'fullText',
    () => fullText([notes.title], { langauge: 'german' } as never),
    "fullText() has no option 'langauge'; did you mean 'language'?",
  ],
  [
    'fullTextDocument',
    () => fullTextDocument([notes.title], { lang: 'german' } as never),
    "fullTextDocument() has no option 'lang'",
  ],
  [
    'words',
    () => words([notes.title], { folds: true } as never),
    "words() has no option 'folds'; did you mean 'fold'?",
  ],
  ['nearest', () => nearest(notes.at, () => [1, 2], { max: 1 } as never), "nearest() has no option 'max'"],
  [
    'fts5',
    () => fts5('notes_fts', { rowId: notes.id } as never),
    "fts5() has no option 'rowId'; did you mean 'rowid'?",
  ],
  [
    'describe',
    () => list.describe({ includeDisable: true } as never),
    "describe() has no option 'includeDisable'; did you mean 'includeDisabled'?",
  ],
])('%s refuses an option that it does not have', (_title, call, sentence) => {
  expect(call).toThrow(sentence)
})

test.each<[string, () => unknown]>([
  ['fullText', () => fullText([notes.title], { language: 'german', lang: undefined } as never)],
  ['words', () => words([notes.title])],
  ['describe', () => list.describe({ includeDisabled: true })],
])('%s takes its own, and undefined for any', (_title, call) => {
  expect(call).not.toThrow()
})
