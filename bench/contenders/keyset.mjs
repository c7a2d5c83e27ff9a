// Contender "hand-written keyset": pages by position as a careful developer writes them with Drizzle alone, for one
// fixed order each. Row comparisons where all terms have one direction and the planner reads them as a range; else the
// nested form, led by the range of the first term. The cursor is the row's keys as JSON.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'

const PAGE_SIZE = 25

/**
 * @typedef {{ field: string, direction: 'asc' | 'desc', isNullable?: boolean }} Term
 * @param {ReturnType<typeof import('../tables.mjs').postgresTables>} tables
 * @param {readonly Term[]} terms tie-breaker last; `author` is the joined name
 */
export function keysetList(db, tables, terms) {
  const { articles, authors } = tables
  const columns = { ...articles[Symbol.for('drizzle:Columns')] }
  const expressions = terms.map(({ field }) => (field === 'author' ? authors.name : articles[field]))
  const isJoined = terms.some(({ field }) => field === 'author')
  const order = terms.map(({ direction }, at) => (direction === 'asc' ? asc(expressions[at]) : desc(expressions[at])))
  const fields = isJoined ? { ...columns, author: authors.name } : columns
  const after = afterPosition(tables.dialect, terms, expressions)
  return async (cursor) => {
    const where = cursor === null ? undefined : after(readCursor(cursor))
    let select = db.select(fields).from(articles).$dynamic()
    if (isJoined) select = select.leftJoin(authors, eq(authors.id, articles.authorId))
    const found = await select
      .where(where)
      .orderBy(...order)
      .limit(PAGE_SIZE + 1)
    const items = found.slice(0, PAGE_SIZE)
    const last = items.at(-1)
    return { items, next: found.length > PAGE_SIZE ? writeCursor(terms.map(({ field }) => last[field])) : null }
  }
}

export function writeCursor(values) {
  return Buffer.from(
    JSON.stringify(values.map((value) => (value instanceof Date ? { date: value.getTime() } : value))),
  ).toString('base64url')
}

function readCursor(text) {
  return JSON.parse(Buffer.from(text, 'base64url').toString()).map((value) =>
    value?.date === undefined ? value : new Date(value.date),
  )
}

function afterPosition(dialect, terms, expressions) {
  const isOneWay = terms.every(({ direction, isNullable }) => direction === terms[0].direction && isNullable !== true)
  // MySQL and MariaDB read no range of an index for a row comparison.
  if (isOneWay && dialect !== 'mysql') {
    const sign = sql.raw(terms[0].direction === 'asc' ? '>' : '<')
    return (values) =>
      sql`(${sql.join(expressions, sql`, `)}) ${sign} (${sql.join(
        values.map((value, at) => sql.param(value, expressions[at])),
        sql`, `,
      )})`
  }
  // PostgreSQL has nulls above all values, the others below.
  const nullsAfter = ({ direction }) => (direction === 'asc') === (dialect === 'postgres')
  const beyond = (values, at) => {
    const term = terms[at]
    const [expression, value] = [expressions[at], values[at]]
    const next = at + 1 < terms.length ? beyond(values, at + 1) : undefined
    if (value === null) {
      const tied = and(isNull(expression), next)
      return nullsAfter(term) ? tied : or(isNotNull(expression), tied)
    }
    const past = term.direction === 'asc' ? gt(expression, value) : lt(expression, value)
    const tied = next === undefined ? undefined : and(eq(expression, value), next)
    return or(past, term.isNullable && nullsAfter(term) ? isNull(expression) : undefined, tied)
  }
  return (values) => {
    const [term] = terms
    const isLed = values[0] !== null && !(term.isNullable && nullsAfter(term))
    const lead = isLed ? (term.direction === 'asc' ? gte : lte)(expressions[0], values[0]) : undefined
    return and(lead, beyond(values, 0))
  }
}
