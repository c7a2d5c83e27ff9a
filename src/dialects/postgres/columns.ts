// Stage build: the SQL types of PostgreSQL and CockroachDB.
import type { TypeTable } from '../dialect.js'
import {
  BIGINT,
  BOOLEAN,
  CHAR,
  DECIMAL,
  DOUBLE,
  JSON_DOCUMENT,
  SINGLE,
  TEXT,
  TEXT_LIKE,
  TIMESTAMP,
  integer,
  plain,
  signed,
} from '../shared/columns.js'

/**
 * PostgreSQL and CockroachDB. A time with time zone is absent: clients send times without an offset (R5.1.10), so it
 * could not be compared.
 */
export const postgresColumns: TypeTable = {
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
