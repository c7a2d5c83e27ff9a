// Under which name a statement is prepared.
import { describe, expect, test } from 'vitest'
import { MAX_STATEMENT_NAMES, type NamedText, StatementNames } from '../../src/kept/kept-statement.js'

describe('StatementNames', () => {
  const textOf = (sql: string, isNameable = true) =>
    ({ isNameable, runs: 0, hasRun: false, name: undefined, query: { sql } }) as NamedText
  const lost = { code: '26000' }

  test('names a statement from its second run on, always alike', () => {
    const names = new StatementNames()
    const text = textOf('select 1')
    const given = [names.nameFor(text), names.nameFor(text), names.nameFor(text), text.runs]
    expect(given).toEqual([undefined, expect.stringMatching(/^drizzle_paginate_[0-9a-z]{12,}$/), given[1], 3])
    const again = textOf('select 1')
    names.nameFor(again)
    expect(names.nameFor(again)).toBe(given[1])
    const other = textOf('select 2')
    names.nameFor(other)
    expect(names.nameFor(other)).not.toBe(given[1])
  })

  test('names none that may not have one', () => {
    const names = new StatementNames()
    const text = textOf('select 1', false)
    expect([names.nameFor(text), names.nameFor(text), text.runs]).toEqual([undefined, undefined, 0])
  })

  test('gives so many names and no more, until it is reset', () => {
    const names = new StatementNames()
    const nameOf = (sql: string): string | undefined => {
      const text = textOf(sql)
      names.nameFor(text)
      return names.nameFor(text)
    }
    const given = Array.from({ length: MAX_STATEMENT_NAMES + 2 }, (_, at) => nameOf(`select ${at}`))
    expect(given.map((name) => name !== undefined)).toEqual(given.map((_, at) => at < MAX_STATEMENT_NAMES))
    // One that was given before is given again.
    expect(nameOf('select 0')).toBe(given[0])
    names.reset()
    expect(nameOf('select -1')).toMatch(/^drizzle_paginate_/)
  })

  test.each<[title: string, error: unknown, isRenewed: boolean]>([
    ['a lost statement', lost, true],
    ['one that is there already', { code: '42P05' }, true],
    ['one of other columns', { code: '0A000' }, true],
    ["a driver's error within Drizzle's", { cause: { cause: { cause: lost } } }, true],
    ['an error too deep', { cause: { cause: { cause: { cause: lost } } } }, false],
    ['another error', { code: '23505' }, false],
    ['no object', 'lost', false],
    ['null', null, false],
  ])('renews names after %s', (_title, error, isRenewed) => {
    const names = new StatementNames()
    const text = textOf('select 1')
    names.nameFor(text)
    const name = String(names.nameFor(text))
    names.renewAfter(error, name)
    const next = names.nameFor(text)
    expect(next !== name).toBe(isRenewed)
    expect(next).toMatch(isRenewed ? /^drizzle_paginate_1_[0-9a-z]+$/ : /^drizzle_paginate_[0-9a-z]+$/)
  })

  test.each(['42846', '42883'])('renews names after an error of types (%s) of a statement that has run', (code) => {
    const names = new StatementNames()
    const text = textOf('select 1')
    names.nameFor(text)
    const name = String(names.nameFor(text))
    // A mistake of the app's own, which has never run.
    names.renewAfter({ cause: { code } }, name, false)
    expect(names.nameFor(text)).toBe(name)
    names.renewAfter({ cause: { code } }, name, true)
    expect(names.nameFor(text)).toMatch(/^drizzle_paginate_1_/)
  })

  test('renews once for all statements that were lost together, and gives up after the third time', () => {
    const names = new StatementNames()
    const text = textOf('select 1')
    names.nameFor(text)
    const given = [names.nameFor(text)]
    for (let turn = 1; turn <= 4; turn++) {
      names.renewAfter(lost, String(given.at(-1)))
      // Another call lost the same name.
      names.renewAfter(lost, String(given.at(-1)))
      given.push(names.nameFor(text))
    }
    expect(given.map((name) => name?.replace(/_?[0-9a-z]+$/, ''))).toEqual([
      'drizzle_paginate',
      'drizzle_paginate_1',
      'drizzle_paginate_2',
      'drizzle_paginate_3',
      undefined,
    ])
    expect(text.runs).toBe(5)
  })
})
