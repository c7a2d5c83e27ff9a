// Stages plan and run: the texts of sort keys, by dialect.
import type { DialectName } from '../../../vocabulary.js'
import type { KeyTexts } from './key-texts.js'
import { mysqlKeyTexts } from './mysql.js'
import { postgresKeyTexts } from './postgres.js'
import { driverText, plainKeyTexts } from './shared.js'
import { sqliteKeyTexts } from './sqlite.js'

export const KEY_TEXTS: { readonly [name in DialectName]: KeyTexts } = {
  postgresql: postgresKeyTexts,
  mysql: mysqlKeyTexts,
  sqlite: sqliteKeyTexts,
  singlestore: { ...mysqlKeyTexts, readUntyped: driverText },
  mssql: plainKeyTexts,
  cockroach: postgresKeyTexts,
}
