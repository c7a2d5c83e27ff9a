// What an editor offers inside the strings of a configuration: the names and operators that would compile there.
import { describe, expect, test } from 'vitest'
import { Editor } from './editor.js'

const prelude = `import { integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig } from 'drizzle-paginate'
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
  const editor = new Editor(prelude + rows.map(([code]) => code.replace('|', '')).join('\n'))

  test.each(rows)('in %s', { timeout: 180_000 }, (code, offered) => {
    const before =
      prelude.length +
      rows
        .slice(
          0,
          rows.findIndex(([row]) => row === code),
        )
        .reduce((sum, [row]) => sum + row.length, 0)
    expect(editor.completions(before + code.indexOf('|'))).toEqual(offered)
  })
})
