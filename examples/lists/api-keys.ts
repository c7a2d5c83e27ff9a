// The keys of a tenant with their permissions. The tenant is a condition of the list and of its join, and no call can
// forget it.
import { and, asc, eq } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { paginateConfig, rowsOf } from 'drizzle-paginate'

export const members = pgTable(
  'members',
  { tenantId: integer().notNull(), userId: integer().notNull(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
)

export const apiKeys = pgTable('api_keys', {
  id: integer().primaryKey(),
  tenantId: integer().notNull(),
  ownerId: integer().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  lastUsedAt: timestamp({ withTimezone: true }),
})

export const permissions = pgTable('permissions', { id: integer().primaryKey(), name: text().notNull() })

export const keyPermissions = pgTable(
  'key_permissions',
  { keyId: integer().notNull(), permissionId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.keyId, table.permissionId] })],
)

const permissionsOfKey = rowsOf(keyPermissions, eq(keyPermissions.keyId, apiKeys.id)).innerJoin(
  permissions,
  eq(permissions.id, keyPermissions.permissionId),
)

export const apiKeyList = paginateConfig(apiKeys)
  .scopedBy((scope: { tenantId: number }) => eq(apiKeys.tenantId, scope.tenantId))
  // A user is a member of several tenants, under a name in each.
  .leftJoin('owner', members, ({ scope }) =>
    and(eq(members.userId, apiKeys.ownerId), eq(members.tenantId, scope.tenantId)),
  )
  .withLimits(20, 100)
  .withTieBreaker('id')
  .children(
    'permissions',
    permissionsOfKey,
    { id: permissions.id, name: permissions.name },
    { orderBy: [asc(permissions.name)] },
  )
  .sortable('name', 'lastUsedAt', 'owner.name')
  .sortable('lastUsedAt', { nulls: 'last' })
  .defaultSortBy('lastUsedAt', 'desc')
  .searchable('name', 'owner.name')
  .filterable('lastUsedAt', '$lt', '$null')
  .select({ id: true, name: true, lastUsedAt: true, owner: { name: true }, permissions: { name: true } })
  .build()

export const memberRows = [
  { tenantId: 1, userId: 7, name: 'Ada' },
  { tenantId: 2, userId: 7, name: 'Countess' },
]
export const apiKeyRows = [
  { id: 1, tenantId: 1, ownerId: 7, name: 'ci', hash: 'x1', lastUsedAt: new Date('2026-01-01T00:00:00Z') },
  { id: 2, tenantId: 2, ownerId: 7, name: 'ci', hash: 'x2', lastUsedAt: null },
  { id: 3, tenantId: 1, ownerId: 8, name: 'backup', hash: 'x3', lastUsedAt: null },
]
export const permissionRows = [
  { id: 1, name: 'write' },
  { id: 2, name: 'read' },
]
export const keyPermissionRows = [
  { keyId: 1, permissionId: 1 },
  { keyId: 1, permissionId: 2 },
  { keyId: 2, permissionId: 1 },
]
