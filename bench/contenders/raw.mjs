// Contender "bare driver": two prepared statements with fixed text, rows as the driver hands them over.
const COLUMNS = [
  'id',
  'title',
  'summary',
  'body',
  'status',
  'views',
  'price',
  'hidden',
  'created_at',
  'updated_at',
  'author_id',
]
const LIST = COLUMNS.map((column) => `t.${column}`).join(', ')
const PAGE_SIZE = 25

/**
 * @param {import('../requests.mjs').Request} request
 * @param {(table: string) => string} nameOf the table's full name
 */
export function rawStatements({ raw, table = 'articles', page = 1 }, nameOf) {
  const { from = '', pageFrom = from, where, values = [], order = 't.created_at desc' } = raw
  const named = (text) => text.replaceAll(/\{(\w+)\}/g, (_, name) => nameOf(name))
  const condition = where === undefined ? '' : ` where ${where}`
  const n = values.length
  return {
    count: named(`select count(*) as total from {${table}} t ${from}${condition}`),
    page: named(
      `select ${LIST} from {${table}} t ${pageFrom}${condition} order by ${order}, t.id asc limit $${n + 1} offset $${n + 2}`,
    ),
    values,
    pageValues: [...values, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  }
}

/** `?` in place of `$1`: for drivers whose parameters have no numbers. */
export const withQuestionMarks = (text) => text.replaceAll(/\$\d+/g, '?')
