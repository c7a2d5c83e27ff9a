// Conditions and orders as MySQL's text and parameters. Names are without their quotes, and columns of the root without
// their table.
import { expect, test } from 'vitest'
import { mysql } from './lists.js'
import { condition, order } from './rendered.js'

const { list, dialect, quote } = mysql
const bare = (text: unknown): string => String(text).replaceAll(quote, '').replaceAll('items.', '')

/**
 * Text that drivers would escape with backslashes, which a server may read as text: marks stand for it, and the server
 * puts it back.
 */
const RESTORED =
  "replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(?, '~0', ''''), '~1', '\"'), " +
  "'~2', left('\\\\', 1)), '~3', '\u0000'), '~4', '\b'), '~5', '\t'), '~6', '\n'), '~7', '\r'), '~8', '\u001a'), '~9', '~')"
/** A term with a wildcard is escaped by backslashes: Spider's servers know no other escape character. */
const BACKSLASH = `left('\\\\', 1)`
const HELD =
  "(json_type(tags) = 'ARRAY' and not exists (select 1 from json_table(convert(unhex(?) using utf8mb4), '$[*]' columns (wanted_ longtext path '$')) " +
  "as wanted_ where not exists (select 1 from json_table(tags, '$[*]' columns (v longtext path '$', j json path '$')) as held_ " +
  "where cast(coalesce(held_.v, case when json_type(held_.j) in ('OBJECT', 'ARRAY') then cast(held_.j as char) end) as binary) = " +
  'cast(wanted_ as binary))))'
/** The cast reads neither `Z` nor an offset. */
const INSTANT =
  "(case when substr(title, -3, 1) = ':' and substr(title, -6, 1) in ('+', '-') then subtime(cast(left(title, char_length(title) - 6) " +
  "as datetime(6)), cast(concat(trim(leading '+' from right(title, 6)), ':00') as time)) " +
  "else cast(trim(trailing 'Z' from title) as datetime(6)) end)"

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
  ['filter.name=$in:a,b,c', '(name is not null and name in (?, ?, ?, ?))', 'a', 'b', 'c', 'c'],
  ['filter.name=$not:$in:a,b', '(name is null or not (name in (?, ?)))', 'a', 'b'],
  ['filter.name=$sw:50%25_!\\', `(name is not null and name like ${RESTORED} escape ${BACKSLASH})`, '50~2%~2_!~2~2%'],
  ['filter.name=$ew:a!', `(name is not null and name like ? escape ${BACKSLASH})`, '%a!'],
  ['filter.name=$sw:a!', `(name is not null and name like ? escape ${BACKSLASH})`, 'a!%'],
  ['filter.title=$ilike:50%25_!\\', `title like ${RESTORED} escape ${BACKSLASH}`, '%50~2%~2_!~2~2%'],
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
  ['filter.count=$in:1,2,3', '(count is not null and count in (?, ?, ?, ?))', 1, 2, 3, 3],
  ['filter.count=$gt:5', '(count is not null and count > ?)', 5],
  ['filter.big=$eq:9007199254740993', 'big = cast(? as decimal(20,0))', '9007199254740993'],
  [
    'filter.big=$in:1,9007199254740993',
    'big in (cast(? as decimal(20,0)), cast(? as decimal(20,0)))',
    '1',
    '9007199254740993',
  ],
  ['filter.big=$gte:-9007199254740993', 'big >= cast(? as decimal(20,0))', '-9007199254740993'],
  ['filter.amount=$eq:1.5', '(amount is not null and amount = cast(? as decimal(65,2)))', '1.5'],
  ['filter.amount=$eq:1.005', '1 = 0'],
  ['filter.amount=$lt:1.005', '(amount is not null and amount < cast(? as decimal(65,2)))', '1.01'],
  ['filter.amount=$gte:1.005', '(amount is not null and amount >= cast(? as decimal(65,2)))', '1.01'],
  ['filter.amount=$in:1,1.005', '(amount is not null and amount in (cast(? as decimal(65,2))))', '1'],
  ['filter.amount=$in:1.005', '1 = 0'],
  [
    'filter.amount=$btw:1.001,1.009',
    '(amount is not null and (amount >= cast(? as decimal(65,2)) and amount <= cast(? as decimal(65,2))))',
    '1.01',
    '1.00',
  ],
  ['filter.amount=$not:$eq:1.005', '1 = 1'],
  ['filter.single=$eq:0.1', 'single = ?', 0.10000000149011612],
  ['filter.ratio=$lt:0.1', 'ratio < ?', 0.1],
  ['filter.at=$eq:2024-02-29T12:34:56.7891234Z', '1 = 0'],
  ['filter.at=$eq:2024-02-29T12:34:56.789Z', 'at = ?', '2024-02-29 12:34:56.789000'],
  ['filter.at=$lt:2024-02-29T12:34:56.7891234Z', 'at < ?', '2024-02-29 12:34:56.790000'],
  ['filter.at=$lte:2024-02-29T12:34:56.7891234Z', 'at <= ?', '2024-02-29 12:34:56.789000'],
  ['filter.at=$gt:2024-02-29T12:34:56.7891234Z', 'at > ?', '2024-02-29 12:34:56.789000'],
  ['filter.at=$gte:2024-02-29T12:34:56.7891234Z', 'at >= ?', '2024-02-29 12:34:56.790000'],
  ['filter.at=$in:2024-02-29T12:34:56.789Z', 'at in (?)', '2024-02-29 12:34:56.789000'],
  [
    'filter.at=$btw:2024-02-29T12:34:56.789Z,2024-02-29T12:34:56.7891234Z',
    '(at >= ? and at <= ?)',
    '2024-02-29 12:34:56.789000',
    '2024-02-29 12:34:56.789000',
  ],
  ['filter.at=$gt:9999-12-31T23:59:59.9999999Z', 'at > ?', '9999-12-31 23:59:59.999000'],
  ['filter.at=$gte:9999-12-31T23:59:59.9999999Z', '1 = 0'],
  ['filter.at=$not:$lt:9999-12-31T23:59:59.9999999Z', '1 = 0'],
  ['filter.day=$eq:2024-02-29', 'day = ?', '2024-02-29'],
  ['filter.day=$btw:2024-01-01,2024-12-31', '(day >= ? and day <= ?)', '2024-01-01', '2024-12-31'],
  ['filter.guid=$eq:0F8FAD5B-d9cb-469f-a165-70867728950e', 'guid = ?', '0F8FAD5B-d9cb-469f-a165-70867728950e'],
  ['filter.opens=$eq:10:30:00.5', '1 = 0'],
  ['filter.opens=$lt:10:30:00.1234567', 'opens < ?', '10:30:01.000000'],
  ['filter.level=$eq:high', 'level = ?', 2],
  ['filter.level=$in:low,high', 'level in (?, ?)', 1, 2],
  ['filter.level=$lt:high', 'level < ?', 2],
  ['filter.state=$eq:live', 'state = ?', 'live'],
  ['filter.tags=$contains:a,b', `(tags is not null and ${HELD})`, '5b2261222c2262225d'],
  ['filter.tags=$not:$contains:a', `(tags is null or not (${HELD}))`, '5b2261225d'],
  ['filter.tags=$contains:"\\\\', `(tags is not null and ${HELD})`, '5b225c225c5c5c5c225d'],
  ['filter.lowered=$eq:a', '((lower(title)) is not null and (lower(title)) = ?)', 'a'],
  ['filter.lowered=$in:a,b', '((lower(title)) is not null and (lower(title)) in (?, ?))', 'a', 'b'],
  ['filter.lowered=$sw:a', "((lower(title)) is not null and (lower(title)) like ? escape '!')", 'a%'],
  ['filter.sum=$eq:5', '((count + 1) is not null and (count + 1) = ?)', 5],
  ['filter.sum=$in:1,2', '((count + 1) is not null and (count + 1) in (?, ?))', 1, 2],
  [
    'filter.moment=$gt:2024-02-29T12:34:56.7891234Z',
    '((now()) is not null and (now()) > ?)',
    '2024-02-29 12:34:56.789123',
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
    `(${INSTANT} is not null and ${INSTANT} > ?)`,
    '2024-02-29 12:34:56.789123',
  ],
  ['filter.titleAsDay=$eq:2024-01-01', '(cast(title as date) is not null and cast(title as date) = ?)', '2024-01-01'],
  [
    'filter.titleAsTime=$eq:10:30:00',
    '(cast(title as time(6)) is not null and cast(title as time(6)) = cast(? as time(6)))',
    '10:30:00.000000',
  ],
  [
    'filter.titleAsNumber=$eq:5',
    '(cast(title as decimal(65,30)) is not null and cast(title as decimal(65,30)) = ?)',
    5,
  ],
  [
    'filter.titleAsNumber=$in:5,6',
    '(cast(title as decimal(65,30)) is not null and cast(title as decimal(65,30)) in (?, ?))',
    5,
    6,
  ],
  [
    'filter.titleAsDecimal=$lt:1.5',
    '(cast(title as decimal(65,30)) is not null and cast(title as decimal(65,30)) < cast(? as decimal(65,30)))',
    '1.5',
  ],
  [
    'filter.titleAsFlag=$eq:true',
    "((cast(lower(title) as binary) in ('t', 'true', '1')) is not null and (cast(lower(title) as binary) in ('t', 'true', '1')) = ?)",
    1,
  ],
  [
    'filter.titleAsUuid=$eq:0f8fad5b-d9cb-469f-a165-70867728950e',
    '(title is not null and title = ?)',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ],
  ['filter.titleAsFloat=$gt:1.5', '(cast(title as double) is not null and cast(title as double) > ?)', 1.5],
  ['filter.countAsText=$eq:5', '(count is not null and count = ?)', '5'],
  ['filter.countAsText=$in:5,6', '(count is not null and count in (?, ?))', '5', '6'],
  ['filter.countAsDecimal=$gt:1.5', '(count is not null and count > cast(? as decimal(65,30)))', '1.5'],
  ['filter.amountAsText=$sw:1', "(amount is not null and amount like ? escape '!')", '1%'],
  ['filter.version=$eq:1.2', '(name is not null and name = ?)', '1.2'],
  ['filter.version=$in:1.2,1.3', '(name is not null and name in (?, ?))', '1.2', '1.3'],
  ['filter.version=$not:$eq:1.2', '(name is null or not (name = ?))', '1.2'],
  ['filter.encoded=$eq:1.2', '(name is not null and name = ?)', '<1.2>'],
  ['filter.layered=$gt:1.2', '(count is not null and count > ?)', 12],
  ['filter.layered=$in:1.2,9.9', '(count is not null and count in (?))', 12],
  ['filter.layered=$eq:9.9', '1 = 0'],
  ['filter.layered=$btw:1.2,9.9', '1 = 0'],
  ['filter.layered=$btw:9.9,1.2', '1 = 0'],
  ['filter.layered=$not:$btw:1.2,9.9', '1 = 1'],
  ['filter.layered=$gte:9.9', '1 = 0'],
  ['filter.layered=$gt:9.9', 'count is not null'],
  ['filter.layered=$lt:9.9', 'count is not null'],
  ['filter.layered=$not:$lt:9.9', 'count is null'],
  ["filter.name=$eq:it's", `(name is not null and name = ${RESTORED})`, 'it~0s'],
  ["filter.name=$in:it's,b", `(name is not null and name in (${RESTORED}, ${RESTORED}))`, 'it~0s', 'b'],
  ['filter.name=$sw:%5C', `(name is not null and name like ${RESTORED} escape ${BACKSLASH})`, '~2~2%'],
  ['filter.name=$eq:~', '(name is not null and name = ?)', '~'],
  [
    "search=it's",
    `(title like ${RESTORED} escape '!' or (name is not null and name like ${RESTORED} escape '!'))`,
    '%it~0s%',
    '%it~0s%',
  ],
  ["filter.tags=$contains:it's", `(tags is not null and ${HELD})`, '5b2269742773225d'],
  ["filter.name=$eq:'''", `(name is not null and name = ${RESTORED})`, '~0~0~0'],
  ['filter.precise=$lt:2024-02-29T12:34:56.7891234Z', 'precise < ?', '2024-02-29 12:34:56.789124'],
  ['filter.precise=$eq:2024-02-29T12:34:56.789Z', 'precise = ?', '2024-02-29 12:34:56.789000'],
  ['filter.openly=$gt:10:30:00.1234567', 'openly > ?', '10:30:00.123456'],
  ['filter.name=$eq:%5C%22%27~%09', `(name is not null and name = ${RESTORED})`, '~2~1~0~9~5'],
  [`filter.name=$eq:%27${'x'.repeat(4096)}`, '(name is not null and name = unhex(?))', `27${'78'.repeat(4096)}`],
  [
    `filter.name=$in:%27,%27${'x'.repeat(4096)}`,
    '(name is not null and name in (unhex(?), unhex(?)))',
    '27',
    `27${'78'.repeat(4096)}`,
  ],
  [
    'filter.dayAsMoment=$gt:2024-02-29T12:34:56.7891234Z',
    '(cast(day as datetime(6)) is not null and cast(day as datetime(6)) > ?)',
    '2024-02-29 12:34:56.789123',
  ],
  ['filter.atAsDay=$eq:2024-01-01', '(cast(at as date) is not null and cast(at as date) = ?)', '2024-01-01'],
  ['filter.whole=$lt:1.5', 'whole < cast(? as decimal(65,0))', '2'],
  ['filter.name=$eq:%C3%A9~', '(name is not null and name = ?)', 'é~'],
])('%s is %s', (query, text, ...values) => {
  const [written, ...bound] = condition(dialect, list, query)
  expect([bare(written), ...bound]).toEqual([text, ...values])
})

test.each<[query: string, ...terms: string[]]>([
  ['sortBy=name:ASC', 'name asc', 'id asc'],
  ['sortBy=name:DESC', 'name desc', 'id asc'],
  ['sortBy=count:ASC', 'count is null desc', 'count asc', 'id asc'],
  ['sortBy=count:DESC', 'count is null desc', 'count desc', 'id asc'],
  ['sortBy=amount:ASC', 'amount is null asc', 'amount asc', 'id asc'],
  ['sortBy=amount:DESC', 'amount is null asc', 'amount desc', 'id asc'],
  ['sortBy=titleAsMoment:ASC', `${INSTANT} asc`, 'id asc'],
  ['sortBy=lowered:DESC&sortBy=name:ASC&sortBy=lowered:ASC', '(lower(title)) desc', 'name asc', 'id asc'],
  ['sortBy=author.name:ASC', 'authors.name asc', 'id asc'],
])('%s is ordered by %s', (query, ...terms) => {
  expect(order(dialect, list, query).map(bare)).toEqual(terms)
})
