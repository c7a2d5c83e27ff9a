// Requests as a client sends them, each next to what somebody writes by hand for it.
import {
  and,
  asc,
  type Column,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPaginateConfig, paginateConfig, rowsOf } from '../../../src/index.js'
import type { TestDatabase } from '../../support/test-database.js'
import type { TestDialect } from '../../support/create-tables.js'
import type { Random } from '../differential/random.js'
import { handTables } from './tables.js'

export type Totals = 'exact' | 'none' | 'bounded' | 'cursor'

export function listsOf(dialect: TestDialect): { readonly [totals in Totals]: AnyPaginateConfig } {
  const { orders, customers, lines, products } = handTables[dialect]
  const rows = rowsOf(lines, eq(lines.orderId, orders.id))
  const list = paginateConfig(orders)
    .leftJoin('customer', customers, eq(customers.id, orders.customerId))
    .field('lines', rows.count())
    .field('qty', rows.aggregate(sql<number>`sum(${lines.qty})`, 'integer'))
    .withLimits(20, 100)
    .withTieBreaker('id')
    .sortable('number', 'status', 'total', 'placed', 'note', 'customer.name', 'customer.country', 'lines', 'qty')
    .searchable('number', 'note', 'customer.name')
    .filterable('status', '$eq', '$in')
    .filterable('total', '$gte')
    .filterable('placed', '$gte', '$lt')
    .filterable('note', '$null', '$ilike')
    .filterable('number', '$sw', '$ilike')
    .filterable('customer.name', '$ilike', '$eq')
    .filterable('customer.country', '$eq', '$null')
    .filterable('lines', '$gte', '$eq')
    .filterable('qty', '$gte')
    .filterableMany('product', rows, lines.productId, '$eq', '$in')
    .filterableMany('named', rows.innerJoin(products, eq(products.id, lines.productId)), products.name, '$eq', '$ilike')
    .withFilterExpressions()
  return {
    exact: list.build(),
    none: list.withTotals('none').build(),
    bounded: list.withTotals({ upTo: 1000 }).build(),
    cursor: list.withTotals('none').withCursors().build(),
  }
}

/** A parameter of a request, and the condition that somebody writes for it. */
interface Criterion {
  readonly parameter: string
  readonly condition: SQL | undefined
}

function criteriaOf({ dialect, db }: TestDatabase): readonly Criterion[] {
  const { orders, customers, lines, products } = handTables[dialect]
  const like = (column: Column, pattern: string): SQL =>
    dialect === 'postgresql' ? sql`${column} ilike ${pattern}` : sql`lower(${column}) like ${pattern.toLowerCase()}`
  const one = { one: sql`1` }
  const ofOrder = eq(lines.orderId, orders.id)
  const hasLine = (condition: SQL): SQL => exists(db.select(one).from(lines).where(and(ofOrder, condition)))
  const hasProduct = (condition: SQL): SQL =>
    exists(
      db.select(one).from(lines).innerJoin(products, eq(products.id, lines.productId)).where(and(ofOrder, condition)),
    )
  const { linesOf, qtyOf } = sumsOf(dialect)
  const criteria: readonly (readonly [parameter: string, condition: SQL | undefined])[] = [
    ['filter.status=$eq:open', eq(orders.status, 'open')],
    ['filter.status=$in:open,paid', inArray(orders.status, ['open', 'paid'])],
    ['filter.status=$eq:closed', eq(orders.status, 'closed')],
    ['filter.total=$gte:9000', gte(orders.total, 9000)],
    ['filter.placed=$lt:5000', lt(orders.placed, 5000)],
    ['filter.placed=$gte:39900', gte(orders.placed, 39_900)],
    ['filter.note=$null', isNull(orders.note)],
    ['filter.note=$ilike:of 77', like(orders.note, '%of 77%')],
    ['filter.number=$sw:A-12', like(orders.number, 'A-12%')],
    ['filter.number=$ilike:99', like(orders.number, '%99%')],
    ['filter.customer.name=$ilike:mer 12', like(customers.name, '%mer 12%')],
    ['filter.customer.name=$eq:customer 77', eq(customers.name, 'customer 77')],
    ['filter.customer.country=$eq:DE', eq(customers.country, 'DE')],
    ['filter.customer.country=$null', isNull(customers.country)],
    ['filter.lines=$gte:4', gte(linesOf, 4)],
    ['filter.lines=$eq:9', eq(linesOf, 9)],
    ['filter.qty=$gte:20', gte(qtyOf, 20)],
    ['filter.product=$eq:77', hasLine(eq(lines.productId, 77))],
    ['filter.product=$in:1,2,3,4,5', hasLine(inArray(lines.productId, [1, 2, 3, 4, 5]))],
    ['filter.product=$not:$eq:77', hasLine(ne(lines.productId, 77))],
    ['filter.named=$eq:product 7', hasProduct(eq(products.name, 'product 7'))],
    ['filter.named=$ilike:uct 1', hasProduct(like(products.name, '%uct 1%'))],
    [
      'search=customer 42',
      or(...[orders.number, orders.note, customers.name].map((column) => like(column, '%customer 42%'))),
    ],
    ['filter=status=$eq:open OR customer.country=$eq:FR', or(eq(orders.status, 'open'), eq(customers.country, 'FR'))],
    ['filter=lines=$gte:8 OR total=$gte:9900', or(gte(linesOf, 8), gte(orders.total, 9900))],
  ]
  return criteria.map(([parameter, condition]) => ({ parameter, condition }))
}

function sumsOf(dialect: TestDialect): { readonly linesOf: SQL; readonly qtyOf: SQL } {
  const { orders } = handTables[dialect]
  const of = (aggregate: string): SQL =>
    sql`(select ${sql.raw(aggregate)} from hand_lines where hand_lines.order_id = ${orders.id})`
  return { linesOf: of('count(*)'), qtyOf: of('sum(qty)') }
}

export interface HandRequest {
  readonly totals: Totals
  readonly page: number
  /** Without its page. */
  readonly query: string
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** Does the condition read the customer? */
  readonly isJoined: boolean
}

export function someRequest(database: TestDatabase, random: Random): HandRequest {
  const { orders, customers } = handTables[database.dialect]
  const { linesOf, qtyOf } = sumsOf(database.dialect)
  const sorts: readonly (readonly [name: string, expression: Column | SQL])[] = [
    ['number', orders.number],
    ['status', orders.status],
    ['total', orders.total],
    ['placed', orders.placed],
    ['note', orders.note],
    ['customer.name', customers.name],
    ['customer.country', customers.country],
    ['lines', linesOf],
    ['qty', qtyOf],
  ]
  const fieldOf = ({ parameter }: Criterion): string => parameter.slice(0, parameter.indexOf('='))
  const criteria = random
    .some(criteriaOf(database), 0, 3)
    .filter((one, at, all) => all.findIndex((other) => fieldOf(other) === fieldOf(one)) === at)
  const order = random.some(sorts, 0, 2).map((sort) => [...sort, random.pick(['ASC', 'DESC'] as const)] as const)
  const parameters = [
    ...criteria.map(({ parameter }) => parameter),
    ...order.map(([name, , direction]) => `sortBy=${name}:${direction}`),
  ]
  return {
    totals: random.pick(['exact', 'exact', 'none', 'bounded', 'cursor']),
    page: random.pick([1, 1, 2, 30]),
    query: parameters.join('&').replaceAll(' ', '+'),
    where: and(...criteria.map(({ condition }) => condition)),
    orderBy: [
      ...order.map(([, expression, direction]) => (direction === 'ASC' ? asc : desc)(expression)),
      asc(orders.id),
    ],
    isJoined: criteria.some(({ parameter }) => /customer|search/.test(parameter)),
  }
}

/** The ids of a page, by its count and its select as one writes them. */
export async function pageByHand({ db, dialect }: TestDatabase, request: HandRequest): Promise<readonly number[]> {
  const { orders, customers } = handTables[dialect]
  const { totals, page, where, orderBy, isJoined } = request
  const ofCustomer = eq(customers.id, orders.customerId)
  if (totals === 'exact') {
    const counted = db.select({ total: count() }).from(orders).$dynamic()
    await (isJoined ? counted.leftJoin(customers, ofCustomer) : counted).where(where)
  }
  if (totals === 'bounded') {
    const found = db
      .select({ one: sql`1`.as('one') })
      .from(orders)
      .$dynamic()
    const bounded = (isJoined ? found.leftJoin(customers, ofCustomer) : found).where(where).limit(1001)
    await db.select({ total: count() }).from(bounded.as('bounded'))
  }
  const rows = await db
    .select({ order: orders, customer: customers.name })
    .from(orders)
    .leftJoin(customers, ofCustomer)
    .where(where)
    .orderBy(...orderBy)
    .limit(totals === 'exact' ? 20 : 21)
    .offset((totals === 'cursor' ? Math.min(page - 1, 1) : page - 1) * 20)
  return rows.slice(0, 20).map(({ order }) => order.id)
}
