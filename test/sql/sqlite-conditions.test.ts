// Conditions and orders as SQLite's text and parameters. Names are without their quotes, and columns of the root
// without their table.
import { expect, test } from 'vitest'
import { sqlite } from './lists.js'
import { condition, order } from './rendered.js'

const { list, dialect, quote } = sqlite
const bare = (text: unknown): string => String(text).replaceAll(quote, '').replaceAll('items.', '')

const HELD =
  "(json_type(tags) = 'array' and not exists (select 1 from json_each(?) as wanted_ where not exists (" +
  "select 1 from json_each(tags) as held_ where case held_.type when 'true' then 'true' when 'false' then 'false' " +
  'else cast(held_.value as text) end = wanted_.value)))'
/** Moments as text of one form: the fraction is cut off, since `strftime` would round it, and appended again. */
const iso = (text: string, format: string): string => {
  const dot = `instr(${text}, '.')`
  const tail = `substr(${text}, ${dot} + 1)`
  const zone = `ltrim(${tail}, '0123456789')`
  const digits = `substr(${tail}, 1, length(${tail}) - length(${zone}))`
  const cut = `strftime('${format}', substr(${text}, 1, ${dot} - 1) || ${zone}) || '.' || substr(${digits} || '0000000', 1, 7)`
  return `(case ${dot} when 0 then strftime('${format}', ${text}) || '.0000000' else ${cut} end)`
}

test.each<[query: string, text: string, ...values: unknown[]]>([
  ['filter.title=$eq:a', 'title = ?', 'a'],
  ['filter=NOT (title=$eq:a OR title=$null) AND name=$null', '(not ((title = ? or 1 = 0)) and name is null)', 'a'],
  ['filter.title=$not:$eq:a', 'not (title = ?)', 'a'],
  ['filter.name=$eq:a', '(name is not null and name = ?)', 'a'],
  ['filter.name=$not:$eq:a', '(name is null or not (name = ?))', 'a'],
  ['filter.name=$null', 'name is null'],
  ['filter.name=$not:$null', 'name is not null'],
  ['filter.title=$null', '1 = 0'],
  ['filter.title=$not:$null', '1 = 1'],
  ['filter.name=$lt:a', '(name is not null and name < ?)', 'a'],
  ['filter.name=$lte:a', '(name is not null and name <= ?)', 'a'],
  ['filter.name=$gt:a', '(name is not null and name > ?)', 'a'],
  ['filter.name=$gte:a', '(name is not null and name >= ?)', 'a'],
  ['filter.name=$btw:a,b', '(name is not null and (name >= ? and name <= ?))', 'a', 'b'],
  ['filter.name=$not:$btw:a,b', '(name is null or not ((name >= ? and name <= ?)))', 'a', 'b'],
  ['filter.title=$btw:a,b', '(title >= ? and title <= ?)', 'a', 'b'],
  ['filter.name=$in:a,b,c', '(name is not null and name in (select value from json_each(?)))', '["a","b","c"]'],
  ['filter.name=$not:$in:a,b', '(name is null or not (name in (select value from json_each(?))))', '["a","b"]'],
  ['filter.name=$sw:50%25_!\\', "(name is not null and name like ? escape '!')", '50!%!_!!\\%'],
  ['filter.title=$ilike:50%25_!\\', "title like ? escape '!'", '%50!%!_!!\\%'],
  ['filter.name=$contains:a', "(name is not null and name like ? escape '!')", '%a%'],
  ['filter.name=$not:$contains:a', "(name is null or not (name like ? escape '!'))", '%a%'],
  [
    'filter.name=$eq:a&filter.name=$or:$eq:b',
    '((name is not null and name = ?) or (name is not null and name = ?))',
    'a',
    'b',
  ],
  [
    'filter.name=$eq:a&filter.name=$or:$eq:b&filter.name=$and:$not:$eq:c',
    '(((name is not null and name = ?) or (name is not null and name = ?)) and (name is null or not (name = ?)))',
    'a',
    'b',
    'c',
  ],
  [
    'filter.name=$eq:a&filter.name=$eq:b',
    '((name is not null and name = ?) and (name is not null and name = ?))',
    'a',
    'b',
  ],
  ['filter.title=$eq:a&filter.id=$eq:1', '(id = ? and title = ?)', 1, 'a'],
  ['filter.id=$eq:1&filter.title=$eq:a', '(id = ? and title = ?)', 1, 'a'],
  [
    'filter.id=$eq:1&filter.name=$eq:b&filter.title=$eq:a',
    '(id = ? and title = ? and (name is not null and name = ?))',
    1,
    'a',
    'b',
  ],
  ['search=a', "(title like ? escape '!' or (name is not null and name like ? escape '!'))", '%a%', '%a%'],
  [
    'search=a&filter.id=$eq:1',
    "(id = ? and (title like ? escape '!' or (name is not null and name like ? escape '!')))",
    1,
    '%a%',
    '%a%',
  ],
  ['filter.active=$eq:true', 'active = ?', 1],
  ['filter.active=$not:$eq:false', 'not (active = ?)', 0],
  ['filter.count=$eq:5', '(count is not null and count = ?)', 5],
  ['filter.count=$in:1,2,3', '(count is not null and count in (select value from json_each(?)))', '[1,2,3]'],
  ['filter.count=$gt:5', '(count is not null and count > ?)', 5],
  ['filter.big=$eq:9007199254740993', 'big = cast(? as integer)', '9007199254740993'],
  ['filter.big=$in:1,9007199254740993', 'big in (select value from json_each(?))', '[1,9007199254740993]'],
  ['filter.big=$gte:-9007199254740993', 'big >= cast(? as integer)', '-9007199254740993'],
  ['filter.amount=$eq:1.5', '(amount is not null and amount = cast(? as numeric))', '1.5'],
  ['filter.amount=$eq:1.005', '(amount is not null and amount = cast(? as numeric))', '1.005'],
  ['filter.amount=$lt:1.005', '(amount is not null and amount < cast(? as numeric))', '1.005'],
  ['filter.amount=$gte:1.005', '(amount is not null and amount >= cast(? as numeric))', '1.005'],
  ['filter.amount=$in:1,1.005', '(amount is not null and amount in (select value from json_each(?)))', '[1,1.005]'],
  ['filter.amount=$in:1.005', '(amount is not null and amount in (select value from json_each(?)))', '[1.005]'],
  [
    'filter.amount=$btw:1.001,1.009',
    '(amount is not null and (amount >= cast(? as numeric) and amount <= cast(? as numeric)))',
    '1.001',
    '1.009',
  ],
  ['filter.amount=$not:$eq:1.005', '(amount is null or not (amount = cast(? as numeric)))', '1.005'],
  ['filter.single=$eq:0.1', 'single = ?', 0.1],
  ['filter.ratio=$lt:0.1', 'ratio < ?', 0.1],
  ['filter.at=$eq:2024-02-29T12:34:56.7891234Z', '1 = 0'],
  ['filter.at=$eq:2024-02-29T12:34:56.789Z', 'at = ?', 1709210096789],
  ['filter.at=$lt:2024-02-29T12:34:56.7891234Z', 'at < ?', 1709210096790],
  ['filter.at=$lte:2024-02-29T12:34:56.7891234Z', 'at <= ?', 1709210096789],
  ['filter.at=$gt:2024-02-29T12:34:56.7891234Z', 'at > ?', 1709210096789],
  ['filter.at=$gte:2024-02-29T12:34:56.7891234Z', 'at >= ?', 1709210096790],
  ['filter.at=$in:2024-02-29T12:34:56.789Z', 'at in (select value from json_each(?))', '[1709210096789]'],
  [
    'filter.at=$btw:2024-02-29T12:34:56.789Z,2024-02-29T12:34:56.7891234Z',
    '(at >= ? and at <= ?)',
    1709210096789,
    1709210096789,
  ],
  ['filter.at=$gt:9999-12-31T23:59:59.9999999Z', 'at > ?', 253402300799999],
  ['filter.at=$gte:9999-12-31T23:59:59.9999999Z', 'at >= ?', 253402300800000],
  ['filter.at=$not:$lt:9999-12-31T23:59:59.9999999Z', 'not (at < ?)', 253402300800000],
  ['filter.day=$eq:2024-02-29', 'day = ?', '2024-02-29'],
  ['filter.day=$btw:2024-01-01,2024-12-31', '(day >= ? and day <= ?)', '2024-01-01', '2024-12-31'],
  ['filter.guid=$eq:0F8FAD5B-d9cb-469f-a165-70867728950e', 'guid = ?', '0F8FAD5B-d9cb-469f-a165-70867728950e'],
  ['filter.opens=$eq:10:30:00.5', 'opens = ?', '10:30:00.5'],
  ['filter.opens=$lt:10:30:00.1234567', 'opens < ?', '10:30:00.1234567'],
  ['filter.level=$eq:high', 'level = ?', 'high'],
  ['filter.level=$in:low,high', 'level in (select value from json_each(?))', '["low","high"]'],
  ['filter.state=$eq:live', 'state = ?', 'live'],
  ['filter.tags=$contains:a,b', `(tags is not null and ${HELD})`, '["a","b"]'],
  ['filter.tags=$not:$contains:a', `(tags is null or not (${HELD}))`, '["a"]'],
  ['filter.tags=$contains:"\\\\', `(tags is not null and ${HELD})`, '["\\"\\\\\\\\"]'],
  ['filter.lowered=$eq:a', '((lower(title)) is not null and (lower(title)) = ?)', 'a'],
  [
    'filter.lowered=$in:a,b',
    '((lower(title)) is not null and (lower(title)) in (select value from json_each(?)))',
    '["a","b"]',
  ],
  ['filter.lowered=$sw:a', "((lower(title)) is not null and (lower(title)) like ? escape '!')", 'a%'],
  ['filter.sum=$eq:5', '((count + 1) is not null and (count + 1) = ?)', 5],
  ['filter.sum=$in:1,2', '((count + 1) is not null and (count + 1) in (select value from json_each(?)))', '[1,2]'],
  [
    'filter.moment=$gt:2024-02-29T12:34:56.7891234Z',
    `(${iso('(now())', '%Y-%m-%d %H:%M:%S')} is not null and ${iso('(now())', '%Y-%m-%d %H:%M:%S')} > ?)`,
    '2024-02-29 12:34:56.7891234',
  ],
  [
    'filter.someTag=$eq:a',
    'exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = ?))',
    'a',
  ],
  [
    'filter.someTag=$not:$eq:a',
    'exists (select 1 from tags where (tags.item_id = id) and (tags.name is null or not (tags.name = ?)))',
    'a',
  ],
  [
    'filter.everyTag=$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is null or not (tags.name = ?)))',
    'a',
  ],
  [
    'filter.everyTag=$not:$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = ?))',
    'a',
  ],
  [
    'filter.noTag=$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = ?))',
    'a',
  ],
  ['filter.someTag=$null', 'exists (select 1 from tags where (tags.item_id = id) and tags.name is null)'],
  [
    'filter.someTag=$eq:a&filter.someTag=$or:$eq:b',
    'exists (select 1 from tags where (tags.item_id = id) and ((tags.name is not null and tags.name = ?) or (tags.name is not null and tags.name = ?)))',
    'a',
    'b',
  ],
  ['filter.author.name=$eq:a', '(authors.name is not null and authors.name = ?)', 'a'],
  [
    'filter.titleAsMoment=$gt:2024-02-29T12:34:56.7891234Z',
    `(${iso('title', '%Y-%m-%d %H:%M:%S')} is not null and ${iso('title', '%Y-%m-%d %H:%M:%S')} > ?)`,
    '2024-02-29 12:34:56.7891234',
  ],
  ['filter.titleAsDay=$eq:2024-01-01', 'title = ?', '2024-01-01'],
  [
    'filter.titleAsTime=$eq:10:30:00',
    `(${iso('title', '%H:%M:%S')} is not null and ${iso('title', '%H:%M:%S')} = ?)`,
    '10:30:00.0000000',
  ],
  ['filter.titleAsNumber=$eq:5', 'cast(title as numeric) = ?', 5],
  ['filter.titleAsNumber=$in:5,6', 'cast(title as numeric) in (select value from json_each(?))', '[5,6]'],
  ['filter.titleAsDecimal=$lt:1.5', 'cast(title as numeric) < cast(? as numeric)', '1.5'],
  ['filter.titleAsFlag=$eq:true', "(lower(title) in ('t', 'true', '1')) = ?", 1],
  ['filter.titleAsUuid=$eq:0f8fad5b-d9cb-469f-a165-70867728950e', 'title = ?', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['filter.titleAsFloat=$gt:1.5', 'cast(title as numeric) > ?', 1.5],
  ['filter.countAsText=$eq:5', '(count is not null and count = ?)', '5'],
  ['filter.countAsText=$in:5,6', '(count is not null and count in (select value from json_each(?)))', '["5","6"]'],
  ['filter.countAsDecimal=$gt:1.5', '(count is not null and count > cast(? as numeric))', '1.5'],
  ['filter.amountAsText=$sw:1', "(amount is not null and amount like ? escape '!')", '1%'],
  ['filter.version=$eq:1.2', '(name is not null and name = ?)', '1.2'],
  ['filter.version=$in:1.2,1.3', '(name is not null and name in (?, ?))', '1.2', '1.3'],
  ['filter.version=$not:$eq:1.2', '(name is null or not (name = ?))', '1.2'],
  ['filter.encoded=$eq:1.2', '(name is not null and name = ?)', '<1.2>'],
  ['filter.layered=$gt:1.2', '(count is not null and count > ?)', 12],
  ['filter.layered=$in:1.2,9.9', '(count is not null and count in (select value from json_each(?)))', '[12]'],
  ['filter.layered=$eq:9.9', '1 = 0'],
  ["filter.name=$eq:it's", '(name is not null and name = ?)', "it's"],
  ["filter.name=$in:it's,b", '(name is not null and name in (select value from json_each(?)))', '["it\'s","b"]'],
  ['filter.name=$sw:%5C', "(name is not null and name like ? escape '!')", '\\%'],
  ['filter.name=$eq:~', '(name is not null and name = ?)', '~'],
  ["search=it's", "(title like ? escape '!' or (name is not null and name like ? escape '!'))", "%it's%", "%it's%"],
  ["filter.tags=$contains:it's", `(tags is not null and ${HELD})`, '["it\'s"]'],
  ["filter.name=$eq:'''", '(name is not null and name = ?)', "'''"],
  ['filter.seconds=$gt:2024-02-29T12:34:56.7891234Z', 'seconds > ?', 1709210096],
  ['filter.seconds=$eq:2024-02-29T12:34:56.789Z', '1 = 0'],
  [
    `filter.name=$contains:${'é'.repeat(30)}`,
    '(name is not null and instr(lower(name), lower(?)) > 0)',
    `${'é'.repeat(30)}`,
  ],
  ['filter.name=$ew:50%25_!\\', "(name is not null and name like ? escape '!')", '%50!%!_!!\\'],
  [
    `filter.name=$ew:${'é'.repeat(30)}`,
    '(name is not null and substr(cast(lower(name) as blob), -length(cast(lower(?) as blob))) is cast(lower(?) as blob))',
    `${'é'.repeat(30)}`,
    `${'é'.repeat(30)}`,
  ],
  [`filter.name=$sw:${'é'.repeat(30)}`, '(name is not null and instr(lower(name), lower(?)) = 1)', `${'é'.repeat(30)}`],
  [
    `filter.name=$contains:${'%25'.repeat(25)}`,
    '(name is not null and instr(lower(name), lower(?)) > 0)',
    `${'%'.repeat(25)}`,
  ],
  [`filter.name=$contains:${'x'.repeat(48)}`, "(name is not null and name like ? escape '!')", `%${'x'.repeat(48)}%`],
  [
    `filter.name=$contains:${'x'.repeat(49)}`,
    '(name is not null and instr(lower(name), lower(?)) > 0)',
    `${'x'.repeat(49)}`,
  ],
  [
    `filter.name=$contains:${'%F0%9F%98%80'.repeat(12)}`,
    "(name is not null and name like ? escape '!')",
    `%${'😀'.repeat(12)}%`,
  ],
  [
    `filter.name=$contains:${'%E2%82%AC'.repeat(16)}`,
    "(name is not null and name like ? escape '!')",
    `%${'€'.repeat(16)}%`,
  ],
  ['filter.amount=$lt:9007199254740993.5', '(amount is not null and amount < cast(? as numeric))', '9007199254740994'],
  [
    'filter.amount=$gt:-9007199254740993.5',
    '(amount is not null and amount > cast(? as numeric))',
    '-9007199254740994',
  ],
  ['filter.amount=$eq:9007199254740993.5', '1 = 0'],
  [
    'filter.amount=$gte:9007199254740993.5',
    '(amount is not null and amount >= cast(? as numeric))',
    '9007199254740994',
  ],
  [
    'filter.amount=$lte:-9007199254740993.5',
    '(amount is not null and amount <= cast(? as numeric))',
    '-9007199254740994',
  ],
  ['filter.amountAsText=$eq:1', '(amount is not null and amount = ?)', '1'],
  ['filter.big=$in:1,9007199254740993', 'big in (select value from json_each(?))', '[1,9007199254740993]'],
])('%s is %s', (query, text, ...values) => {
  const [written, ...bound] = condition(dialect, list, query)
  expect([bare(written), ...bound]).toEqual([text, ...values])
})

test.each<[query: string, ...terms: string[]]>([
  ['sortBy=name:ASC', 'name asc', 'id asc'],
  ['sortBy=name:DESC', 'name desc', 'id asc'],
  ['sortBy=count:ASC', 'count asc nulls first', 'id asc'],
  ['sortBy=count:DESC', 'count desc nulls first', 'id asc'],
  ['sortBy=amount:ASC', 'amount asc nulls last', 'id asc'],
  ['sortBy=amount:DESC', 'amount desc nulls last', 'id asc'],
  ['sortBy=titleAsMoment:ASC', `${iso('title', '%Y-%m-%d %H:%M:%S')} asc`, 'id asc'],
  ['sortBy=lowered:DESC&sortBy=name:ASC&sortBy=lowered:ASC', '(lower(title)) desc', 'name asc', 'id asc'],
  ['sortBy=author.name:ASC', 'authors.name asc', 'id asc'],
])('%s is ordered by %s', (query, ...terms) => {
  expect(order(dialect, list, query).map(bare)).toEqual(terms)
})

test.each([
  ['é', 24, true],
  ['é', 25, false],
  ['€', 16, true],
  ['€', 17, false],
  ['😀', 12, true],
  ['😀', 13, false],
  ['\u0080', 24, true],
  ['\u0080', 25, false],
  ['\u0800', 16, true],
  ['\u0800', 17, false],
  ['\u{10000}', 12, true],
  ['\u{10000}', 13, false],
  ['%', 24, true],
  ['%', 25, false],
  ['!', 24, true],
  ['!', 25, false],
])('a term of %s, %i times, is matched by LIKE: %s', (character, times, isLike) => {
  const query = `filter.title=$contains:${encodeURIComponent(character.repeat(times))}`
  expect(bare(condition(dialect, list, query)[0])).toBe(
    isLike ? "title like ? escape '!'" : 'instr(lower(title), lower(?)) > 0',
  )
})
