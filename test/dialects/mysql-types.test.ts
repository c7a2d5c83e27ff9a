// The types of MySQL and MariaDB under every name that the servers read.
import { customType, mysqlTable } from 'drizzle-orm/mysql-core'
import { describe, expect, test } from 'vitest'
import { mysqlType } from '../../src/dialects/mysql/columns.js'
import { sqlTypeFacts } from '../../src/values/read-column.js'

const factsOf = (type: string) =>
  sqlTypeFacts(mysqlTable('t', { c: customType<{ data: unknown }>({ dataType: () => type })() }).c)

describe('numbers', () => {
  test.each<[type: string, range: readonly [min: bigint, max: bigint], written: readonly string[]]>([
    ['integer', [-(2n ** 7n), 2n ** 7n - 1n], ['tinyint', 'INT1', 'tinyint signed']],
    ['integer', [0n, 255n], ['tinyint unsigned', 'int1(3) zerofill']],
    ['integer', [-(2n ** 15n), 2n ** 15n - 1n], ['smallint', 'int2']],
    ['integer', [-(2n ** 23n), 2n ** 23n - 1n], ['mediumint', 'int3', 'MiddleInt']],
    ['integer', [-(2n ** 31n), 2n ** 31n - 1n], ['int', 'int4', ' Integer ', 'integer not null']],
    ['integer', [0n, 2n ** 32n - 1n], ['INTEGER (5) UNSIGNED ZEROFILL', 'int4( 5 ) zerofill', 'int  unsigned']],
    ['bigint', [-(2n ** 63n), 2n ** 63n - 1n], ['bigint', 'int8', 'BIGINT SIGNED']],
    ['bigint', [0n, 2n ** 64n - 1n], ['bigint unsigned', 'int8 zerofill', 'SERIAL']],
  ])('%s %s: %s', (valueType, [min, max], written) => {
    expect(written.map(factsOf)).toMatchObject(written.map(() => ({ valueType, range: { min, max } })))
  })

  test.each<[type: string, isSinglePrecision: boolean, written: readonly string[]]>([
    ['decimal', false, ['decimal', 'dec(10,2)', 'fixed(10, 2) unsigned', 'NUMERIC (10 , 2)', 'numeric zerofill']],
    ['float', true, ['float', 'float4', 'FLOAT4 unsigned', 'float(24)']],
    [
      'float',
      false,
      ['double', 'float8', 'real(8,2) zerofill', 'DOUBLE   PRECISION', 'double precision(8,2)', 'float(25)'],
    ],
    ['boolean', false, ['bool', 'BOOLEAN', 'tinyint(1)']],
  ])('%s, single: %s: %j', (valueType, isSinglePrecision, written) => {
    expect(written.map(factsOf)).toMatchObject(written.map(() => ({ valueType, isSinglePrecision })))
  })
})

describe('texts, bytes and others', () => {
  test.each<[type: string, written: readonly string[]]>([
    ['char', ['character', 'nchar', 'national char', 'NATIONAL CHARACTER']],
    ['char(20)', ['Character (20)', 'nchar(20)', 'national character(20)', 'char(20) character set latin1 collate x']],
    ['varchar(20)', ['varcharacter(20)', 'char varying(20)', 'character varying(20)', 'varchar(20) binary']],
    ['varchar(20)', ['nvarchar(20)', 'nchar varchar(20)', 'nchar varcharacter(20)', 'nchar varying(20)']],
    ['varchar(20)', ['national varchar(20)', 'national varcharacter(20)', 'national char varying(20)']],
    ['varchar(20)', ['NATIONAL CHARACTER VARYING(20)', 'character varying(20) character set utf8mb3']],
    ['long varchar', ['long varchar', 'long varcharacter', 'long char varying', 'LONG CHARACTER VARYING']],
    ['long varbinary', ['Long  Varbinary', 'long varchar byte']],
    ['binary(3)', ['char(3) byte', 'character(3) charset binary']],
    ['varbinary(3)', ['varchar(3) character set binary']],
    ['tinyblob', ['tinytext byte']],
    ['longtext', ['longtext collate utf8mb4_bin']],
    ['decimal(10,2) unsigned', ['Decimal(10 , 2) zerofill']],
    ['enum', ["ENUM('A', 'b')", "enum('a)', 'no unsigned')"]],
    ['uuid', ['UUID not null']],
    ['int', ["int comment 'unsigned, in (bytes)'", "int comment 'it''s unsigned'"]],
    ['point', ['point srid 4326']],
  ])('%s: %j', (type, written) => {
    expect(written.map(mysqlType)).toEqual(written.map(() => type))
  })
})
