// The requests that are timed, in the words of each contender: the list grammar for this package and nestjs-paginate,
// flat parameters for the hand-written endpoint, SQL with its values for the bare driver.
import { COMMON_WORD, RARE_WORD } from './data/rows.mjs'

/**
 * @typedef {object} Request
 * @property {string} id
 * @property {string} title
 * @property {string} list query string
 * @property {string} hand query string
 * @property {{ from?: string, where?: string, values?: unknown[], order?: string }} raw with `$1`, `$2` …
 * @property {number} [page] 1-based
 * @property {'author' | 'tags'} [relation] what nestjs-paginate must join
 * @property {string} [nest] query string of nestjs-paginate where its grammar differs
 * @property {string} [table] other than `articles`
 */

const AUTHOR = 'left join {authors} a on a.id = t.author_id'
const TAGGED = 'exists (select 1 from {article_tags} g where g.article_id = t.id and g.tag = $1)'

/** A request whose database work is a few index entries: what is left is the price of asking. */
export function cheapRequest(i, authorCount) {
  const author = 1 + ((i * 7919) % authorCount)
  return {
    id: 'cheap',
    title: 'articles of one author',
    list: `filter.authorId=$eq:${author}`,
    hand: `author=${author}`,
    raw: { where: 't.author_id = $1', values: [author] },
  }
}

/** @returns {Request[]} cases over a table of `rows` rows */
export function heavyRequests(rows) {
  const pages = rows / 25
  const paged = (page) => ({ page, suffix: page === 1 ? '' : `page=${page}` })
  const plainPage = (id, title, page, { sort, table } = {}) => {
    const { suffix } = paged(page)
    const list = [suffix, sort && `sortBy=${sort}:DESC`].filter(Boolean).join('&')
    const hand = [suffix, sort && `sort=-${sort}`].filter(Boolean).join('&')
    const order = sort === 'updatedAt' ? { order: 't.updated_at desc' } : {}
    return { id, title, page, list, hand, raw: order, table }
  }
  const search = (id, title, word, field) => ({
    id,
    title,
    list: `search=${word}&searchBy=${field}`,
    hand: `q=${word}&in=${field}`,
    raw: { where: `t.${field} ilike $1`, values: [`%${word}%`] },
  })
  return [
    plainPage('first', 'first page', 1),
    plainPage('middle', 'middle page, order follows the table', pages / 2),
    plainPage('middle-scattered', 'middle page, order scattered over the table', pages / 2, { sort: 'updatedAt' }),
    plainPage('last', 'last page, order follows the table', pages),
    plainPage('last-scattered', 'last page, order scattered over the table', pages, { sort: 'updatedAt' }),
    plainPage('deep-narrow', 'page at a tenth, narrow rows', pages / 10),
    plainPage('deep-wide', 'page at a tenth, wide rows', pages / 10, { table: 'articles_wide' }),
    plainPage('page-30', 'page 30', 30),
    search('search-index', '5 % search, trigram index', COMMON_WORD, 'title'),
    search('search-scan', '5 % search, no index', COMMON_WORD, 'summary'),
    search('rare-index', '0.01 % search, trigram index', RARE_WORD, 'title'),
    search('rare-scan', '0.01 % search, no index', RARE_WORD, 'summary'),
    {
      ...search('search-page', '5 % search, trigram index, page 500', COMMON_WORD, 'title'),
      page: 500,
      list: `search=${COMMON_WORD}&searchBy=title&page=500`,
      hand: `q=${COMMON_WORD}&in=title&page=500`,
    },
    {
      id: 'search-three',
      title: '5 % search over three fields, one of them joined',
      list: `search=${COMMON_WORD}`,
      hand: `q=${COMMON_WORD}`,
      relation: 'author',
      raw: {
        from: AUTHOR,
        where: '(t.title ilike $1 or t.summary ilike $1 or a.name ilike $1)',
        values: [`%${COMMON_WORD}%`],
      },
    },
    {
      id: 'search-joined',
      title: '9 % search over two fields, one of them joined, trigram index on both',
      list: 'search=falcon&searchBy=title&searchBy=author.name',
      hand: 'q=falcon&in=title,author',
      relation: 'author',
      raw: { from: AUTHOR, where: '(t.title ilike $1 or a.name ilike $1)', values: ['%falcon%'] },
    },
    {
      id: 'rare-joined',
      title: '0.01 % search over two fields, one of them joined, trigram index on both',
      list: `search=${RARE_WORD}&searchBy=title&searchBy=author.name`,
      hand: `q=${RARE_WORD}&in=title,author`,
      relation: 'author',
      raw: { from: AUTHOR, where: '(t.title ilike $1 or a.name ilike $1)', values: [`%${RARE_WORD}%`] },
    },
    {
      id: 'join-sort',
      title: 'sort by a joined field',
      list: 'sortBy=author.name:ASC',
      hand: 'sort=author',
      relation: 'author',
      nest: 'sortBy=author.name:ASC&sortBy=id:ASC',
      raw: { pageFrom: AUTHOR, order: 'a.name asc' },
    },
    {
      id: 'join-filter',
      title: 'filter by a joined field (5 %)',
      list: 'filter.author.country=$eq:IT',
      hand: 'country=IT',
      relation: 'author',
      raw: { from: AUTHOR, where: 'a.country = $1', values: ['IT'] },
    },
    {
      id: 'many',
      title: 'filter by a tag, one of many (10 %)',
      list: 'filter.tag=$eq:tag7',
      hand: 'tag=tag7',
      relation: 'tags',
      nest: 'filter.tags.tag=$eq:tag7',
      raw: { where: TAGGED, values: ['tag7'] },
    },
    {
      id: 'composite',
      title: 'filter and sort by one index (12 %)',
      list: 'filter.status=$eq:archived',
      hand: 'status=archived',
      raw: { where: 't.status = $1', values: ['archived'] },
    },
    {
      id: 'composite-deep',
      title: 'filter and sort by one index, page 2,000',
      page: 2000,
      list: 'filter.status=$eq:archived&page=2000',
      hand: 'status=archived&page=2000',
      raw: { where: 't.status = $1', values: ['archived'] },
    },
    {
      id: 'range',
      title: 'range of 1 %, sorted by another index',
      list: 'filter.views=$btw:5000,5999',
      hand: 'from=5000&to=5999',
      raw: { where: 't.views between $1 and $2', values: [5000, 5999] },
    },
    {
      id: 'list',
      title: 'list of two in five statuses, first page',
      list: 'filter.status=$in:draft,review&filter.hidden=$eq:false',
      hand: 'status=draft,review&hidden=false',
      raw: { where: 't.status = any($1) and t.hidden = $2', values: [['draft', 'review'], false] },
    },
  ]
}

/** Mixed shapes for the parts that need no database. */
export const mixedRequests = [
  (i) => [
    `page=${1 + (i % 9)}&filter.status=$in:draft,live&filter.views=$gte:${i % 1000}`,
    `page=${1 + (i % 9)}&status=draft,live&from=${i % 1000}`,
  ],
  (i) => [`page=2&filter.status=$eq:s${i % 7}&sortBy=title:ASC`, `page=2&status=s${i % 7}&sort=title`],
  (i) => [
    `filter.views=$btw:${i % 100},500&filter.hidden=$eq:false&page=3`,
    `from=${i % 100}&to=500&hidden=false&page=3`,
  ],
  (i) => [`search=foo${i % 50}&searchBy=title`, `q=foo${i % 50}&in=title`],
]
export const mixedList = (i) => mixedRequests[i % mixedRequests.length](i)[0]
export const mixedHand = (i) => mixedRequests[i % mixedRequests.length](i)[1]

/** Requests of a few hundred shapes with ever new values: lists of any length, pages, texts. */
export function warmRequest(i, shapes = 256) {
  const ids = Array.from({ length: 1 + (i % 30) }, (_, at) => (i * 31 + at * 7919) % 1_000_003).join(',')
  return `${coldRequest(i % shapes)[0]}&page=${1 + (i % 9)}&filter.authorId=$in:${ids}`
}

/**
 * One shape for each number: what a client would send that wants to fill what is kept. Every one has many criteria, and
 * so a long text.
 */
export function hostileRequest(i) {
  const sort = ['id', 'createdAt', 'updatedAt', 'title', 'views'][i % 5]
  const parts = [`sortBy=${sort}:${i % 2 === 0 ? 'ASC' : 'DESC'}&search=foo${i % 50}`, `filter.status=$eq:s${i % 9}`]
  // The digits of the number to the base of eight, a criterion each.
  for (let rest = i + 1; rest > 0; rest >>= 3) {
    const value = rest & 1 ? '$in:draft,live' : `$eq:s${i % 7}`
    parts.push(`filter.status=${rest & 2 ? '$not:' : ''}${rest & 4 ? '$or:' : '$and:'}${value}`)
  }
  parts.push(
    `filter.views=$gte:${i % 100}`,
    'filter.hidden=$eq:false',
    `filter.tag=$eq:tag${i % 9}`,
    'filter.author.country=$in:IT,FR',
  )
  return parts.join('&')
}

/** Shapes that do not come again: fields, operators, orders and their number vary. */
export function coldRequest(i) {
  const n = i % 4096
  const parts = [[], []]
  const add = (list, hand) => {
    parts[0].push(list)
    parts[1].push(hand)
  }
  if (n & 1) add('filter.status=$in:draft,live', 'status=draft,live')
  if (n & 2) add(`filter.views=$btw:${i % 100},500`, `from=${i % 100}&to=500`)
  else if (n & 4) add(`filter.views=$gte:${i % 100}`, `from=${i % 100}`)
  if (n & 8) add('filter.hidden=$eq:false', 'hidden=false')
  if (n & 16) add(`filter.authorId=$eq:${i % 90}`, `author=${i % 90}`)
  if (n & 32) add('filter.tag=$eq:tag7', 'tag=tag7')
  if (n & 64) add(`search=foo${i % 50}&searchBy=title`, `q=foo${i % 50}&in=title`)
  else if (n & 128) add(`search=foo${i % 50}&searchBy=title&searchBy=summary`, `q=foo${i % 50}&in=title,summary`)
  const sort = ['id', 'createdAt', 'updatedAt', 'title', 'views'][n % 5]
  if (n & 256) add(`sortBy=${sort}:ASC`, `sort=${sort}`)
  else if (n & 512) add(`sortBy=${sort}:DESC`, `sort=-${sort}`)
  if (n & 1024) add('filter.author.country=$eq:IT', 'country=IT')
  return [parts[0].join('&'), parts[1].join('&')]
}
