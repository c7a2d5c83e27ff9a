// What every runtime and driver is asked. Its answers are compared with the conformance table, with plain Drizzle and
// with each other; nothing here depends on a test runner, since some runtimes have none.
import { and, asc, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import {
  facetCounts,
  paginate,
  paginateConfig,
  PaginateQuery,
  PaginateQueryError,
  streamRows,
} from '../../../src/index.js'
import { actual, configurations, expectedOf } from '../../engines/conformance/run-row.js'
import { TABLE } from '../../engines/conformance/table.js'
import type { OpenDriver, RuntimeDriver } from './driver.js'
import { schemaOf, seedStatements } from './seed-sql.js'
import { withSettings } from '../../support/settings.js'

export interface CheckResult {
  readonly title: string
  /** How many requests it put. */
  readonly requests: number
  /** Empty where all is as it should be. */
  readonly failures: readonly string[]
}

type Db = ReturnType<OpenDriver['drizzle']>

/** Opens the driver, fills its database, puts every check to it, and closes it. */
export async function runSuite({ engine, open }: RuntimeDriver): Promise<CheckResult[]> {
  const driver = await open()
  try {
    for (const statement of seedStatements(driver.dialect)) await driver.execute(statement)
    const db = driver.drizzle()
    return [
      await check('the conformance table', (say) => conformance(driver, engine, db, say)),
      await check('values of every kind as plain Drizzle gives them', (say) => valuesOfEveryKind(driver, db, say)),
      await check('links', (say) => links(driver, db, say)),
      await check('a wrong request is refused before a statement', (say) => refusal(driver, say)),
      await check('two tenants at once', (say) => tenantsAtOnce(driver, db, say)),
      await check('conditions of the host, bound as plain Drizzle binds them', (say) =>
        hostConditions(driver, db, say),
      ),
      await check('walks by cursor, both ways, and hostile cursors', (say) => cursors(driver, db, say)),
      await check('a stream of all rows', (say) => stream(driver, db, say)),
      await check('facets, and count and page together', (say) => oneCall(driver, db, say)),
      await check('a database made for each request', (say) => databasePerRequest(driver, say)),
    ]
  } finally {
    await driver.close()
  }
}

type Say = (failure: string) => void

async function check(title: string, run: (say: Say) => Promise<number>): Promise<CheckResult> {
  const failures: string[] = []
  let requests = 0
  try {
    requests = await run((failure) => failures.push(failure))
  } catch (error) {
    failures.push(words(error))
  }
  return { title, requests, failures }
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` <- ${words(error.cause)}`
  return `${error.name}: ${error.message}${cause}`
}

async function conformance({ dialect }: OpenDriver, engine: string, db: Db, say: Say): Promise<number> {
  const config = configurations(dialect)
  for (const row of TABLE) {
    const { expected } = expectedOf(row, { engine, dialect })
    const got = await actual(expected, () => paginate(db, PaginateQuery.from(row.request), config(row.list) as never))
    if (JSON.stringify(got) !== JSON.stringify(expected)) {
      say(`${row.list} ?${decodeURIComponent(row.request)}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`)
    }
  }
  return TABLE.length
}

/** The suite's articles: every column, which is what a configuration without `.select()` answers. */
function articleList(dialect: OpenDriver['dialect']) {
  const { articles, authors } = schemaOf(dialect)
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .withLimits(7, 100)
    .withTieBreaker('id')
    .sortable('id', 'title', 'author.name')
    .searchable('title')
    .filterable('status', '$eq', '$in')
    .filterable('views', '$gte')
    .filterable('authorId', '$eq')
    .build()
}

async function valuesOfEveryKind({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const { articles } = schemaOf(dialect)
  const list = articleList(dialect)
  const plain: unknown[] = await db.select().from(articles).orderBy(asc(articles.id))
  const walked: unknown[] = []
  let requests = 0
  for (let page = 1, hasNextPage = true; hasNextPage; page++, requests++) {
    const { items, meta } = await paginate(db, { page, sortBy: ['id:ASC'] }, list)
    walked.push(...items)
    hasNextPage = meta.hasNextPage
  }
  if (plain.length < 8) say(`the walk has ${plain.length} rows: too few to have a second page`)
  if (shown(walked) !== shown(plain)) say(`${shown(walked)}, not ${shown(plain)}`)
  return requests
}

/** Dates, bigints and bytes told apart. */
const shown = (value: unknown): string =>
  JSON.stringify(value, function replace(this: Record<string, unknown>, key, plain) {
    const raw = this[key]
    if (typeof raw === 'bigint') return `bigint ${raw}`
    return raw instanceof Date ? `Date ${raw.toISOString()}` : (plain as unknown)
  })

async function links({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const request = new Request('https://example.com/articles?limit=2&sortBy=title:ASC&search=e&page=2')
  const { links } = await paginate(db, request, articleList(dialect))
  const [first, next] = [1, 3].map((page) => `/articles?limit=2&sortBy=title%3AASC&search=e&page=${page}`)
  if (links.first !== first || links.previous !== first || links.next !== next) say(JSON.stringify(links))
  const { items } = await paginate(db, PaginateQuery.from(links.next as string), articleList(dialect))
  if (items.length === 0) say('the next page, which a link leads to, is empty')
  return 2
}

async function refusal({ dialect, drizzle }: OpenDriver, say: Say): Promise<number> {
  let statements = 0
  const watched = drizzle()
  const db = { select: (fields: never) => (statements++, watched.select(fields)) }
  const wrong: readonly (readonly [string, string])[] = [
    ['filter.hidden=$eq:true', 'filter.not_configured'],
    ['filter.views=$gte:many', 'filter.value_invalid'],
    ['page=0', 'page.not_positive_integer'],
    ['sortBy=views:ASC', 'sort.not_configured'],
  ]
  for (const [request, code] of wrong) {
    try {
      await paginate(db, PaginateQuery.from(request), articleList(dialect) as never)
      say(`?${request} was answered`)
    } catch (error) {
      if (!(error instanceof PaginateQueryError) || error.code !== code)
        say(`?${request}: ${words(error)}, not ${code}`)
    }
  }
  if (statements > 0) say(`${statements} statements were begun`)
  return wrong.length
}

const ROUNDS = 20

/** A prepared query that two calls share must not share its parameters (seen with the RDS Data API). */
async function tenantsAtOnce({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const { articles } = schemaOf(dialect)
  const list = articleList(dialect)
  const idsOf = async (where: SQL): Promise<string> => {
    const { items, meta } = await paginate(db, { limit: 100 }, list, { where })
    return `${JSON.stringify(items.map(({ id }) => id))} of ${meta.totalItems}`
  }
  const tenants = [1, 2, 3].map((tenant) => eq(articles.authorId, tenant))
  const alone: string[] = []
  for (const where of tenants) alone.push(await idsOf(where))
  if (new Set(alone).size < tenants.length) say(`the tenants' rows are the same: ${alone.join(' ')}`)
  for (let round = 0; round < ROUNDS; round++) {
    const together = await Promise.all(tenants.map((where) => idsOf(where)))
    if (together.join() !== alone.join()) {
      say(`at once: ${together.join(' ')}; one by one: ${alone.join(' ')}`)
      break
    }
  }
  return tenants.length * (ROUNDS + 1)
}

/** Where plain Drizzle fails on a driver, so may we. */
async function hostConditions({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const { articles } = schemaOf(dialect)
  const list = articleList(dialect)
  const day = new Date('2024-01-02T00:00:00.000Z')
  const conditions: { readonly [kind: string]: SQL | undefined } = {
    uuid: eq(articles.publicId, '0f8fad5b-d9cb-469f-a165-000000000003'),
    timestamp: gte(articles.createdAt, day),
    'nullable timestamp': lt(articles.publishedAt, day),
    decimal: gte(articles.fee, '0.5'),
    float: gte(articles.score, 0.5),
    boolean: eq(articles.isFeatured, true),
    enum: inArray(articles.status, ['draft', 'review']),
    together: and(isNotNull(articles.publishedAt), gte(articles.createdAt, new Date(0)), eq(articles.hidden, false)),
  }
  for (const [kind, where] of Object.entries(conditions)) {
    let plain: unknown
    try {
      plain = await db.select({ id: articles.id }).from(articles).where(where).orderBy(asc(articles.id))
    } catch {
      continue
    }
    for (const again of [false, true]) {
      try {
        const { items } = await paginate(db, { limit: 100, sortBy: ['id:ASC'] }, list, { where })
        const got = items.map(({ id }) => ({ id }))
        if (shown(got) !== shown(plain)) say(`${kind}: ${shown(got)}, not ${shown(plain)}`)
      } catch (error) {
        say(`${kind}${again ? ', once more' : ''}: ${words(error)}`)
      }
    }
  }
  return Object.keys(conditions).length * 2
}

/** Orders over every kind of key: text, numbers, moments, booleans, uuids, joined and nullable ones. */
const ORDERS: readonly (readonly string[])[] = [
  [],
  ['id:DESC'],
  ['title:ASC'],
  ['publishedAt:DESC'],
  ['createdAt:ASC', 'title:DESC'],
  ['fee:ASC'],
  ['score:DESC'],
  ['likes:ASC'],
  ['isPinned:DESC'],
  ['publicId:ASC'],
  ['author.name:ASC', 'views:DESC'],
]

/** The same list under each way to page. */
function sortedList(dialect: OpenDriver['dialect']) {
  const { articles, authors } = schemaOf(dialect)
  return paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .withLimits(100, 100)
    .withTieBreaker('id')
    .sortable(
      'id',
      'title',
      'views',
      'likes',
      'fee',
      'score',
      'isPinned',
      'publicId',
      'createdAt',
      'publishedAt',
      'author.name',
    )
    .filterable('status', '$eq')
    .filterable('views', '$gte')
}

async function cursors({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const byNumber = sortedList(dialect).build()
  const list = sortedList(dialect).withCursors().build()
  let requests = 0
  for (const sortBy of ORDERS) {
    const all = (await paginate(db, { sortBy }, byNumber)).items.map(({ id }) => id)
    let page = await paginate(db, { sortBy, limit: 3 }, list)
    const forth = page.items.map(({ id }) => id)
    for (; page.meta.nextCursor !== null; requests++) {
      page = await paginate(db, { sortBy, limit: 3, after: page.meta.nextCursor }, list)
      forth.push(...page.items.map(({ id }) => id))
    }
    const back = page.items.map(({ id }) => id)
    for (; page.meta.previousCursor !== null; requests++) {
      page = await paginate(db, { sortBy, limit: 3, before: page.meta.previousCursor }, list)
      back.unshift(...page.items.map(({ id }) => id))
    }
    if (forth.join() !== all.join()) say(`${sortBy.join()} forth: ${forth.join()}, not ${all.join()}`)
    if (back.join() !== all.join()) say(`${sortBy.join()} back: ${back.join()}, not ${all.join()}`)
  }
  for (const after of ['x', 'WyJhIl0', '%00', 'a'.repeat(9000)]) {
    requests++
    try {
      await paginate(db, { after }, list)
      say(`the cursor ${after.slice(0, 20)} was answered`)
    } catch (error) {
      const code = error instanceof PaginateQueryError ? error.code : words(error)
      if (code !== 'cursor.invalid' && code !== 'cursor.order_changed') say(`the cursor ${after.slice(0, 20)}: ${code}`)
    }
  }
  return requests + 2 * ORDERS.length
}

async function stream({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const list = sortedList(dialect).build()
  for (const sortBy of ORDERS) {
    const { items } = await paginate(db, { sortBy }, list)
    const streamed: unknown[] = []
    for await (const item of streamRows(db, { sortBy }, list, { batchSize: 4 })) streamed.push(item)
    if (shown(streamed) !== shown(items)) say(`${sortBy.join()}: ${shown(streamed)}, not ${shown(items)}`)
  }
  return 2 * ORDERS.length
}

async function oneCall({ dialect }: OpenDriver, db: Db, say: Say): Promise<number> {
  const list = sortedList(dialect).build()
  const query = { limit: 4, page: 2, filters: { views: '$gte:1' } }
  const apart = await paginate(db, query, list)
  const together = await paginate(db, query, withSettings(list, { together: true }))
  if (shown(together) !== shown(apart)) say(`together: ${shown(together)}, not ${shown(apart)}`)
  const { status, views } = await facetCounts(db, query, list, { status: true, views: 'range' })
  const counted = status.reduce((sum, { count }) => sum + count, 0)
  if (counted !== apart.meta.totalItems) say(`the facet counts ${counted} rows, not ${apart.meta.totalItems}`)
  if (views === null || views.min === null || views.min > views.max) say(`the range is ${shown(views)}`)
  return 3
}

const DATABASES = 200

async function databasePerRequest({ dialect, drizzle }: OpenDriver, say: Say): Promise<number> {
  const list = articleList(dialect)
  const answers = new Set<string>()
  for (let index = 0; index < DATABASES; index++) {
    const { items, meta } = await paginate(
      drizzle(),
      PaginateQuery.from('filter.status=$in:published,draft&sortBy=author.name:ASC&limit=3'),
      list,
    )
    answers.add(shown([items, meta.totalItems]))
  }
  if (answers.size !== 1) say(`${answers.size} different answers: ${[...answers].join('\n')}`)
  return DATABASES
}
