// Conditions and orders as PostgreSQL's text and parameters. Names are without their quotes, and columns of the root
// without their table.
import { expect, test } from 'vitest'
import { pg } from './lists.js'
import { condition, order } from './rendered.js'

const { list, portable, dialect, quote } = pg
const bare = (text: unknown): string => String(text).replaceAll(quote, '').replaceAll('items.', '')

/** Text without an offset is UTC, whatever the session's time zone. */
const INSTANT =
  "(case when title ~* ':[0-9.]+(z|[+-][0-9:]+)$' then title::timestamptz else title::timestamp at time zone 'UTC' end)"

const heldInJson = (json: string): string =>
  `(jsonb_typeof(${json}) = 'array' and not exists (select 1 from unnest($1::text[]) as wanted_ where not exists (` +
  `select 1 from jsonb_array_elements_text(case jsonb_typeof(${json}) when 'array' then ${json} end) as held_(v) where held_.v = wanted_)))`

test.each<[query: string, text: string, ...values: unknown[]]>([
  ['filter.title=$eq:a', 'title = $1', 'a'],
  ['filter.title=$not:$eq:a', 'not (title = $1)', 'a'],
  ['filter.name=$eq:a', '(name is not null and name = $1)', 'a'],
  ['filter.name=$not:$eq:a', '(name is null or not (name = $1))', 'a'],
  ['filter.name=$null', 'name is null'],
  ['filter.name=$not:$null', 'name is not null'],
  ['filter.title=$null', '1 = 0'],
  ['filter.title=$not:$null', '1 = 1'],
  ['filter.name=$lt:a', '(name is not null and name < $1)', 'a'],
  ['filter.name=$lte:a', '(name is not null and name <= $1)', 'a'],
  ['filter.name=$gt:a', '(name is not null and name > $1)', 'a'],
  ['filter.name=$gte:a', '(name is not null and name >= $1)', 'a'],
  ['filter.name=$btw:a,b', '(name is not null and (name >= $1 and name <= $2))', 'a', 'b'],
  ['filter.name=$not:$btw:a,b', '(name is null or not ((name >= $1 and name <= $2)))', 'a', 'b'],
  ['filter.title=$btw:a,b', '(title >= $1 and title <= $2)', 'a', 'b'],
  ['filter.name=$in:a,b,c', '(name is not null and name = any($1::text[]))', '{"a","b","c"}'],
  ['filter.name=$not:$in:a,b', '(name is null or not (name = any($1::text[])))', '{"a","b"}'],
  ['filter.name=$ew:50%25_!\\', '(name is not null and name ilike $1)', '%50\\%\\_!\\\\'],
  ['filter.name=$sw:50%25_!\\', '(name is not null and name ilike $1)', '50\\%\\_!\\\\%'],
  ['filter.title=$ilike:50%25_!\\', 'title ilike $1', '%50\\%\\_!\\\\%'],
  ['filter.name=$contains:a', '(name is not null and name ilike $1)', '%a%'],
  ['filter.name=$not:$contains:a', '(name is null or not (name ilike $1))', '%a%'],
  [
    'filter.name=$eq:a&filter.name=$or:$eq:b',
    '((name is not null and name = $1) or (name is not null and name = $2))',
    'a',
    'b',
  ],
  [
    'filter.name=$eq:a&filter.name=$or:$eq:b&filter.name=$and:$not:$eq:c',
    '(((name is not null and name = $1) or (name is not null and name = $2)) and (name is null or not (name = $3)))',
    'a',
    'b',
    'c',
  ],
  [
    'filter.name=$eq:a&filter.name=$eq:b',
    '((name is not null and name = $1) and (name is not null and name = $2))',
    'a',
    'b',
  ],
  ['filter.title=$eq:a&filter.id=$eq:1', '(id = $1::integer and title = $2)', 1, 'a'],
  ['filter=title=$eq:a', 'title = $1', 'a'],
  ['filter=NOT title=$eq:a', 'not (title = $1)', 'a'],
  ['filter=NOT name=$eq:a', 'not ((name is not null and name = $1))', 'a'],
  ['filter=name=$null OR count=$gt:5', '(name is null or (count is not null and count > $1::integer))', 5],
  [
    'filter=NOT (title=$eq:a OR NOT NOT id=$eq:1) AND name=$not:$null',
    '(not ((title = $1 or id = $2::integer)) and name is not null)',
    'a',
    1,
  ],
  [
    'filter=title=$eq:b OR title=$eq:c&filter.id=$eq:1&search=a',
    '(id = $1::integer and (title = $2 or title = $3) and (title ilike $4 or (name is not null and name ilike $5)))',
    1,
    'b',
    'c',
    '%a%',
    '%a%',
  ],
  ['filter=NOT author.name=$eq:a', 'not ((authors.name is not null and authors.name = $1))', 'a'],
  ['search=a', '(title ilike $1 or (name is not null and name ilike $2))', '%a%', '%a%'],
  [
    'search=a&filter.id=$eq:1',
    '(id = $1::integer and (title ilike $2 or (name is not null and name ilike $3)))',
    1,
    '%a%',
    '%a%',
  ],
  ['filter.active=$eq:true', 'active = $1::boolean', true],
  ['filter.active=$not:$eq:false', 'not (active = $1::boolean)', false],
  ['filter.count=$eq:5', '(count is not null and count = $1::integer)', 5],
  ['filter.count=$in:1,2,3', '(count is not null and count = any($1::integer[]))', '{"1","2","3"}'],
  ['filter.count=$gt:5', '(count is not null and count > $1::integer)', 5],
  ['filter.big=$eq:9007199254740993', 'big = $1::bigint', '9007199254740993'],
  ['filter.big=$in:1,9007199254740993', 'big = any($1::bigint[])', '{"1","9007199254740993"}'],
  ['filter.big=$gte:-9007199254740993', 'big >= $1::bigint', '-9007199254740993'],
  ['filter.amount=$eq:1.5', '(amount is not null and amount = $1::numeric)', '1.5'],
  ['filter.amount=$eq:1.005', '(amount is not null and amount = $1::numeric)', '1.005'],
  ['filter.amount=$lt:1.005', '(amount is not null and amount < $1::numeric)', '1.005'],
  ['filter.amount=$gte:1.005', '(amount is not null and amount >= $1::numeric)', '1.005'],
  ['filter.amount=$in:1,1.005', '(amount is not null and amount = any($1::numeric[]))', '{"1","1.005"}'],
  ['filter.amount=$in:1.005', '(amount is not null and amount = any($1::numeric[]))', '{"1.005"}'],
  [
    'filter.amount=$btw:1.001,1.009',
    '(amount is not null and (amount >= $1::numeric and amount <= $2::numeric))',
    '1.001',
    '1.009',
  ],
  ['filter.amount=$not:$eq:1.005', '(amount is null or not (amount = $1::numeric))', '1.005'],
  ['filter.single=$eq:0.1', 'single = $1::real', 0.10000000149011612],
  ['filter.ratio=$lt:0.1', 'ratio < $1::double precision', 0.1],
  ['filter.at=$eq:2024-02-29T12:34:56.7891234Z', '1 = 0'],
  ['filter.at=$eq:2024-02-29T12:34:56.789Z', 'at = $1::timestamp with time zone', '2024-02-29 12:34:56.789000+00'],
  ['filter.at=$lt:2024-02-29T12:34:56.7891234Z', 'at < $1::timestamp with time zone', '2024-02-29 12:34:56.789124+00'],
  [
    'filter.at=$lte:2024-02-29T12:34:56.7891234Z',
    'at <= $1::timestamp with time zone',
    '2024-02-29 12:34:56.789123+00',
  ],
  ['filter.at=$gt:2024-02-29T12:34:56.7891234Z', 'at > $1::timestamp with time zone', '2024-02-29 12:34:56.789123+00'],
  [
    'filter.at=$gte:2024-02-29T12:34:56.7891234Z',
    'at >= $1::timestamp with time zone',
    '2024-02-29 12:34:56.789124+00',
  ],
  [
    'filter.at=$in:2024-02-29T12:34:56.789Z',
    'at = any($1::timestamp with time zone[])',
    '{"2024-02-29 12:34:56.789000+00"}',
  ],
  [
    'filter.at=$btw:2024-02-29T12:34:56.789Z,2024-02-29T12:34:56.7891234Z',
    '(at >= $1::timestamp with time zone and at <= $2::timestamp with time zone)',
    '2024-02-29 12:34:56.789000+00',
    '2024-02-29 12:34:56.789123+00',
  ],
  ['filter.at=$gt:9999-12-31T23:59:59.9999999Z', 'at > $1::timestamp with time zone', '9999-12-31 23:59:59.999999+00'],
  [
    'filter.at=$gte:9999-12-31T23:59:59.9999999Z',
    'at >= $1::timestamp with time zone',
    '10000-01-01 00:00:00.000000+00',
  ],
  [
    'filter.at=$not:$lt:9999-12-31T23:59:59.9999999Z',
    'not (at < $1::timestamp with time zone)',
    '10000-01-01 00:00:00.000000+00',
  ],
  ['filter.day=$eq:2024-02-29', 'day = $1::date', '2024-02-29'],
  ['filter.day=$btw:2024-01-01,2024-12-31', '(day >= $1::date and day <= $2::date)', '2024-01-01', '2024-12-31'],
  ['filter.guid=$eq:0F8FAD5B-d9cb-469f-a165-70867728950e', 'guid = $1::uuid', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['filter.opens=$eq:10:30:00.5', 'opens = $1::time', '10:30:00.500000'],
  ['filter.opens=$lt:10:30:00.1234567', 'opens < $1::time', '10:30:00.123457'],
  ['filter.level=$eq:high', 'level = $1::level', 'high'],
  ['filter.level=$in:low,high', 'level = any($1::level[])', '{"low","high"}'],
  ['filter.level=$lt:high', 'level < $1::level', 'high'],
  ['filter.state=$eq:live', 'state = $1', 'live'],
  ['filter.tags=$contains:a,b', '(tags is not null and tags @> $1::text[])', '{"a","b"}'],
  ['filter.tags=$not:$contains:a', '(tags is null or not (tags @> $1::text[]))', '{"a"}'],
  ['filter.tags=$contains:"\\\\', '(tags is not null and tags @> $1::text[])', '{"\\"\\\\\\\\"}'],
  ['filter.numbers=$contains:1,2', 'numbers @> $1::integer[]', '{"1","2"}'],
  ['filter.lowered=$eq:a', '((lower(title)) is not null and (lower(title)) = $1)', 'a'],
  ['filter.lowered=$in:a,b', '((lower(title)) is not null and (lower(title)) in ($1, $2))', 'a', 'b'],
  ['filter.lowered=$sw:a', '((lower(title)) is not null and (lower(title)) ilike $1)', 'a%'],
  ['filter.sum=$eq:5', '((count + 1) is not null and (count + 1) = $1::bigint)', 5],
  ['filter.sum=$in:1,2', '((count + 1) is not null and (count + 1) = any($1::bigint[]))', '{"1","2"}'],
  [
    'filter.moment=$gt:2024-02-29T12:34:56.7891234Z',
    '((now()) is not null and (now()) > $1)',
    '2024-02-29 12:34:56.789123+00',
  ],
  [
    'filter.someTag=$eq:a',
    'exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = $1))',
    'a',
  ],
  [
    'filter.someTag=$not:$eq:a',
    'exists (select 1 from tags where (tags.item_id = id) and (tags.name is null or not (tags.name = $1)))',
    'a',
  ],
  [
    'filter.everyTag=$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is null or not (tags.name = $1)))',
    'a',
  ],
  [
    'filter.everyTag=$not:$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = $1))',
    'a',
  ],
  [
    'filter.noTag=$eq:a',
    'not exists (select 1 from tags where (tags.item_id = id) and (tags.name is not null and tags.name = $1))',
    'a',
  ],
  ['filter.someTag=$null', 'exists (select 1 from tags where (tags.item_id = id) and tags.name is null)'],
  [
    'filter.someTag=$eq:a&filter.someTag=$or:$eq:b',
    'exists (select 1 from tags where (tags.item_id = id) and ((tags.name is not null and tags.name = $1) or (tags.name is not null and tags.name = $2)))',
    'a',
    'b',
  ],
  ['filter.author.name=$eq:a', '(authors.name is not null and authors.name = $1)', 'a'],
  [
    'filter.titleAsMoment=$gt:2024-02-29T12:34:56.7891234Z',
    `${INSTANT} > $1::timestamptz`,
    '2024-02-29 12:34:56.789123+00',
  ],
  ['filter.titleAsDay=$eq:2024-01-01', 'title::date = $1::date', '2024-01-01'],
  ['filter.titleAsTime=$eq:10:30:00', 'title::time = $1::time', '10:30:00.000000'],
  ['filter.titleAsNumber=$eq:5', 'title::bigint = $1::bigint', 5],
  ['filter.titleAsNumber=$in:5,6', 'title::bigint = any($1::bigint[])', '{"5","6"}'],
  ['filter.titleAsDecimal=$lt:1.5', 'title::numeric < $1::numeric', '1.5'],
  ['filter.titleAsFlag=$eq:true', 'title::boolean = $1::boolean', true],
  ['filter.titleAsUuid=$eq:0f8fad5b-d9cb-469f-a165-70867728950e', 'title = $1', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['filter.titleAsFloat=$gt:1.5', 'title::double precision > $1::double precision', 1.5],
  ['filter.countAsText=$eq:5', '(count::text is not null and count::text = $1)', '5'],
  ['filter.countAsText=$in:5,6', '(count::text is not null and count::text = any($1::text[]))', '{"5","6"}'],
  ['filter.countAsDecimal=$gt:1.5', '(count is not null and count > $1::numeric)', '1.5'],
  ['filter.amountAsText=$sw:1', '(amount::text is not null and amount::text ilike $1)', '1%'],
  ['filter.version=$eq:1.2', '(name is not null and name = $1)', '1.2'],
  ['filter.version=$in:1.2,1.3', '(name is not null and name in ($1, $2))', '1.2', '1.3'],
  ['filter.version=$not:$eq:1.2', '(name is null or not (name = $1))', '1.2'],
  ['filter.encoded=$eq:1.2', '(name is not null and name = $1)', '<1.2>'],
  ['filter.layered=$gt:1.2', '(count is not null and count > $1::integer)', 12],
  ['filter.layered=$in:1.2,9.9', '(count is not null and count = any($1::integer[]))', '{"12"}'],
  ['filter.layered=$eq:9.9', '1 = 0'],
  ["filter.name=$eq:it's", '(name is not null and name = $1)', "it's"],
  ["filter.name=$in:it's,b", '(name is not null and name = any($1::text[]))', '{"it\'s","b"}'],
  ['filter.name=$sw:%5C', '(name is not null and name ilike $1)', '\\\\%'],
  ['filter.name=$eq:~', '(name is not null and name = $1)', '~'],
  ["search=it's", '(title ilike $1 or (name is not null and name ilike $2))', "%it's%", "%it's%"],
  ["filter.tags=$contains:it's", '(tags is not null and tags @> $1::text[])', '{"it\'s"}'],
  ["filter.name=$eq:'''", '(name is not null and name = $1)', "'''"],
  ['filter.wall=$lt:2024-02-29T12:34:56.7891234Z', 'wall < $1::timestamp', '2024-02-29 12:34:56.789124+00'],
  ['filter.span=$eq:01:30:00', 'span = $1::interval', '01:30:00.000000'],
  ['filter.span=$lt:-01:30:00.1234567', 'span < $1::interval', '-01:30:00.123456'],
  ['filter.host=$eq:10.0.0.1', 'abbrev(host) = $1', '10.0.0.1'],
  ['filter.host=$in:10.0.0.1,10.0.0.2', 'abbrev(host) = any($1::text[])', '{"10.0.0.1","10.0.0.2"}'],
  ['filter.host=$sw:10', 'abbrev(host) ilike $1', '10%'],
  ['filter.letter=$eq:a', 'letter = $1', 'a'],
  ['filter.code=$in:a,b', 'code = any($1::varchar[])', '{"a","b"}'],
  ['filter.levels=$contains:low', 'levels @> $1::level[]', '{"low"}'],
  ['filter.wallAsDay=$eq:2024-01-01', 'wall::date = $1::date', '2024-01-01'],
  ['filter.atAsDay=$eq:2024-01-01', "(at at time zone 'UTC')::date = $1::date", '2024-01-01'],
  ['filter.guidAsText=$eq:a', 'guid::text = $1', 'a'],
  ['filter.elsewhere=$eq:x', 'elsewhere = $1::other.kind', 'x'],
  [
    'filter.held=$contains:a',
    "((string_to_array(title, ',')) is not null and (jsonb_typeof(to_jsonb((string_to_array(title, ',')))) = 'array' and not exists (select 1 from unnest($1::text[]) as wanted_ where not exists (select 1 from jsonb_array_elements_text(case jsonb_typeof(to_jsonb((string_to_array(title, ',')))) when 'array' then to_jsonb((string_to_array(title, ','))) end) as held_(v) where held_.v = wanted_))))",
    '{"a"}',
  ],
  [
    'filter.dayAsMoment=$gt:2024-02-29T12:34:56.7891234Z',
    "(day::timestamp at time zone 'UTC') > $1::timestamptz",
    '2024-02-29 12:34:56.789123+00',
  ],
  ['filter.titleAsSpan=$eq:01:00:00', 'title::interval = $1::interval', '01:00:00.000000'],
  ['filter.levelAsText=$eq:low', 'level::text = $1', 'low'],
  [
    `filter.name=$contains:${'x'.repeat(260)}`,
    '(name is not null and case when octet_length(name) * 4 + 2 < octet_length($1::text) then false else name ilike $2 end)',
    `%${'x'.repeat(260)}%`,
    `%${'x'.repeat(260)}%`,
  ],
  ['filter.made=$contains:1.2', '(tags is not null and tags @> $1::text[])', '{"<1.2>"}'],
  ['filter.serial=$eq:5', 'serial = $1::bigint', 5],
  ['filter.big=$in:9007199254740993', 'big = any($1::bigint[])', '{"9007199254740993"}'],
  ['filter.jsonHeld=$contains:a', `(json is not null and ${heldInJson('json')})`, '{"a"}'],
  ['filter.docHeld=$contains:a', `(doc is not null and ${heldInJson('doc::jsonb')})`, '{"a"}'],
  ['filter.ordinal=$eq:5', 'ordinal = $1::integer', 5],
  [
    'filter.hosts=$contains:10.0.0.1',
    'array(select abbrev(held_) from unnest(hosts) as held_) @> $1::text[]',
    '{"10.0.0.1"}',
  ],
  ['filter.nets=$contains:10.0.0.0/8', 'nets::text[] @> $1::text[]', '{"10.0.0.0/8"}'],
  ['filter.net=$eq:10.0.0.0/8', 'net::text = $1', '10.0.0.0/8'],
  [
    'filter.letterAsMoment=$gt:2024-01-01T00:00:00Z',
    INSTANT.replaceAll('title', 'letter') + ' > $1::timestamptz',
    '2024-01-01 00:00:00.000000+00',
  ],
  ['filter.letterAsText=$in:a,b', 'letter = any($1::bpchar[])', '{"a","b"}'],
  ['filter.stateAsText=$eq:live', 'state::text = $1', 'live'],
  ['filter.encodedGuid=$eq:1.2', 'guid = $1', '<1.2>'],
  ['filter.encodedGuid=$in:1.2,1.3', 'guid in ($1, $2)', '<1.2>', '<1.3>'],
  ['filter.ratio=$lt:1000000000000000000000', 'ratio < $1::double precision', '1e+21'],
  ['filter.sum=$eq:9007199254740991', '((count + 1) is not null and (count + 1) = $1::bigint)', 9007199254740991],
  ['filter.sum=$eq:9007199254740992', '((count + 1) is not null and (count + 1) = $1::bigint)', '9007199254740992'],
  ['filter.sum=$eq:-9007199254740991', '((count + 1) is not null and (count + 1) = $1::bigint)', -9007199254740991],
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
  ['sortBy=titleAsMoment:ASC', `${INSTANT} asc`, 'id asc'],
  ['sortBy=lowered:DESC&sortBy=name:ASC&sortBy=lowered:ASC', '(lower(title)) desc', 'name asc', 'id asc'],
  ['sortBy=author.name:ASC', 'authors.name asc', 'id asc'],
])('%s is ordered by %s', (query, ...terms) => {
  expect(order(dialect, list, query).map(bare)).toEqual(terms)
})

test('a list of text that the schema does not show has a parameter for each value, up to 256', () => {
  const query = (length: number) => `filter.lowered=$in:${Array.from({ length }, (_, at) => at).join(',')}`
  expect([condition(dialect, list, query(256)).length, condition(dialect, list, query(257)).length]).toEqual([257, 2])
})

test.each([
  [256, 'name ilike $1'],
  [257, 'case when octet_length(name) * 4 + 2 < octet_length($1::text) then false else name ilike $2 end'],
])('a term of %i characters is matched by %s', (length, text) => {
  expect(bare(condition(dialect, list, `filter.name=$contains:${'x'.repeat(length)}`)[0])).toBe(
    `(name is not null and ${text})`,
  )
})

test('a portable match is a LIKE', () => {
  expect(bare(condition(dialect, portable, 'filter.title=$contains:a')[0])).toBe('title like $1')
})
