// Functions of the scope in joins, fields and sub-collections: what they make the list ask for.
import { and, eq, max, type SQL, sql } from 'drizzle-orm'
import { alias, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { paginateArray } from '../src/entries/memory/index.js'
import { applyFilters, paginateConfig, PaginateQuery, rowsOf } from '../src/index.js'

const cases = pgTable('cases', { id: integer().primaryKey(), tenant: integer().notNull(), title: text().notNull() })
const notes = pgTable('notes', {
  id: integer().primaryKey(),
  caseId: integer().notNull(),
  tenant: integer().notNull(),
  text: text(),
})
interface Tenant {
  readonly tenantId: number
}
const query = PaginateQuery.from('')

const annotated = paginateConfig(cases)
  .leftJoin('note', notes, ({ scope }: { scope: Tenant }) =>
    and(eq(notes.caseId, cases.id), eq(notes.tenant, scope.tenantId)),
  )
  .withLimits(1, 2)
  .withTieBreaker('id')
  .build()
applyFilters(query, annotated, { scope: { tenantId: 1 } })
// @ts-expect-error the list is scoped
applyFilters(query, annotated)
// @ts-expect-error another scope
applyFilters(query, annotated, { scope: { tenant: 1 } })

const typedBefore = paginateConfig(cases)
  .scopedBy((scope: Tenant) => eq(cases.tenant, scope.tenantId))
  .leftJoin('note', notes, ({ scope }) => and(eq(notes.caseId, cases.id), eq(notes.tenant, scope.tenantId)))
  .field('isMine', ({ scope }) => sql<boolean>`${cases.tenant} = ${scope.tenantId}`, 'boolean')
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterable('isMine', '$eq')
  .build()
applyFilters(query, typedBefore, { scope: { tenantId: 1 } })
// @ts-expect-error the list is scoped
applyFilters(query, typedBefore)

const merged = paginateConfig(cases)
  .scopedBy((scope: Tenant) => eq(cases.tenant, scope.tenantId))
  .leftJoin('note', notes, ({ scope }: { scope: { text: string } }) => eq(notes.text, scope.text))
  .leftJoin('parent', alias(cases, 'parent'), ({ scope }: { scope: { title: string } }) => eq(cases.title, scope.title))
  .field('isNew', ({ scope }: { scope: { now: Date } }) => sql<boolean>`${scope.now} is null`, 'boolean')
  .withLimits(1, 2)
  .withTieBreaker('id')
  .build()
applyFilters(query, merged, { scope: { tenantId: 1, text: 'a', title: 'b', now: new Date() } })
// @ts-expect-error the scope of one of the joins
applyFilters(query, merged, { scope: { tenantId: 1, title: 'b', now: new Date() } })
// @ts-expect-error no condition
paginateConfig(cases).leftJoin('note', notes, () => 'x')
// @ts-expect-error nor here
paginateConfig(cases).innerJoin('note', notes, notes.text)

const collected = paginateConfig(cases)
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterableMany(
    'note',
    rowsOf(notes, ({ scope }: { scope: Tenant }) => eq(notes.tenant, scope.tenantId)),
    notes.text,
    '$eq',
  )
  .build()
applyFilters(query, collected, { scope: { tenantId: 1 } })
// @ts-expect-error the list is scoped
applyFilters(query, collected)

const ofCase = rowsOf(notes, ({ scope }: { scope: Tenant }) =>
  and(eq(notes.caseId, cases.id), eq(notes.tenant, scope.tenantId)),
)
const begun = paginateConfig(cases).withLimits(1, 2).withTieBreaker('id')
const written = ofCase.where(({ scope }: { scope: { text: string } }) => eq(notes.text, scope.text))
const joined = rowsOf(notes, eq(notes.caseId, cases.id)).innerJoin(cases, ({ scope }: { scope: Tenant }) =>
  eq(cases.tenant, scope.tenantId),
)
for (const list of [
  begun.children('notes', ofCase, { id: notes.id }).build(),
  begun.when(true).children('notes', ofCase, { id: notes.id }).build(),
  begun.field('noteCount', ofCase.count()).build(),
  begun.field('newest', ofCase.aggregate(max(notes.id))).build(),
  begun.field('noteCount', joined.count()).build(),
]) {
  applyFilters(query, list, { scope: { tenantId: 1 } })
  // @ts-expect-error the list is scoped
  applyFilters(query, list)
}
const twice = begun.field('noteCount', written.count()).build()
applyFilters(query, twice, { scope: { tenantId: 1, text: 'a' } })
// @ts-expect-error the scope of one of the functions
applyFilters(query, twice, { scope: { tenantId: 1 } })
applyFilters(
  query,
  begun.field('noteCount', rowsOf(notes, eq(notes.caseId, cases.id)).where(eq(notes.tenant, 1)).count()).build(),
)

const plain = paginateConfig(cases)
  .withLimits(1, 2)
  .withTieBreaker('id')
  .filterableMany('note', rowsOf(notes, eq(notes.caseId, cases.id)), notes.text, '$eq')
  .build()
applyFilters(query, plain)

// A function written as `.scopedBy()` takes it would find no member of the scope in `{ scope }`.
const ofTenant = (tenant: Tenant) => eq(notes.tenant, tenant.tenantId)
// @ts-expect-error the function gets { scope }
begun.leftJoin('note', notes, ofTenant)
// @ts-expect-error the same, inline
begun.innerJoin('note', notes, (tenant: Tenant) => eq(notes.tenant, tenant.tenantId))
// @ts-expect-error the same of a scope whose members are optional
begun.leftJoin('note', notes, (tenant: { tenantId?: number }) => eq(notes.tenant, tenant.tenantId ?? 0))
// @ts-expect-error the same after a .scopedBy()
begun.scopedBy((scope: Tenant) => eq(cases.tenant, scope.tenantId)).leftJoin('note', notes, ofTenant)
// @ts-expect-error the same of a scope that is no record
begun.leftJoin('note', notes, (tenantId: number) => eq(notes.tenant, tenantId))
// @ts-expect-error the same of a field
begun.field('isMine', ofTenant, 'boolean')
// @ts-expect-error the same, inline
begun.field('isMine', (tenant: Tenant) => sql<boolean>`${cases.tenant} = ${tenant.tenantId}`, 'boolean')

const inRecord = ({ scope }: { readonly scope: Tenant }) => eq(notes.tenant, scope.tenantId)
const conditions = {
  note({ scope }: { scope: Tenant }) {
    return eq(notes.tenant, scope.tenantId)
  },
}
function sameTenant<Scope extends Tenant>({ scope }: { scope: Scope }): SQL {
  return eq(notes.tenant, scope.tenantId)
}
function withNote<Scope extends Tenant>(on: (given: { scope: Scope }) => SQL | undefined) {
  return begun.leftJoin('note', notes, on).field('isMine', on, 'boolean').build()
}
for (const list of [
  begun.leftJoin('note', notes, inRecord).field('isMine', inRecord, 'boolean').build(),
  begun.leftJoin('note', notes, conditions.note).field('isMine', conditions.note, 'boolean').build(),
  begun
    .leftJoin('note', notes, sameTenant)
    .field('isMine', sameTenant<Tenant>, 'boolean')
    .build(),
  withNote(inRecord),
  withNote(({ scope }: { scope: Tenant }) => eq(notes.tenant, scope.tenantId)),
]) {
  applyFilters(query, list, { scope: { tenantId: 1 } })
  // @ts-expect-error the list is scoped
  applyFilters(query, list)
}
applyFilters(query, begun.leftJoin('note', notes, () => eq(notes.caseId, cases.id)).build())
applyFilters(query, begun.leftJoin('note', notes, JSON.parse('')).field('one', JSON.parse('')).build())
paginateArray([], query, begun.leftJoin('note', notes, JSON.parse('')).build())
for (const list of [
  begun.leftJoin('note', notes, Date.now() > 0 ? inRecord : eq(notes.caseId, cases.id)).build(),
  begun.innerJoin('note', notes, Date.now() > 0 ? inRecord : () => eq(notes.caseId, cases.id)).build(),
  begun.field('isMine', Date.now() > 0 ? inRecord : eq(cases.id, 1), 'boolean').build(),
]) {
  applyFilters(query, list, { scope: { tenantId: 1 } })
  // @ts-expect-error one of the two asks for a scope
  applyFilters(query, list)
  // @ts-expect-error another scope
  applyFilters(query, list, { scope: { tenant: 1 } })
}
applyFilters(query, begun.field('one', () => sql<number>`1`, 'integer').build())

// The function of a count is inside of its rows.
// @ts-expect-error rows.count() itself
begun.field('noteCount', () => ofCase.count())
// @ts-expect-error rows.count() itself
begun.field('noteCount', ({ scope }: { scope: Tenant }) => rowsOf(notes, eq(notes.tenant, scope.tenantId)).count())
// @ts-expect-error rows.count(), called
begun.field('noteCount', ofCase.count)
// @ts-expect-error the function of a field returns SQL
begun.field('copy', () => cases.title)
