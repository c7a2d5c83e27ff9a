// docs/explanation/comparison.md: the same questions, put to the packages that page Drizzle lists or have this grammar.
// `node scripts/compare-peers.mjs` installs the two that are no dependency of ours into .tmp/compare and prints the
// table.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.tmp/compare/', import.meta.url))
const versions = { 'drizzle-cursor': '0.4.1', 'drizzle-pagination': '1.0.12' }
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}package.json`, JSON.stringify({ private: true, type: 'module' }))
const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
execFileSync('npm', ['install', '--no-save', '--legacy-peer-deps', '--ignore-scripts', '--silent', ...packages], {
  cwd: folder,
})

const require = createRequire(`${folder}package.json`)
const { generateCursor } = require('drizzle-cursor')
const { withCursorPagination } = require('drizzle-pagination')
const { default: Database } = await import('better-sqlite3')
const { drizzle } = await import('drizzle-orm/better-sqlite3')
const { asc } = await import('drizzle-orm')
const { integer, sqliteTable, text } = await import('drizzle-orm/sqlite-core')

const posts = sqliteTable('posts', {
  id: integer().primaryKey(),
  status: text().notNull(),
  at: integer(),
  rank: integer().notNull(),
})
const client = new Database(':memory:')
// Posts 2 and 3 have one rank; posts 5 and 6 have no date.
client.exec(`create table posts (id integer primary key, status text not null, at integer, rank integer not null)`)
client.exec(
  `insert into posts values (1,'open',40,9),(2,'open',30,8),(3,'done',20,8),(4,'done',10,7),(5,'open',null,6),(6,'done',null,5)`,
)
const db = drizzle({ client })

/** Pages of two, until a page is not full; 20 at the most. */
function seen(nextPage) {
  const ids = []
  let last
  for (let pages = 0; pages < 20; pages++) {
    const page = nextPage(last)
    ids.push(...page.map(({ id }) => id))
    if (page.length < 2) break
    last = page.at(-1)
  }
  return ids
}
const verdict = (ids) => (ids.length === 6 && new Set(ids).size === 6 ? 'each row once' : `rows ${ids.join(', ')} of 6`)

const withCursor = (field, order) => {
  const cursor = generateCursor({
    cursors: [{ order, key: field, schema: posts[field] }],
    primaryCursor: { order: 'ASC', key: 'id', schema: posts.id },
  })
  return seen((last) =>
    db
      .select()
      .from(posts)
      .orderBy(...cursor.orderBy)
      .where(cursor.where(last))
      .limit(2)
      .all(),
  )
}
const withPagination = (field, order) =>
  seen((last) => {
    const { where, orderBy, limit } = withCursorPagination({
      limit: 2,
      cursors: [
        [posts[field], order, last?.[field]],
        [posts.id, 'asc', last?.id],
      ],
    })
    return db
      .select()
      .from(posts)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .all()
  })

const { DataSource, EntitySchema } = await import('typeorm')
const { FilterOperator, paginate: nestPaginate } = await import('nestjs-paginate')
const Post = new EntitySchema({
  name: 'posts',
  columns: {
    id: { type: Number, primary: true },
    status: { type: String },
    at: { type: Number, nullable: true },
    rank: { type: Number },
  },
})
const source = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Post], synchronize: true })
await source.initialize()
await source.getRepository('posts').insert(db.select().from(posts).orderBy(asc(posts.id)).all())
const nest = {
  sortableColumns: ['id', 'rank'],
  defaultSortBy: [['id', 'ASC']],
  filterableColumns: { status: [FilterOperator.EQ] },
  maxLimit: 4,
}
const strict = { ...nest, throwOnInvalidFilter: true }
async function nestAnswer(query, config = nest) {
  try {
    const { data } = await nestPaginate({ path: '/posts', limit: 4, ...query }, source.getRepository('posts'), config)
    return `${data.length} rows`
  } catch (error) {
    return `${error.status ?? 'rejected'}: ${error.message}`
  }
}

const { paginate, paginateConfig } = await import('../dist/index.js')
const declared = paginateConfig(posts, { strictParameters: true })
  .withLimits(2, 4)
  .withTieBreaker('id')
  .sortable('rank', 'at')
  .filterable('status', '$eq')
const byCursor = declared.withCursors().build()
const ours = async (sort) => {
  const ids = []
  for (let url = `/posts?sortBy=${sort}`; url !== null;) {
    const page = await paginate(db, url, byCursor)
    ids.push(...page.items.map(({ id }) => id))
    url = page.links.next
  }
  return ids
}
const oursAnswer = async (search) => {
  try {
    return `${(await paginate(db, search.startsWith('limit') ? search : `limit=4&${search}`, declared.build())).items.length} rows`
  } catch (error) {
    return `400: ${error.message}`
  }
}

const line = (...cells) => console.log(`| ${cells.join(' | ')} |`)
line('', 'drizzle-paginate', 'drizzle-cursor 0.4.1', 'drizzle-pagination 1.0.12')
line('---', '---', '---', '---')
line(
  'equal sort keys',
  verdict(await ours('rank:DESC')),
  verdict(withCursor('rank', 'DESC')),
  verdict(withPagination('rank', 'desc')),
)
line(
  'null sort keys',
  verdict(await ours('at:DESC')),
  verdict(withCursor('at', 'DESC')),
  verdict(withPagination('at', 'desc')),
)
console.log()
line('', 'drizzle-paginate', 'nestjs-paginate 15.0.1', 'the same with `throwOnInvalidFilter`')
line('---', '---', '---', '---')
line(
  'a filter that is not declared',
  await oursAnswer('filter.rank=$eq:9'),
  await nestAnswer({ filter: { rank: '$eq:9' } }),
  await nestAnswer({ filter: { rank: '$eq:9' } }, strict),
)
line(
  'an operator that is not allowed',
  await oursAnswer('filter.status=$in:open'),
  await nestAnswer({ filter: { status: '$in:open' } }),
  await nestAnswer({ filter: { status: '$in:open' } }, strict),
)
line(
  'a sort that is not declared',
  await oursAnswer('sortBy=status:ASC'),
  await nestAnswer({ sortBy: [['status', 'ASC']] }),
  await nestAnswer({ sortBy: [['status', 'ASC']] }, strict),
)
line(
  'a limit beyond the maximum',
  await oursAnswer('limit=100'),
  await nestAnswer({ limit: 100 }),
  await nestAnswer({ limit: 100 }, strict),
)
await source.destroy()
client.close()
