// Stage build: facts of the built-in SQL types, one table per family of dialects.
import { DIALECT_NAMES, dialectFacts, type DialectName } from '../dialect-facts.js'
import type { ColumnFacts } from '../types/value.js'
import type { ValueTypeName } from '../vocabulary.js'
import { INT64 } from './number.js'

/** The facts that depend on the SQL type alone; the rest of `ColumnFacts` depends on the column. */
export type TypeFacts = Pick<ColumnFacts, 'valueType'> & Partial<Pick<ColumnFacts, 'range' | 'isSinglePrecision' | 'storage' | 'element'>>
export type TypeTable = Readonly<Record<string, TypeFacts>>

export const PLAIN_FACTS: ColumnFacts = Object.freeze({
  valueType: null,
  notNull: false,
  sqlType: '',
  enumValues: null,
  isNativeEnum: false,
  range: null,
  isSinglePrecision: false,
  storage: 'plain',
  element: null,
})

/** The elements of a JSON array. The schema does not know their type, so they are matched by their text. */
export const TEXT_ELEMENT: ColumnFacts = Object.freeze({ ...PLAIN_FACTS, valueType: 'text', sqlType: 'text' })

type Range = NonNullable<ColumnFacts['range']>

const plain = (valueType: ValueTypeName): TypeFacts => ({ valueType })
const signed = (bits: bigint): Range => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })
const unsigned = (bits: bigint): Range => ({ min: 0n, max: 2n ** bits - 1n })
const integer = (range: Range, valueType: 'integer' | 'bigint' = 'integer'): TypeFacts => ({ valueType, range })

const TEXT = plain('text')
const CHAR = plain('char')
const DECIMAL = plain('decimal')
const DOUBLE = plain('float')
const SINGLE: TypeFacts = { valueType: 'float', isSinglePrecision: true }
const BOOLEAN = plain('boolean')
const INTEGER_BOOLEAN: TypeFacts = { valueType: 'boolean', storage: 'integer-boolean' }
const TIMESTAMP = plain('timestamp')
const BIGINT = integer(INT64, 'bigint')
const TEXT_LIKE: TypeFacts = { valueType: 'text', storage: 'text-like' }
const JSON_COLLECTION: TypeFacts = { valueType: 'collection', storage: 'json-array', element: TEXT_ELEMENT }
/** PostgreSQL has arrays for collections, so JSON is a collection only if the field says so. */
const JSON_DOCUMENT: TypeFacts = { valueType: null, storage: 'json-array', element: TEXT_ELEMENT }

/** PostgreSQL and CockroachDB. A time with time zone is absent: clients send times without an offset (R5.1.10), so it could not be compared. */
const POSTGRESQL: TypeTable = {
  smallint: integer(signed(16n)),
  int2: integer(signed(16n)),
  smallserial: integer(signed(16n)),
  integer: integer(signed(32n)),
  int4: integer(signed(32n)),
  serial: integer(signed(32n)),
  bigint: BIGINT,
  int8: BIGINT,
  bigserial: BIGINT,
  numeric: DECIMAL,
  decimal: DECIMAL,
  real: SINGLE,
  'double precision': DOUBLE,
  float: DOUBLE,
  boolean: BOOLEAN,
  bool: BOOLEAN,
  uuid: plain('uuid'),
  text: TEXT,
  varchar: TEXT,
  string: TEXT,
  citext: TEXT,
  char: CHAR,
  inet: TEXT_LIKE,
  cidr: TEXT_LIKE,
  macaddr: TEXT_LIKE,
  macaddr8: TEXT_LIKE,
  timestamp: TIMESTAMP,
  'timestamp with time zone': TIMESTAMP,
  timestamptz: TIMESTAMP,
  date: plain('date'),
  time: plain('time'),
  interval: plain('interval'),
  json: JSON_DOCUMENT,
  jsonb: JSON_DOCUMENT,
}

const SQLITE: TypeTable = {
  integer: integer(INT64),
  real: DOUBLE,
  numeric: DECIMAL,
  text: TEXT,
}

/** MySQL, MariaDB and SingleStore. `real` is a double there. */
const MYSQL: TypeTable = {
  tinyint: integer(signed(8n)),
  'tinyint unsigned': integer(unsigned(8n)),
  smallint: integer(signed(16n)),
  'smallint unsigned': integer(unsigned(16n)),
  mediumint: integer(signed(24n)),
  'mediumint unsigned': integer(unsigned(24n)),
  int: integer(signed(32n)),
  'int unsigned': integer(unsigned(32n)),
  bigint: BIGINT,
  'bigint unsigned': integer(unsigned(64n), 'bigint'),
  serial: integer(unsigned(64n), 'bigint'),
  // The database reads one or two digits as a year of 1970 to 2069, so only this range is read as it is written.
  year: integer({ min: 1901n, max: 2155n }),
  decimal: DECIMAL,
  'decimal unsigned': DECIMAL,
  float: SINGLE,
  'float unsigned': SINGLE,
  double: DOUBLE,
  'double unsigned': DOUBLE,
  real: DOUBLE,
  'real unsigned': DOUBLE,
  boolean: INTEGER_BOOLEAN,
  'tinyint(1)': INTEGER_BOOLEAN,
  char: CHAR,
  varchar: TEXT,
  text: TEXT,
  tinytext: TEXT,
  mediumtext: TEXT,
  longtext: TEXT,
  datetime: TIMESTAMP,
  timestamp: TIMESTAMP,
  date: plain('date'),
  time: plain('time'),
  json: JSON_COLLECTION,
}

const SQL_SERVER: TypeTable = {
  tinyint: integer(unsigned(8n)),
  smallint: integer(signed(16n)),
  int: integer(signed(32n)),
  bigint: BIGINT,
  decimal: DECIMAL,
  numeric: DECIMAL,
  real: SINGLE,
  float: DOUBLE,
  bit: INTEGER_BOOLEAN,
  char: CHAR,
  nchar: CHAR,
  varchar: TEXT,
  nvarchar: TEXT,
  text: TEXT,
  ntext: TEXT,
  datetime: TIMESTAMP,
  datetime2: TIMESTAMP,
  datetimeoffset: TIMESTAMP,
  date: plain('date'),
  time: plain('time'),
}

const TYPE_TABLES: { readonly [name in DialectName]: TypeTable } = {
  postgresql: POSTGRESQL,
  sqlite: SQLITE,
  mysql: MYSQL,
  singlestore: MYSQL,
  mssql: SQL_SERVER,
  cockroach: POSTGRESQL,
}

/** By the prefix of a column's `columnType`, which both Drizzle lines have. */
export function typeTableOf(columnType: string): TypeTable | undefined {
  const name = DIALECT_NAMES.find((dialect) => columnType.startsWith(dialectFacts(dialect).classPrefix))
  return name && TYPE_TABLES[name]
}

/** Drizzle columns whose class decides more than their SQL type. */
export const CLASS_FACTS: TypeTable = {
  SQLiteBoolean: INTEGER_BOOLEAN,
  SQLiteTextJson: JSON_COLLECTION,
  MsSqlNVarCharJson: JSON_COLLECTION,
}
