// PGlite with the tables of the four lists and their rows. The statements that make the tables come from the schema.
import { PGlite } from '@electric-sql/pglite'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { drizzle } from 'drizzle-orm/pglite'
import * as keys from './api-keys.js'
import * as sales from './customers.js'
import * as library from './reports.js'
import * as bank from './transactions.js'

export async function openLists() {
  const client = await PGlite.create()
  const schema = { ...sales, ...bank, ...keys, ...library }
  for (const statement of await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema)))
    await client.exec(statement)
  const db = drizzle({ client })
  await db.insert(sales.customers).values(sales.customerRows)
  await db.insert(sales.purchases).values(sales.purchaseRows)
  await db.insert(bank.transactions).values([...bank.transactionRows])
  await db.insert(keys.members).values(keys.memberRows)
  await db.insert(keys.apiKeys).values(keys.apiKeyRows)
  await db.insert(keys.permissions).values(keys.permissionRows)
  await db.insert(keys.keyPermissions).values(keys.keyPermissionRows)
  await db.insert(library.reports).values(library.reportRows)
  await db.insert(library.reportTags).values(library.reportTagRows)
  await db.insert(library.taggings).values(library.taggingRows)
  return { db, close: () => client.close() }
}
