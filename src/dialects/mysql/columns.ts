// Stage build: the SQL types of MySQL, MariaDB and SingleStore.
import type { TypeTable } from '../dialect.js'
import {
  BIGINT,
  CHAR,
  DECIMAL,
  DOUBLE,
  INTEGER_BOOLEAN,
  JSON_COLLECTION,
  SINGLE,
  TEXT,
  TIMESTAMP,
  integer,
  plain,
  signed,
  unsigned,
} from '../shared/columns.js'

/** MySQL, MariaDB and SingleStore. `real` is a double there. */
export const mysqlColumns: TypeTable = {
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

/** What the servers read as a type, next to its own name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  tinyint: ['int1'],
  smallint: ['int2'],
  mediumint: ['int3', 'middleint'],
  int: ['int4', 'integer'],
  bigint: ['int8'],
  decimal: ['dec', 'fixed', 'numeric'],
  float: ['float4'],
  double: ['float8', 'double precision'],
  boolean: ['bool'],
  varchar: ['char varying', 'char varchar'],
  mediumtext: ['long', 'long varchar', 'long char varying'],
  mediumblob: ['long varbinary'],
}
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([type, synonyms]) => synonyms.map((synonym) => [synonym, type])),
)

/**
 * A type as Drizzle's own columns print it: `Numeric(10, 2) zerofill` is `decimal(10,2) unsigned`. Other attributes, such
 * as a collation, are left out.
 */
export function mysqlType(sqlType: string): string {
  const size = /\([^)]*\)/.exec(sqlType)?.[0] ?? ''
  const text = sqlType.toLowerCase().replace(size.toLowerCase(), ' ').replace(/\s+/g, ' ').trim()
  // `national` only names a character set.
  const words = text
    .replace(/\b(var)?character\b(?! set)/, '$1char')
    .replace(/^(?:national |n(?=char|varchar))/, '')
    .split(' ')
  const count = [3, 2].find((length) => NAMES.has(words.slice(0, length).join(' '))) ?? 1
  const written = words.slice(0, count).join(' ')
  const attributes = words.slice(count).join(' ')
  // A text in the character set of bytes is a type of bytes.
  const isBytes = /\bbyte\b|\b(?:charset|character set) binary\b/.test(attributes)
  const type = NAMES.get(written) ?? written
  const name = isBytes ? type.replace('char', 'binary').replace('text', 'blob') : type
  const isUnsigned = /\b(?:unsigned|zerofill)\b/.test(attributes) && Object.hasOwn(mysqlColumns, `${name} unsigned`)
  return `${name}${size.replace(/\s/g, '')}${isUnsigned ? ' unsigned' : ''}`
}
