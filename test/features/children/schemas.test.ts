// Children in the shape of a schema: an item has the members that the schema lists, whatever is around them, and a
// schema that lists none is refused. Nobody gets a column that a schema leaves out.
import { type } from 'arktype'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import * as z3 from 'zod/v3'
import { paginateArray } from '../../../src/entries/memory/index.js'
import { itemSchema } from '../../../src/entries/openapi/index.js'
import { paginate, rowsOf } from '../../../src/index.js'
import { listOf } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

const ofZod = z.object({ stars: z.number() })
const ofValibot = v.object({ stars: v.number() })
const ofArkType = type({ stars: 'number' })
/** JSON has no Date, so these schemas convert to no JSON Schema. */
const dated = z.object({ stars: z.date() })
interface Tree {
  stars: Date
  inner: Tree
}
const recursive: z.ZodType<Tree> = z.object({ stars: z.date(), inner: z.lazy(() => recursive) })

/** What wraps the member `reviews`; the schema around it has no JSON Schema in the second table. */
const zod: readonly (readonly [title: string, reviews: z.ZodType])[] = [
  ['an array', z.array(ofZod)],
  ['a nullable array', z.array(ofZod).nullable()],
  ['an optional array', z.array(ofZod).optional()],
  ['an array with a default', z.array(ofZod).default([])],
  ['a short array', z.array(ofZod).max(3).readonly()],
  ['an array and its transform', z.array(ofZod).transform((rows) => rows.length)],
  ['an array after a transform', z.preprocess((rows) => rows, z.array(ofZod))],
  ['an array that is made when it is asked for', z.lazy(() => z.array(z.lazy(() => ofZod)))],
  ['an array or null', z.union([z.null(), z.array(ofZod)])],
  ['an array of nullable elements', z.array(ofZod.nullable())],
  ['an array of one of two', z.array(z.union([z.object({ stars: z.literal(1) }), z.object({ stars: z.literal(2) })]))],
  ['an array of both of two', z.array(ofZod.and(z.object({})))],
  ['an array with a date in its elements', z.array(dated)],
  ['an array with a bigint in its elements', z.array(z.object({ stars: z.bigint() }))],
  ['an array of mini', mini.nullable(mini.array(mini.object({ stars: mini.date() }))) as unknown as z.ZodType],
]
const ofZod3 = z3.z.object({ stars: z3.z.number() })
const zod3: readonly (readonly [title: string, reviews: z3.ZodTypeAny])[] = [
  ['an array', z3.z.array(ofZod3)],
  ['an array or nothing', z3.z.array(ofZod3).nullish()],
  ['a short array', z3.z.array(ofZod3).max(3).readonly()],
  ['an array and its transform', z3.z.array(ofZod3).transform((rows) => rows.length)],
  ['an array of transformed elements', z3.z.array(ofZod3.transform(({ stars }) => stars))],
  ['an array that is made when it is asked for', z3.z.lazy(() => z3.z.array(ofZod3))],
  ['an array with a default', z3.z.array(ofZod3).default([])],
]
const valibot: readonly (readonly [title: string, reviews: v.GenericSchema])[] = [
  ['an array', v.array(ofValibot)],
  ['a nullable array', v.nullable(v.array(ofValibot))],
  ['an optional array', v.optional(v.array(ofValibot), [])],
  ['a short array', v.pipe(v.array(ofValibot), v.maxLength(3))],
  [
    'an array and its transform',
    v.pipe(
      v.array(ofValibot),
      v.transform((rows) => rows.length),
    ) as v.GenericSchema,
  ],
  ['an array that is made when it is asked for', v.lazy(() => v.array(v.lazy(() => ofValibot)))],
  ['an array or null', v.union([v.null(), v.array(ofValibot)])],
  ['an array of nullable elements', v.array(v.nullable(ofValibot))],
  [
    'an array of checked elements',
    v.array(
      v.pipe(
        ofValibot,
        v.check(() => true),
      ),
    ),
  ],
  ['an array of variants', v.array(v.variant('stars', [v.object({ stars: v.literal(1) })]))],
  ['an array of both of two', v.array(v.intersect([ofValibot, v.object({})]))],
  ['an array with a date in its elements', v.array(v.object({ stars: v.date() })) as unknown as v.GenericSchema],
]
const arkType = [
  ['an array', ofArkType.array()],
  ['a nullable array', ofArkType.array().or('null')],
  ['a short array', ofArkType.array().atMostLength(3)],
  ['an array with a date in its elements', type({ stars: 'Date' }).array()],
  ['an array of transformed elements', ofArkType.pipe(({ stars }) => stars).array()],
] as const

const schemas: readonly (readonly [title: string, schema: object])[] = [
  ...zod.flatMap(([title, reviews]): [string, object][] => [
    [`Zod: ${title}`, z.object({ id: z.number(), reviews })],
    [`Zod: ${title}, next to a date`, z.object({ id: z.date(), reviews })],
  ]),
  ...zod3.map(([title, reviews]): [string, object] => [`Zod 3: ${title}`, z3.z.object({ id: z3.z.number(), reviews })]),
  ...valibot.map(([title, reviews]): [string, object] => [`Valibot: ${title}`, v.object({ id: v.number(), reviews })]),
  ...arkType.flatMap(([title, reviews]): [string, object][] => [
    [`ArkType: ${title}`, type({ id: 'number', reviews })],
    [`ArkType: ${title}, next to a date`, type({ id: 'Date', reviews })],
  ]),
]

const date = z.date()
const unlisted: readonly (readonly [title: string, schema: object])[] = [
  ...[z.any(), z.unknown(), z.array(z.any()), z.array(z.string()), z.set(dated), z.record(z.string(), dated)].flatMap(
    (reviews): [string, object][] => [
      [`Zod: ${reviews.type}`, z.object({ id: z.number(), reviews })],
      [`Zod: ${reviews.type}, next to a date`, z.object({ id: date, reviews })],
    ],
  ),
  ...[v.any(), v.unknown(), v.array(v.any()), v.record(v.string(), ofValibot), v.set(ofValibot)].map(
    (reviews): [string, object] => [`Valibot: ${reviews.type}`, v.object({ id: v.number(), reviews })],
  ),
  [
    'Valibot: a getter that asks for the value',
    v.object({ id: v.number(), reviews: v.lazy((x) => (x as never)['y']) }),
  ],
  ['ArkType: unknown', type({ id: 'number', reviews: 'unknown' })],
  ['ArkType: an array', type({ id: 'number', reviews: 'unknown[]' })],
]

describe.each(dialects)('Children of a schema on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const declared = () => {
    const { articles, reviews } = database.schema
    const rows = rowsOf(reviews, eq(reviews.articleId, articles.id))
    return listOf(database).children('reviews', rows, { id: reviews.id, stars: reviews.stars })
  }
  const ofSchema = (schema = v.object({ id: v.number(), reviews: v.array(ofValibot) })) =>
    declared().select(schema).build()
  const shaped = (schema: object) => ofSchema(schema as never)

  test.each(schemas)('have the listed members: %s', async (_title, schema) => {
    const list = shaped(schema)
    const rows = (await paginate(database.db, { limit: 10 }, declared().build())).items
    const expected = rows.map(({ id, reviews }) => ({ id, reviews: reviews.map(({ stars }) => ({ stars })) }))
    expect((await paginate(database.db, { limit: 10 }, list)).items).toEqual(expected)
    expect(paginateArray(rows, { limit: 10 }, list).items).toEqual(expected)
    expect(itemSchema(list)).toMatchObject({ properties: { reviews: { items: { required: ['stars'] } } } })
  })

  test.each(unlisted)('are refused without listed members: %s', (_title, schema) => {
    expect(() => shaped(schema)).toThrow(
      ".select() has a key 'reviews' whose members the schema does not list; list them, or pass a record of names.",
    )
  })
})
