// Items with children: their types, with and without a shape, gated or not.
import { eq, getTableColumns, max, sql, sum } from 'drizzle-orm'
import { bigint, integer, numeric, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expectTypeOf, test } from 'vitest'
import * as v from 'valibot'
import { z } from 'zod'
import type { createListClient } from '../src/entries/client/index.js'
import {
  type InferFilterType,
  type InferFilterValue,
  type InferItem,
  type InferSortable,
  paginateConfig,
  rowsOf,
} from '../src/index.js'

const orders = pgTable('orders', { id: serial().primaryKey(), total: numeric().notNull(), note: text() })
const orderLines = pgTable('order_lines', {
  id: bigint({ mode: 'bigint' }).primaryKey(),
  orderId: integer().notNull(),
  productId: integer(),
  quantity: integer().notNull(),
  price: numeric(),
})
const products = pgTable('products', {
  id: serial().primaryKey(),
  name: text().notNull(),
  since: timestamp().notNull(),
})
type Order = typeof orders.$inferSelect

declare const flag: boolean
const lines = rowsOf(orderLines, eq(orderLines.orderId, orders.id))
const withProducts = lines.leftJoin(products, eq(products.id, orderLines.productId))
const ready = paginateConfig(orders).withLimits(20, 100).withTieBreaker('id')
const plain = ready.children('lines', lines, {
  id: orderLines.id,
  price: orderLines.price,
  double: sql<number>`2 * ${orderLines.quantity}`,
})

describe('without a shape an item is the row with its children', () => {
  test('with columns and expressions', () => {
    const list = plain.build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      total: string
      note: string | null
      lines: { id: bigint; price: string | null; double: number }[]
    }>()
  })
  test('without what is false or undefined, optional where it may be', () => {
    const list = ready
      .children('lines', lines, {
        id: orderLines.id,
        price: flag && orderLines.price,
        quantity: flag ? orderLines.quantity : undefined,
        product: false,
      })
      .build()
    expectTypeOf<InferItem<typeof list>['lines']>().toEqualTypeOf<
      { id: bigint; price?: string | null; quantity?: number }[]
    >()
    // @ts-expect-error -- no column
    ready.children('lines', lines, { id: orderLines.id, price: flag && 5 })
  })

  test('with null for a record of a left join, and for its columns', () => {
    const list = ready
      .children('lines', withProducts, { id: orderLines.id, product: { name: products.name }, since: products.since })
      .build()
    expectTypeOf<InferItem<typeof list>['lines']>().toEqualTypeOf<
      { id: bigint; product: { name: string } | null; since: Date | null }[]
    >()
  })
  test('not of an inner join', () => {
    const joined = lines.innerJoin(products, eq(products.id, orderLines.productId))
    const list = ready.children('lines', joined, { name: products.name }).build()
    expectTypeOf<InferItem<typeof list>['lines']>().toEqualTypeOf<{ name: string }[]>()
  })
  test('with all columns of a table', () => {
    const list = ready.children('lines', lines, getTableColumns(orderLines)).build()
    expectTypeOf<InferItem<typeof list>['lines']>().toEqualTypeOf<(typeof orderLines.$inferSelect)[]>()
  })
  test('of several sets, and optional behind a gate', () => {
    const list = plain.when(flag).children('more', lines, { id: orderLines.id }).build()
    type Item = InferItem<typeof list>
    expectTypeOf<Item['more']>().toEqualTypeOf<{ id: bigint }[] | undefined>()
    expectTypeOf<Pick<Item, 'more'>>().toEqualTypeOf<{ more?: { id: bigint }[] }>()
    expectTypeOf<keyof Item>().toEqualTypeOf<keyof Order | 'lines' | 'more'>()
  })
})

describe('a shape takes a set', () => {
  const several = plain.children('products', withProducts, {
    id: orderLines.id,
    product: { name: products.name, since: products.since },
  })
  test('by true, by a shape of its keys, or not at all', () => {
    const list = several.select({ id: true, lines: true, products: { product: { name: true } } }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      lines: { id: bigint; price: string | null; double: number }[]
      products: { product: { name: string } | null }[]
    }>()
    const none = several.select({ id: true }).build()
    expectTypeOf<InferItem<typeof none>>().toEqualTypeOf<{ id: number }>()
  })
  test('by names of members that the selection may leave out', () => {
    const list = ready
      .children('lines', withProducts, {
        id: orderLines.id,
        price: flag && orderLines.price,
        product: { name: products.name, since: flag ? products.since : undefined },
      })
      .select({ id: true, lines: { ID: true, price: true, product: { name: true, since: true } } })
      .build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      lines: { ID: bigint; price?: string | null; product: { name: string; since?: Date } | null }[]
    }>()
  })
  test('in any case, as the shape spells it', () => {
    const list = several.select({ ID: true, Lines: { PRICE: true } }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ ID: number; Lines: { PRICE: string | null }[] }>()
  })
  test('of a schema by the elements of an array', () => {
    const shape = z.object({ id: z.number(), lines: z.array(z.object({ price: z.string() })) })
    const list = several.select(shape).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ id: number; lines: { price: string | null }[] }>()
  })
  test('of a schema that has no JSON Schema, too', () => {
    type Item = { id: number; lines: { price: string | null }[] }
    const dated = z.object({ id: z.number(), lines: z.array(z.object({ price: z.date() })).nullable() })
    const ofZod = several.select(dated).build()
    expectTypeOf<InferItem<typeof ofZod>>().toEqualTypeOf<Item>()
    const ofValibot = several
      .select(v.object({ id: v.number(), lines: v.nullable(v.array(v.nullable(v.object({ price: v.string() })))) }))
      .build()
    expectTypeOf<InferItem<typeof ofValibot>>().toEqualTypeOf<Item>()
  })
  test('behind a gate as an optional member', () => {
    const list = ready
      .when(flag)
      .children('more', lines, { id: orderLines.id })
      .select({ id: true, more: true })
      .build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ id: number; more?: { id: bigint }[] }>()
  })
  test('and comes after the sets that it may name', () => {
    // @ts-expect-error it would be in no item
    ready.select({ id: true }).children('lines', lines, { id: orderLines.id })
  })
})

describe('countOf()', () => {
  const counted = ready.field('lineCount', lines.count()).sortable('lineCount').filterable('lineCount', '$gte')
  test('is an integer field, of a shape too', () => {
    const list = counted.select({ id: true, lineCount: true }).build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{ id: number; lineCount: number }>()
    expectTypeOf<InferSortable<typeof list>>().toEqualTypeOf<'lineCount'>()
    expectTypeOf<InferFilterType<typeof list, 'lineCount'>>().toEqualTypeOf<'integer'>()
  })
  test('is no member of an item without a shape', () => {
    const list = counted.build()
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<Order>()
  })
})

describe('aggregateOf()', () => {
  const list = ready
    .field('spent', lines.aggregate(sum(orderLines.price)))
    .field('newest', lines.innerJoin(products, eq(products.id, orderLines.productId)).aggregate(max(products.since)))
    .field('weight', lines.aggregate(sql<number | null>`sum(${orderLines.quantity} * 2)`, 'integer'))
    .sortable('spent', 'newest', 'weight')
    .filterable('spent', '$gte', '$null')
    .filterable('newest', '$lt')
    .filterable('weight', '$gte')
    .select({ id: true, spent: true, newest: true, weight: true })
    .build()
  test('is a field with the value of the aggregate', () => {
    expectTypeOf<InferItem<typeof list>>().toEqualTypeOf<{
      id: number
      spent: string | null
      newest: Date | null
      weight: number | null
    }>()
    expectTypeOf<InferFilterValue<typeof list, 'newest'>>().toEqualTypeOf<Date>()
    expectTypeOf<InferFilterType<typeof list, 'weight'>>().toEqualTypeOf<'integer'>()
  })
})

test('mistakes do not compile', () => {
  // @ts-expect-error a column is no aggregate
  ready.field('spent', lines.aggregate(orderLines.price))
  // @ts-expect-error the name of a column
  ready.field('total', lines.aggregate(sum(orderLines.price)))
  // @ts-expect-error a value type that does not fit
  ready.field('weight', lines.aggregate(sql<number>`1`, 'text'))
  // @ts-expect-error an aggregate is no text to be searched
  ready.field('spent', lines.aggregate(sum(orderLines.price))).searchable('spent')
  // @ts-expect-error the name of a column
  plain.children('total', lines, { id: orderLines.id })
  // @ts-expect-error the name of a set
  plain.children('lines', lines, { id: orderLines.id })
  // @ts-expect-error a field with the name of a set
  plain.field('Lines', orders.total)
  // @ts-expect-error nothing of a child can be sorted by
  plain.sortable('lines')
  // @ts-expect-error a key that no child has
  plain.select({ id: true, lines: { quantity: true } })
  // @ts-expect-error an order that is no list
  ready.children('lines', lines, { id: orderLines.id }, { orderBy: orderLines.id })
})

test('a typed client has children as JSON has them', () => {
  const list = plain.build()
  type Item = Awaited<ReturnType<ReturnType<typeof createListClient<typeof list>>['fetchPage']>>['items'][number]
  expectTypeOf<Item['lines']>().toEqualTypeOf<{ id: string; price: string | null; double: number }[]>()
})
