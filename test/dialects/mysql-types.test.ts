// The types of MySQL and MariaDB under every name that the servers read.
import { expect, test } from 'vitest'
import { mysqlType } from '../../src/dialects/mysql/columns.js'

test.each<[type: string, written: readonly string[]]>([
  ['tinyint', ['tinyint', 'INT1', 'tinyint signed']],
  ['smallint', ['int2']],
  ['mediumint', ['int3', 'MiddleInt']],
  ['int', ['int4', 'integer', ' Integer ', 'integer not null']],
  ['bigint', ['int8']],
  ['int(5) unsigned', ['integer(5) unsigned', 'INT4 (5) UNSIGNED ZEROFILL', 'int( 5 ) zerofill']],
  ['decimal', ['dec', 'fixed', 'numeric', 'NUMERIC']],
  ['decimal(10,2)', ['dec(10,2)', 'fixed(10, 2)', 'numeric (10 , 2)']],
  ['decimal(5) unsigned', ['dec(5) zerofill', 'numeric(5) unsigned']],
  ['float', ['float4']],
  ['double', ['float8', 'double precision', 'DOUBLE   PRECISION']],
  ['double(8,2) unsigned', ['double precision(8,2) unsigned', 'float8(8,2) zerofill']],
  ['real', ['real']],
  ['boolean', ['bool', 'BOOLEAN']],
  ['tinyint(1)', ['int1(1)']],
  ['serial', ['SERIAL']],
  ['char', ['character', 'nchar', 'national char', 'NATIONAL CHARACTER']],
  [
    'char(20)',
    ['Character (20)', 'nchar(20)', 'national character(20)', 'char(20) character set latin1 collate latin1_bin'],
  ],
  ['varchar(20)', ['varcharacter(20)', 'char varying(20)', 'character varying(20)', 'varchar(20) binary']],
  ['varchar(20)', ['nvarchar(20)', 'nchar varchar(20)', 'nchar varcharacter(20)', 'nchar varying(20)']],
  ['varchar(20)', ['national varchar(20)', 'national varcharacter(20)', 'national char varying(20)']],
  ['varchar(20)', ['NATIONAL CHARACTER VARYING(20)', 'character varying(20) character set utf8mb3']],
  ['mediumtext', ['long', 'long varchar', 'long varcharacter', 'long char varying', 'LONG CHARACTER VARYING']],
  ['mediumblob', ['long varbinary', 'long byte', 'long character set binary']],
  ['binary(3)', ['char(3) byte', 'character(3) charset binary']],
  ['varbinary(3)', ['varchar(3) character set binary']],
  ['tinyblob', ['tinytext byte']],
  ['longtext', ['longtext collate utf8mb4_bin']],
  ['year(4)', ['year(4) unsigned']],
  ["enum('A','b')", ["ENUM('A', 'b')"]],
  ['uuid', ['UUID not null']],
  ['point', ['point srid 4326']],
])('%s: %j', (type, written) => {
  expect(written.map(mysqlType)).toEqual(written.map(() => type))
})
