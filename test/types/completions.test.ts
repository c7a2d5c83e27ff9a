// What an editor offers inside the strings of a configuration: the names and operators that would compile there.
import { fileURLToPath } from 'node:url'
import ts from 'typescript-5.9'
import { describe, expect, inject, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isNewLine = new RegExp(inject('drizzle')).test('1.0.0')
const drizzle = `${root}node_modules/drizzle-orm${isNewLine ? '-v1' : ''}`

const prelude = `import { integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig } from '${root}src/builder/paginate-config.js'
const articles = pgTable('articles', { id: serial().primaryKey(), title: text().notNull(), views: integer().notNull(), at: timestamp() })
const list = paginateConfig(articles)
`
const ALL = ['at', 'id', 'title', 'views']
const ORDERED = ['$btw', '$eq', '$gt', '$gte', '$in', '$lt', '$lte', '$null']

/** `|` is where the cursor stands. */
const rows: readonly (readonly [code: string, offered: readonly string[]])[] = [
  [`list.sortable('|')`, ALL],
  [`list.sortable('id', '|')`, ALL],
  [`list.searchable('|')`, ['title']],
  [`list.nullsLast('|')`, ALL],
  [`list.sortable('id', 'views').defaultSortBy('|')`, ['id', 'views']],
  [`list.withTieBreaker('|')`, ['id', 'title', 'views']],
  [`list.withTieBreaker('id', '|')`, ['id', 'title', 'views']],
  [`list.filterable('|')`, ALL],
  [`list.filterable('views', '|')`, ORDERED],
  [`list.filterable('views', '$eq', '|')`, ORDERED],
  [`list.filterable('title', '|')`, [...ORDERED, '$contains', '$ilike', '$sw'].toSorted()],
  [`list.when(true).filterable('|')`, ALL],
  [`list.when(true).filterable('views', '|')`, ORDERED],
]

describe('an editor offers', () => {
  const file = `${root}completions.ts`
  const text = prelude + rows.map(([code]) => code.replace('|', '')).join('\n')
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const source = name === file ? text : ts.sys.readFile(name)
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getCompilationSettings: () => ({
      strict: true, skipLibCheck: true, noEmit: true, types: [],
      target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
      paths: { 'drizzle-orm': [`${drizzle}/index.d.ts`], 'drizzle-orm/*': [`${drizzle}/*.d.ts`] },
    }),
  })

  test.each(rows)('in %s', (code, offered) => {
    const before = prelude.length + rows.slice(0, rows.findIndex(([row]) => row === code)).reduce((sum, [row]) => sum + row.length, 0)
    const entries = service.getCompletionsAtPosition(file, before + code.indexOf('|'), {})?.entries ?? []
    expect(entries.map((entry) => entry.name).toSorted()).toEqual(offered)
  })
})
