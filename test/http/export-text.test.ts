// The text of an export whose rows no configuration describes: the first row says what its columns are.
import { describe, expect, test } from 'vitest'
import { PaginateConfigError } from '../../src/errors.js'
import { startHandling } from '../../src/entries/http/answer-event.js'
import { checkFile, type ExportFileOptions, fileAnswer } from '../../src/entries/http/export-answer.js'

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator<unknown> {
  yield* rows
}
async function textOf(rows: readonly unknown[], options: Partial<ExportFileOptions> = {}): Promise<string> {
  const { chunks } = await fileAnswer((serve) => serve(rowsOf(rows)), { as: 'csv', ...options } as ExportFileOptions, {
    isHead: false,
    handling: startHandling({ url: '/' }, {}),
  })
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for await (const chunk of chunks) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array)
  return text
}

describe('A CSV of rows from elsewhere', () => {
  test.each<[title: string, rows: readonly unknown[], options: Partial<ExportFileOptions>, text: string]>([
    ['no rows: no columns either', [], {}, ''],
    [
      'the keys of the first row',
      [
        { a: 1, b: 'x' },
        { b: 'y', a: 2, c: 3 },
      ],
      {},
      'a,b\r\n1,x\r\n2,y\r\n',
    ],
    ['nested records', [{ a: { b: 1, c: { d: 2 } } }, { a: null }], {}, 'a.b,a.c.d\r\n1,2\r\n,\r\n'],
    [
      'values that say themselves what they are',
      [{ on: new Date(0), gone: new Date(Number.NaN), day: { toJSON: () => '1970-01-02' }, list: [1, 2] }],
      {},
      'on,gone,day,list\r\n1970-01-01T00:00:00.000Z,Invalid Date,1970-01-02,"[1,2]"\r\n',
    ],
    ['rows that say themselves what they are', [{ own: 1, toJSON: () => ({ a: 2, b: 'x' }) }], {}, 'a,b\r\n2,x\r\n'],
    [
      'columns of rows that say themselves what they are',
      [{ toJSON: () => ({ a: 2, b: { c: 3 } }) }, { toJSON: () => ({ a: 4 }) }],
      { columns: ['b.c', 'a'] },
      'b.c,a\r\n3,2\r\n,4\r\n',
    ],
    // A spreadsheet would run text that begins like a formula, in a name too. A number is no formula.
    ['formulas', [{ '=a': '=1+1', n: -1 }], {}, "'=a,n\r\n'=1+1,-1\r\n"],
    // Where the list separator is a semicolon, one inside of a field begins the next cell, quotes or not.
    ['a formula behind a semicolon', [{ a: 'x;=1+1' }], {}, "a\r\nx;'=1+1\r\n"],
    ['formulas behind semicolons', [{ a: 'x;-1;-b;@y;+z; =1;a' }], {}, "a\r\nx;'-1;'-b;'@y;'+z; =1;a\r\n"],
    ['a formula behind a semicolon and a quote', [{ a: 'x;"=1' }], {}, `a\r\n"x;'""=1"\r\n`],
    ['a formula behind a tab', [{ a: 'x\t=1' }], {}, "a\r\nx\t'=1\r\n"],
    ['a formula on a second line', [{ a: 'x\r\n=1\n-2\n-b' }], {}, `a\r\n"x\r\n'=1\n'-2\n'-b"\r\n`],
    ['a formula behind a semicolon and a tab', [{ a: 'x;\t=1' }], {}, "a\r\nx;\t'=1\r\n"],
    ['lines that are no formulas', [{ a: 'x\r\n\r\ny;\tz;' }], {}, 'a\r\n"x\r\n\r\ny;\tz;"\r\n'],
    ['a formula behind a semicolon in JSON', [{ a: ['x;=1'] }], {}, `a\r\n"[""x;'=1""]"\r\n`],
    ['full width behind a semicolon', [{ a: 'x;＝1' }], {}, "a\r\nx;'＝1\r\n"],
    ['formulas, unguarded', [{ '=a': '=1+1' }], { guardFormulas: false }, '=a\r\n=1+1\r\n'],
    ['the columns asked for', [{ a: 1, b: { c: 2 } }], { columns: ['b.c', 'a'] }, 'b.c,a\r\n2,1\r\n'],
    ['a column whose name has a dot', [{ 'b.c': 1, b: { c: 2 } }], { columns: ['b.c'] }, 'b.c\r\n1\r\n'],
    ['a record as a column', [{ b: { c: 2 } }], { columns: ['b'] }, 'b\r\n"{""c"":2}"\r\n'],
    [
      'columns without a value in the first row',
      [{ a: undefined, b: null, c: undefined }, { b: { c: 2 } }, {}],
      { columns: ['a', 'b.c', 'c.d'] },
      'a,b.c,c.d\r\n,,\r\n,2,\r\n,,\r\n',
    ],
    ['any columns of no rows', [], { columns: ['a', 'b.c'] }, 'a,b.c\r\n'],
    [
      'another delimiter, quoted where a field holds it',
      [{ a: 'x;y', b: 'x,y', c: 'x"y' }],
      { delimiter: ';' },
      'a;b;c\r\n"x;y";x,y;"x""y"\r\n',
    ],
    ['tabs', [{ a: 'x\ty', b: 1 }], { delimiter: '\t' }, 'a\tb\r\n"x\ty"\t1\r\n'],
    ['bars', [{ a: 'x|y', b: 1 }], { delimiter: '|' }, 'a|b\r\n"x|y"|1\r\n'],
    // Readers drop a line that is blank, and a row with it.
    ['an empty field that is a whole line', [{ a: null }, { a: '' }, { a: 1 }], {}, 'a\r\n""\r\n""\r\n1\r\n'],
    ['an empty title that is a whole line', [{ a: 1, b: 2 }], { columns: { a: '' } }, '""\r\n1\r\n'],
    ['empty fields among others', [{ a: null, b: '' }], {}, 'a,b\r\n,\r\n'],
    ['an empty field before a trailer', [{ a: '' }], { trailer: true }, 'a\r\n""\r\n#end 1\r\n'],
    [
      'a text, and other values of JSON',
      [{ a: 'hello', b: '5', c: 5, d: [1], e: true }],
      {},
      'a,b,c,d,e\r\nhello,5,5,[1],true\r\n',
    ],
    ['a byte order mark', [{ a: 1 }], { bom: true }, '\ufeffa\r\n1\r\n'],
    ['a byte order mark of no rows', [], { bom: true }, '\ufeff'],
    [
      'titles',
      [{ a: 1, b: { c: 2 }, d: 3 }],
      { columns: { 'b.c': 'Total (EUR)', a: 'x;"=1"', d: undefined }, delimiter: ';' },
      'Total (EUR);"x;""=1"""\r\n2;1\r\n',
    ],
    ['a title that is a formula', [{ a: 1 }], { columns: { a: '=1' } }, "'=1\r\n1\r\n"],
    // Another list separator than the file's begins a cell inside of a field.
    ['a formula behind a semicolon', [{ a: 'x;=1+1' }], {}, "a\r\nx;'=1+1\r\n"],
    ['a formula behind a semicolon and a quote', [{ a: 'x;"=1+1"' }], {}, 'a\r\n"x;\'""=1+1"""\r\n'],
    ['a formula behind a line break', [{ a: 'x\n@a' }], {}, 'a\r\n"x\n\'@a"\r\n'],
    ['a formula behind a tab', [{ a: 'x\t\uff1d1' }], {}, "a\r\nx\t'\uff1d1\r\n"],
    ['a formula behind the delimiter', [{ a: 'x,=1+1' }], {}, 'a\r\n"x,=1+1"\r\n'],
    ['a formula behind a comma', [{ a: 'x,=1+1', b: 'x;=1' }], { delimiter: ';' }, `a;b\r\nx,'=1+1;"x;=1"\r\n`],
    [
      'numbers behind a comma',
      [{ a: [1, -2], b: 'x,-3', c: 'x,-a' }],
      { delimiter: ';' },
      "a;b;c\r\n[1,-2];x,-3;x,'-a\r\n",
    ],
    ['a formula in a list', [{ a: ['x;=1'] }], {}, 'a\r\n"[""x;\'=1""]"\r\n'],
  ])('%s', async (_title, rows, options, text) => {
    expect(await textOf(rows, options)).toBe(text)
  })
})

test.each<[columns: ExportFileOptions['columns'], name: string]>([
  [['nope'], 'nope'],
  [['a', 'A'], 'A'],
  [{ a: 'A', nope: 'Nope' }, 'nope'],
  [['b.d'], 'b.d'],
  [['a.b'], 'a.b'],
  [['b.c.d'], 'b.c.d'],
])('columns %j are refused, of which the first row has not %s', async (columns, name) => {
  for (const rows of [[{ a: 'x', b: { c: 2 } }], [{ a: 'x', b: { c: 2 } }, { nope: 1 }]])
    await expect(textOf(rows, { columns })).rejects.toThrow(
      new PaginateConfigError(
        `The export has a column '${name}' that its first row does not have; return it for each row, or name one of 'a', 'b'.`,
      ),
    )
})

test.each(['json', 'ndjson'] as const)('what JSON cannot hold is an error of the rows: %s', async (as) => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  await expect(textOf([{ n: 1n }, circular], { as })).rejects.toThrow(/circular/i)
  expect(await textOf([{ n: 1n }, { n: 2 }], { as })).toBe(
    as === 'json' ? '[{"n":"1"},{"n":2}]' : '{"n":"1"}\n{"n":2}\n',
  )
})

test('a delimiter that would break the file is refused', () => {
  for (const delimiter of ['"', '', ';;', '\n', 1])
    expect(() => checkFile({ as: 'csv', delimiter: delimiter as never })).toThrow(
      /^The export has a delimiter '.*'; choose ',', ';', '\|' or a tab\.$/,
    )
})
