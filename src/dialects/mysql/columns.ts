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

/** MySQL, MariaDB and SingleStore, under every name that these read. `real` is a double there. */
export const mysqlColumns: TypeTable = {
  tinyint: integer(signed(8n)),
  int1: integer(signed(8n)),
  smallint: integer(signed(16n)),
  int2: integer(signed(16n)),
  mediumint: integer(signed(24n)),
  middleint: integer(signed(24n)),
  int3: integer(signed(24n)),
  int: integer(signed(32n)),
  integer: integer(signed(32n)),
  int4: integer(signed(32n)),
  bigint: BIGINT,
  int8: BIGINT,
  serial: integer(unsigned(64n), 'bigint'),
  // The database reads one or two digits as a year of 1970 to 2069, so only this range is read as it is written.
  year: integer({ min: 1901n, max: 2155n }),
  decimal: DECIMAL,
  dec: DECIMAL,
  fixed: DECIMAL,
  numeric: DECIMAL,
  float: SINGLE,
  float4: SINGLE,
  double: DOUBLE,
  'double precision': DOUBLE,
  float8: DOUBLE,
  real: DOUBLE,
  bool: INTEGER_BOOLEAN,
  boolean: INTEGER_BOOLEAN,
  'tinyint(1)': INTEGER_BOOLEAN,
  char: CHAR,
  varchar: TEXT,
  text: TEXT,
  tinytext: TEXT,
  mediumtext: TEXT,
  longtext: TEXT,
  long: TEXT,
  'long varchar': TEXT,
  datetime: TIMESTAMP,
  timestamp: TIMESTAMP,
  date: plain('date'),
  time: plain('time'),
  json: JSON_COLLECTION,
}

/**
 * A type as the table has it, with its size: `Numeric(10, 2) ZEROFILL` is `numeric(10,2) unsigned`, and `national
 * character varying(20)` is `varchar(20)`. Other attributes, such as a collation, and members are left out.
 */
export function mysqlType(sqlType: string): string {
  const [, size = ''] = /^[\w\s]*(\([\d\s,]*\))/.exec(sqlType) ?? []
  const text = sqlType
    .replace(size, ' ')
    // Members of an enum and a comment may hold any words.
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/\b(var)?character\b(?! set)/, '$1char')
    .replace(/char var(?:ying|char)/, 'varchar')
    // It only names a character set.
    .replace(/^ ?(?:national |n(?=char|varchar)|)/, '')
  const [name = ''] = /^(?:double precision|long var\w+|\w+)/.exec(text) ?? []
  // A text in the character set of bytes is a type of bytes.
  const ofBytes = / (?:byte|char(?:set|acter set) binary)\b/.test(text)
    ? name.replace('char', 'binary').replace('text', 'blob')
    : name
  return `${ofBytes}${size.replaceAll(' ', '')}${/ (?:unsigned|zerofill)/.test(text) ? ' unsigned' : ''}`
}
