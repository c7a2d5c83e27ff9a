// Contender "hand-written": the same endpoint as a careful developer writes it with Drizzle alone. It reads only what
// it offers, joins only where a condition or an order needs it, counts without an order, and trusts its caller's
// spelling.
import { and, asc, between, count, desc, eq, exists, gte, ilike, inArray, like, lte, or, sql } from 'drizzle-orm'

const PAGE_SIZE = 25

/**
 * Condition and order of a request, for a statement of any kind.
 *
 * @param {ReturnType<typeof import('../tables.mjs').postgresTables>} tables
 */
export function handFragments({ dialect, articles, authors, articleTags }) {
  const matches = dialect === 'postgres' ? ilike : like
  const sortable = {
    id: articles.id,
    createdAt: articles.createdAt,
    updatedAt: articles.updatedAt,
    title: articles.title,
    views: articles.views,
    author: authors.name,
  }
  const searchable = { title: articles.title, summary: articles.summary, author: authors.name }

  return (db, queryString) => {
    const query = new URLSearchParams(queryString)
    const conditions = []
    let needsAuthor = false
    const status = query.get('status')
    if (status !== null) conditions.push(inArray(articles.status, status.split(',')))
    const authorId = query.get('author')
    if (authorId !== null) conditions.push(eq(articles.authorId, Number(authorId)))
    const from = query.get('from')
    const to = query.get('to')
    if (from !== null && to !== null) conditions.push(between(articles.views, Number(from), Number(to)))
    else if (from !== null) conditions.push(gte(articles.views, Number(from)))
    else if (to !== null) conditions.push(lte(articles.views, Number(to)))
    const hidden = query.get('hidden')
    if (hidden !== null) conditions.push(eq(articles.hidden, hidden === 'true'))
    const country = query.get('country')
    if (country !== null) {
      conditions.push(eq(authors.country, country))
      needsAuthor = true
    }
    const tag = query.get('tag')
    if (tag !== null) {
      const tagged = db.select({ one: sql`1` }).from(articleTags)
      conditions.push(exists(tagged.where(and(eq(articleTags.articleId, articles.id), eq(articleTags.tag, tag)))))
    }
    const q = query.get('q')?.trim()
    if (q) {
      const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
      const fields = query.get('in')?.split(',') ?? ['title', 'summary', 'author']
      conditions.push(or(...fields.map((field) => matches(searchable[field], pattern))))
      needsAuthor ||= fields.includes('author')
    }
    const where = and(...conditions)
    const sort = query.get('sort') ?? '-createdAt'
    const isDescending = sort.startsWith('-')
    const sortField = isDescending ? sort.slice(1) : sort
    const order = [isDescending ? desc(sortable[sortField]) : asc(sortable[sortField]), asc(articles.id)]
    return {
      where,
      order,
      needsAuthor,
      isOrderedByAuthor: sortField === 'author',
      page: Number(query.get('page') ?? 1),
    }
  }
}

/** @param {ReturnType<typeof import('../tables.mjs').postgresTables>} tables */
export function handStatements(tables) {
  const { articles, authors } = tables
  const fragments = handFragments(tables)
  const onAuthor = eq(authors.id, articles.authorId)
  const columns = { ...articles[Symbol.for('drizzle:Columns')] }
  return (db, queryString) => {
    const { where, order, needsAuthor, isOrderedByAuthor, page } = fragments(db, queryString)
    let counting = db.select({ total: count() }).from(articles).$dynamic()
    if (needsAuthor) counting = counting.leftJoin(authors, onAuthor)
    let selecting = db.select(columns).from(articles).$dynamic()
    if (needsAuthor || isOrderedByAuthor) selecting = selecting.leftJoin(authors, onAuthor)
    return {
      count: counting.where(where),
      page: selecting
        .where(where)
        .orderBy(...order)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
    }
  }
}

/** One statement after the other, on one connection. */
export function handList(db, tables) {
  const statements = handStatements(tables)
  return async (query) => {
    const { count, page } = statements(db, query)
    const [{ total }] = await count
    return { items: await page, total }
  }
}

/** Both statements at once: two connections for each request. */
export function handListInParallel(db, tables) {
  const statements = handStatements(tables)
  return async (query) => {
    const { count, page } = statements(db, query)
    const [[{ total }], items] = await Promise.all([count, page])
    return { items, total }
  }
}
