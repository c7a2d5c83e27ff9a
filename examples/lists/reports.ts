// Reports: pinned first, then newest, with their tags. Clients may sort otherwise, and never by what is pinned.
import { asc, desc, eq } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'

export const reports = pgTable('reports', {
  id: integer().primaryKey(),
  title: text().notNull(),
  isPinned: boolean().notNull().default(false),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

export const reportTags = pgTable('report_tags', { id: integer().primaryKey(), name: text().notNull() })

export const taggings = pgTable(
  'report_taggings',
  { reportId: integer().notNull(), tagId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.reportId, table.tagId] })],
)

const ofReport = eq(taggings.reportId, reports.id)
const toTag = eq(reportTags.id, taggings.tagId)

export const reportList = paginateConfig(reports)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .defaultSortBy(desc(reports.isPinned), desc(reports.createdAt))
  .sortable('title', 'createdAt')
  .searchable('title')
  .filterable('isPinned', '$eq')
  .filterableMany('tag', rowsOf(taggings, ofReport).innerJoin(reportTags, toTag), reportTags.name, '$eq', '$in')
  .children(
    'tags',
    rowsOf(taggings, ofReport).innerJoin(reportTags, toTag),
    { name: reportTags.name },
    { orderBy: [asc(reportTags.name)] },
  )
  .build()

const on = (day: number): Date => new Date(Date.UTC(2026, 0, day))
export const reportRows = [
  { id: 1, title: 'January', createdAt: on(1) },
  { id: 2, title: 'How we count', createdAt: on(2), isPinned: true },
  { id: 3, title: 'February', createdAt: on(3) },
  { id: 4, title: 'Glossary', createdAt: on(1), isPinned: true },
]
export const reportTagRows = [
  { id: 1, name: 'sales' },
  { id: 2, name: 'help' },
  { id: 3, name: 'numbers' },
]
export const taggingRows = [
  { reportId: 1, tagId: 1 },
  { reportId: 2, tagId: 3 },
  { reportId: 2, tagId: 2 },
  { reportId: 3, tagId: 1 },
]
