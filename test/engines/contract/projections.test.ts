// What an item holds, expression fields, joins, sub-collections and filtered sets: R2.4, R2.7, R4.4 and R8.2 of
// docs/reference/contract.md.
import { and, eq, sql } from 'drizzle-orm'
import { type } from 'arktype'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { z } from 'zod'
import {
  type AnyPaginateConfig,
  applyFilters,
  paginate,
  paginateConfig,
  PaginateQuery,
  paginateSelect,
  rowsOf,
} from '../../../src/index.js'
import { aliasOf, idsFor, listOf, quantify } from '../../support/article-list.js'
import { countStatements } from '../../support/count.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'
import {
  articles as seeded,
  articleTags,
  authors as seededAuthors,
  comments as seededComments,
  reviews as seededReviews,
  tags as seededTags,
} from '../../support/seed.js'

const commentsOf = (id: number): number => seededComments.filter((comment) => comment.articleId === id).length
const authorOf = (id: number | null | undefined) => seededAuthors.find((author) => author.id === id)

/** A builder as a JavaScript caller sees it. */
const loose = (builder: unknown) => builder as { select(shape: unknown): { build(): AnyPaginateConfig } }

describe.each(dialects)('Items on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())
  const joined = () => {
    const { articles, authors } = database.schema
    return paginateConfig(articles)
      .leftJoin('author', authors, eq(authors.id, articles.authorId))
      .leftJoin(
        'editor',
        aliasOf(database, authors, 'editors'),
        eq(aliasOf(database, authors, 'editors').id, articles.editorId),
      )
      .withLimits(100, 100)
      .withTieBreaker('id')
      .sortable('author.name', 'title')
  }
  const commentCount = () => {
    const { articles, comments } = database.schema
    return sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number)
  }

  describe('without .select()', () => {
    // R2.7.1
    test("an item is the root table's row, whatever is joined", async () => {
      for (const text of ['', 'sortBy=author.name:ASC']) {
        const { items } = await paginate(database.db, PaginateQuery.from(text), joined().build())
        const rows = [...items].sort((a, b) => a.id - b.id)
        expect(rows).toEqual(
          await database.db.select().from(database.schema.articles).orderBy(database.schema.articles.id),
        )
      }
    })
  })

  describe('.select()', () => {
    // R2.7.2
    test("a record of names, in the shape's own spelling, whatever the case", async () => {
      const { items } = await paginate(database.db, {}, joined().select({ ID: true, title: true }).build())
      expect(items).toEqual(seeded.map(({ id, title }) => ({ ID: id, title })))
    })

    // R2.7.4
    test('nested records for joined prefixes, null where the left join finds none', async () => {
      const list = joined()
        .select({ id: true, author: { id: true, name: true }, editor: { name: true } })
        .build()
      const { items } = await paginate(database.db, {}, list)
      expect(items).toEqual(
        seeded.map(({ id, authorId, editorId }) => ({
          id,
          author: (authorId ?? null) === null ? null : { id: authorId, name: authorOf(authorId)?.name },
          editor: (editorId ?? null) === null ? null : { name: authorOf(editorId)?.name },
        })),
      )
    })

    test('a nested record whose first member is null, but not the others, is kept', async () => {
      const list = joined()
        .select({ id: true, author: { bio: true, email: true, name: true } })
        .build()
      const { items } = await paginate(database.db, {}, list)
      expect(items).toEqual(
        seeded.map(({ id, authorId }) => {
          const author = authorOf(authorId)
          return {
            id,
            author: author === undefined ? null : { bio: author.bio, email: author.email, name: author.name },
          }
        }),
      )
    })

    test('a nested record of nullable members only is null where the join finds nothing, and nowhere else', async () => {
      const { items } = await paginate(
        database.db,
        {},
        joined()
          .select({ id: true, author: { bio: true }, editor: { email: true, bio: true } })
          .build(),
      )
      expect(items).toEqual(
        seeded.map(({ id, authorId, editorId }) => ({
          id,
          author: (authorId ?? null) === null ? null : { bio: authorOf(authorId)?.bio },
          editor:
            (editorId ?? null) === null ? null : { email: authorOf(editorId)?.email, bio: authorOf(editorId)?.bio },
        })),
      )
    })

    test('members of nested records are decoded as their columns are', async () => {
      const { articles, comments } = database.schema
      const list = paginateConfig(comments)
        .leftJoin('article', articles, and(eq(articles.id, comments.articleId), eq(articles.hidden, false)))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .select({
          id: true,
          article: { publishedAt: true, tags: true, isPinned: true, fee: true, status: true, createdAt: true },
        })
        .build()
      const { items } = await paginate(database.db, {}, list)
      const rows = await database.db.select().from(articles).orderBy(articles.id)
      const pick = (id: number) => {
        const { publishedAt, tags, isPinned, fee, status, createdAt } = rows.find(
          (row) => row.id === id,
        ) as (typeof rows)[number]
        return { publishedAt, tags, isPinned, fee, status, createdAt }
      }
      expect(items).toEqual(
        seededComments.map(({ id, articleId }) => ({ id, article: articleId === 19 ? null : pick(articleId) })),
      )
    })

    test('expression fields, joined and not', async () => {
      for (const base of [listOf(database), joined()]) {
        const list = (base as ReturnType<typeof listOf>)
          .withLimits(100, 100)
          .field('commentCount', commentCount(), 'integer')
          .field('shout', sql<string>`upper(${database.schema.articles.slug})`, 'text')
          .select({ id: true, commentCount: true, shout: true })
          .build()
        const { items } = await paginate(database.db, {}, list)
        expect(items).toEqual(
          seeded.map(({ id, slug }) => ({ id, commentCount: commentsOf(id), shout: slug.toUpperCase() })),
        )
      }
    })

    // R2.7.2
    test.each([
      ['Zod', z.object({ id: z.number(), Title: z.string(), author: z.object({ name: z.string() }).nullable() })],
      ['ArkType', type({ id: 'number', Title: 'string', author: type({ name: 'string' }).or('null') })],
      [
        'Valibot',
        toStandardJsonSchema(
          v.object({ id: v.number(), Title: v.string(), author: v.nullable(v.object({ name: v.string() })) }),
        ),
      ],
    ])('an object schema of %s', async (_library, shape) => {
      const { items } = await paginate(database.db, { limit: 4 }, loose(joined()).select(shape).build())
      expect(items).toEqual(
        seeded
          .slice(0, 4)
          .map(({ id, title, authorId }) => ({ id, Title: title, author: { name: authorOf(authorId)?.name } })),
      )
    })

    test.each<[title: string, shape: unknown]>([
      // R2.7.3
      ['a shape with no keys', {}],
      ['a key that matches no field', { id: true, nope: true }],
      ['a nested key that matches no field', { author: { nope: true } }],
      ['two keys for one field', { id: true, ID: true }],
      ['a schema that lists no keys', z.string()],
      ['an empty schema', z.object({})],
      ['an empty nested record', { author: {} }],
      ['no shape at all', null],
    ])('%s is refused by build()', (_title, shape) => {
      expect(() => loose(joined()).select(shape).build()).toThrow(
        expect.objectContaining({ name: 'PaginateConfigError' }),
      )
    })
  })

  // R8.1.2
  describe('a selection', () => {
    test('nested records, tables, SQL and sub-selects over joined tables', async () => {
      const { articles, authors, comments } = database.schema
      const { items } = await paginateSelect(database.db, {}, joined().build(), {
        id: articles.id,
        author: { bio: authors.bio, name: authors.name },
        double: sql<number>`${articles.id} + ${articles.id}`.mapWith(Number),
        comments: commentCount(),
        latest: sql<number | null>`(select max(c.id) from ${comments} c where c.article_id = ${articles.id})`,
      })
      expect(items).toEqual(
        seeded.map(({ id, authorId }) => ({
          id,
          author:
            (authorId ?? null) === null
              ? null
              : { bio: authorOf(authorId)?.bio ?? null, name: authorOf(authorId)?.name },
          double: id + id,
          comments: commentsOf(id),
          latest:
            Math.max(0, ...seededComments.filter((comment) => comment.articleId === id).map((comment) => comment.id)) ||
            null,
        })),
      )
    })

    test('whole tables', async () => {
      const { articles, authors } = database.schema
      const { items } = await paginateSelect(database.db, {}, joined().build(), { article: articles, author: authors })
      expect(items).toEqual(
        await database.db
          .select({ article: articles, author: authors })
          .from(articles)
          .leftJoin(authors, eq(authors.id, articles.authorId))
          .orderBy(articles.id),
      )
    })

    // R6.1.4
    test('correlated sub-selects are right in a single-table page too', async () => {
      const { articles, comments } = database.schema
      const selections = {
        'a template':
          sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`.mapWith(Number),
        'an aliased template':
          sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id})`
            .mapWith(Number)
            .as('n'),
        'a column named alike':
          sql<number>`(select count(*) from ${comments} where ${comments.articleId} = ${articles.id} and ${comments.id} > 0)`.mapWith(
            Number,
          ),
        $count: database.db.$count(comments, eq(comments.articleId, articles.id)),
        'a builder in a template': sql<number>`(${database.db
          .select({ n: sql`count(*)` })
          .from(comments)
          .where(eq(comments.articleId, articles.id))})`.mapWith(Number),
        'a builder under an alias': database.db
          .select({ n: sql<number>`count(*)`.mapWith(Number).as('n') })
          .from(comments)
          .where(eq(comments.articleId, articles.id))
          .as('n'),
      }
      for (const [title, n] of Object.entries(selections)) {
        const { items } = await paginateSelect(database.db, {}, listOf(database).withLimits(100, 100).build(), {
          id: articles.id,
          n,
        })
        expect(
          items.map((item) => [item.id, Number(item.n)]),
          title,
        ).toEqual(seeded.map(({ id }) => [id, commentsOf(id)]))
        const nested = await paginateSelect(database.db, { limit: 2 }, listOf(database).withLimits(100, 100).build(), {
          of: { n },
          id: articles.id,
        })
        expect(
          nested.items.map((item) => Number((item.of as { n: number }).n)),
          title,
        ).toEqual([3, 1])
      }
    })

    test('the same selection object serves different queries', async () => {
      const { articles } = database.schema
      const selection = { id: articles.id }
      const list = listOf(database).sortable('id').filterable('id', '$gt').build()
      expect((await paginateSelect(database.db, { limit: 2 }, list, selection)).items).toEqual([{ id: 1 }, { id: 2 }])
      expect((await paginateSelect(database.db, { limit: 2, sortBy: ['id:DESC'] }, list, selection)).items).toEqual([
        { id: 24 },
        { id: 23 },
      ])
      expect(
        (await paginateSelect(database.db, { limit: 2, filters: { id: '$gt:5' } }, list, selection)).items,
      ).toEqual([{ id: 6 }, { id: 7 }])
    })

    test('values in a selection are bound anew at every call', async () => {
      const { articles } = database.schema
      for (const n of [1, 2]) {
        const { items } = await paginateSelect(database.db, { limit: 1 }, listOf(database).build(), {
          more: sql<number>`${articles.id} + ${sql.param(n, articles.id)}`.mapWith(Number),
        })
        expect(items).toEqual([{ more: 1 + n }])
      }
    })
  })

  // R2.4.5
  describe('an expression field means the same in every position', () => {
    const list = (isJoined: boolean) => {
      const { articles, authors } = database.schema
      const byline = sql<string>`coalesce(${authors.name}, 'nobody')`
      const label = sql<string>`${articles.slug} || ':' || ${articles.title}`
      if (isJoined) {
        return joined()
          .field('byline', byline, 'text')
          .searchable('byline')
          .sortable('byline')
          .filterable('byline', '$eq', '$ilike')
          .field('commentCount', commentCount(), 'integer')
          .field('label', label, 'text')
          .sortable('commentCount', 'label')
          .searchable('label')
          .filterable('commentCount', '$eq', '$in', '$gte', '$btw', '$null')
          .filterable('label', '$eq', '$sw', '$ilike', '$in')
          .build()
      }
      return listOf(database)
        .withLimits(100, 100)
        .field('commentCount', commentCount(), 'integer')
        .field('label', label, 'text')
        .sortable('commentCount', 'label')
        .searchable('label')
        .filterable('commentCount', '$eq', '$in', '$gte', '$btw', '$null')
        .filterable('label', '$eq', '$sw', '$ilike', '$in')
        .build()
    }
    test.each<[isJoined: boolean, text: string, ids: number[]]>(
      [true, false].flatMap(
        (isJoined) =>
          [
            [isJoined, 'filter.commentCount=$gte:1', [1, 2, 19]],
            [isJoined, 'filter.commentCount=$in:3', [1]],
            [isJoined, 'filter.commentCount=$btw:1,2', [2, 19]],
            [isJoined, 'filter.commentCount=$null', []],
            [isJoined, 'filter.label=$sw:article-1:', [1]],
            [isJoined, 'filter.label=$eq:article-2:hello', [2]],
            [isJoined, 'filter.label=$in:article-2:hello,article-1:Hello', [1, 2]],
            [isJoined, 'search=article-1:H', [1]],
            [isJoined, 'search=article-1:H&filter.commentCount=$not:$eq:3', []],
          ] as [boolean, string, number[]][],
      ),
    )('joined: %s, ?%s', async (isJoined, text, ids) => {
      expect(await idsFor(database, list(isJoined), text)).toEqual(ids)
    })

    test('it sorts', async () => {
      for (const isJoined of [true, false]) {
        const { items } = await paginate(
          database.db,
          PaginateQuery.from('sortBy=commentCount:DESC&sortBy=label:ASC&limit=3'),
          list(isJoined),
        )
        expect(items.map((item) => (item as { id: number }).id)).toEqual([1, 19, 2])
      }
    })

    test('one over a joined table joins it where it is needed, in the count too', async () => {
      expect(await idsFor(database, list(true), 'filter.byline=$eq:nobody')).toEqual(
        seeded.filter((row) => (row.authorId ?? null) === null).map((row) => row.id),
      )
      expect(await idsFor(database, list(true), 'search=nobody')).toEqual(
        seeded.filter((row) => (row.authorId ?? null) === null).map((row) => row.id),
      )
      const { statements } = await countStatements(database, () =>
        paginate(database.db, PaginateQuery.from('sortBy=byline:ASC'), list(true)),
      )
      expect(statements.map(({ sql: text }) => text.includes(' join '))).toEqual([false, true])
    })
  })

  // R2.4.3
  describe('joins', () => {
    test('a self-join through an alias, and a join that hangs off another', async () => {
      const { articles, authors, countries } = database.schema
      const mentors = aliasOf(database, authors, 'mentors')
      const list = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .leftJoin('mentor', mentors, eq(mentors.id, authors.mentorId))
        .leftJoin('country', countries, eq(countries.code, authors.countryCode))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .filterable('mentor.name', '$eq', '$null')
        .filterable('country.name', '$ilike')
        .sortable('country.name')
        .select({ id: true, mentor: { name: true }, country: { code: true } })
        .build()
      const mentored = seeded
        .filter((row) => authorOf(authorOf(row.authorId)?.mentorId)?.name === 'Ada')
        .map((row) => row.id)
      const { items, meta } = await paginate(
        database.db,
        PaginateQuery.from('filter.mentor.name=$eq:Ada&sortBy=country.name:ASC'),
        list,
      )
      expect(items.map((item) => (item as { id: number }).id).sort((a, b) => a - b)).toEqual(mentored)
      expect(meta.totalItems).toBe(mentored.length)
      expect(await idsFor(database, list, 'filter.mentor.name=$not:$eq:Ada')).toEqual(
        seeded.map((row) => row.id).filter((id) => !mentored.includes(id)),
      )
      expect(await idsFor(database, list, 'filter.country.name=$ilike:Switz')).toEqual(
        seeded.filter((row) => row.authorId === 1).map((row) => row.id),
      )
    })

    // R2.4.4
    test('an inner join that hangs off a left join keeps only rows with both', async () => {
      const { articles, authors, countries } = database.schema
      const list = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .innerJoin('country', countries, eq(countries.code, authors.countryCode))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .build()
      const { items, meta } = await paginate(database.db, {}, list)
      const expected = seeded.filter((row) => authorOf(row.authorId)?.countryCode).map((row) => row.id)
      expect(items.map((item) => item.id)).toEqual(expected)
      expect(meta.totalItems).toBe(expected.length)
    })
  })

  // R2.5.5, R4.4.1, R4.4.2, R4.4.3
  describe('filterableMany', () => {
    type Review = (typeof seededReviews)[number]
    const reviewsOf = (id: number): Review[] => seededReviews.filter((review) => review.articleId === id)
    const quantified = {
      some: (rows: Review[], holds: (row: Review) => boolean) => rows.some(holds),
      every: (rows: Review[], holds: (row: Review) => boolean) => rows.every(holds),
      none: (rows: Review[], holds: (row: Review) => boolean) => !rows.some(holds),
    }
    const criteria: readonly (readonly [text: string, holds: (row: Review) => boolean])[] = [
      ['reviewer=$eq:kim', (row) => row.reviewer === 'kim'],
      ['reviewer=$not:$eq:kim', (row) => row.reviewer !== 'kim'],
      ['reviewer=$in:kim,lee', (row) => ['kim', 'lee'].includes(row.reviewer ?? '-')],
      ['reviewer=$not:$in:kim,lee', (row) => !['kim', 'lee'].includes(row.reviewer ?? '-')],
      ['reviewer=$eq:', (row) => row.reviewer === ''],
      ['reviewer=$null', (row) => row.reviewer === null],
      ['reviewer=$not:$null', (row) => row.reviewer !== null],
      ['reviewer=$ilike:100%25', (row) => row.reviewer === '100%'],
      ['reviewer=$not:$sw:10', (row) => row.reviewer?.startsWith('10') !== true],
      ['stars=$gte:4', (row) => row.stars >= 4],
      ['stars=$not:$gte:4', (row) => row.stars < 4],
      ['stars=$btw:1,3', (row) => row.stars >= 1 && row.stars <= 3],
      ['stars=$null', () => false],
      ['stars=$not:$null', () => true],
      ['approved=$eq:true', (row) => row.approved === true],
      ['approved=$not:$eq:true', (row) => row.approved !== true],
    ]
    const build = (quantifier: keyof typeof quantify) => {
      const { articles, reviews } = database.schema
      const collection = quantify[quantifier](rowsOf(reviews, eq(reviews.articleId, articles.id)))
      return listOf(database)
        .filterableMany('reviewer', collection, reviews.reviewer, '$eq', '$in', '$null', '$ilike', '$sw')
        .filterableMany('stars', collection, reviews.stars, '$gte', '$btw', '$null', '$eq')
        .filterableMany('approved', collection, reviews.approved, '$eq')
        .build()
    }
    test.each(
      (['some', 'every', 'none'] as const).flatMap((name) =>
        criteria.map(([text, holds]) => [name, text, holds] as const),
      ),
    )('%s: filter.%s', async (name, text, holds) => {
      const ids = seeded.filter(({ id }) => quantified[name](reviewsOf(id), holds)).map((row) => row.id)
      expect(await idsFor(database, build(name), `filter.${text}`)).toEqual(ids)
    })

    test.each<[title: string, text: string, ids: number[]]>([
      [
        'two criteria on one field may be met by different elements',
        'filter.reviewer=$eq:kim&filter.reviewer=$eq:lee',
        [1],
      ],
      [
        'two criteria on two fields may be met by different elements',
        'filter.reviewer=$eq:lee&filter.stars=$eq:5',
        [1],
      ],
      ['criteria join with or', 'filter.reviewer=$eq:lee&filter.reviewer=$or:$null', [1, 2, 3]],
      ['left to right', 'filter.reviewer=$eq:lee&filter.reviewer=$or:$null&filter.reviewer=$eq:kim', [1, 2]],
    ])('%s', async (_title, text, ids) => {
      expect(await idsFor(database, build('some'), text)).toEqual(ids)
    })

    test('a junction, to the far table and to the junction itself', async () => {
      const { articles, articleTags: junction, tags } = database.schema
      const through = rowsOf(junction, eq(junction.articleId, articles.id)).innerJoin(tags, eq(tags.id, junction.tagId))
      const labelsOf = (id: number): string[] =>
        articleTags
          .filter((row) => row.articleId === id)
          .map((row) => seededTags.find((tag) => tag.id === row.tagId)?.label ?? '')
      const list = listOf(database)
        .filterableMany('tag', through, tags.label, '$eq', '$in', '$ilike')
        .filterableMany('everyTag', through.every(), tags.label, '$eq', '$in')
        .filterableMany('noTag', through.none(), tags.label, '$eq')
        .filterableMany('weight', through, junction.weight, '$gte', '$null')
        .build()
      const where = (holds: (labels: string[], id: number) => boolean): number[] =>
        seeded.filter(({ id }) => holds(labelsOf(id), id)).map((row) => row.id)
      expect(await idsFor(database, list, 'filter.tag=$eq:sql')).toEqual(where((labels) => labels.includes('sql')))
      expect(await idsFor(database, list, 'filter.tag=$eq:sql&filter.tag=$eq:typescript')).toEqual([1])
      expect(await idsFor(database, list, 'filter.tag=$in:sql,SQL')).toEqual([1, 2, 3])
      expect(await idsFor(database, list, 'filter.everyTag=$eq:typescript')).toEqual(
        where((labels) => labels.every((label) => label === 'typescript')),
      )
      expect(await idsFor(database, list, 'filter.noTag=$eq:typescript')).toEqual(
        where((labels) => !labels.includes('typescript')),
      )
      expect(await idsFor(database, list, 'filter.weight=$gte:2')).toEqual([1, 8])
      expect(await idsFor(database, list, 'filter.weight=$null')).toEqual([2])
    })

    test("the root table's own children through an alias", async () => {
      const { categories } = database.schema
      const children = aliasOf(database, categories, 'children')
      const list = paginateConfig(categories)
        .withLimits(100, 100)
        .withTieBreaker('id')
        .filterableMany('child', rowsOf(children, eq(children.parentId, categories.id)), children.name, '$eq', '$ilike')
        .filterableMany(
          'childless',
          rowsOf(children, eq(children.parentId, categories.id)).none(),
          children.id,
          '$null',
        )
        .build()
      expect(await idsFor(database, list, 'filter.child=$eq:physics')).toEqual([2])
      expect(await idsFor(database, list, 'filter.child=$eq:science')).toEqual([1])
      expect(await idsFor(database, list, 'filter.childless=$not:$null')).toEqual([3, 4, 5])
    })

    test('elements that are expressions, and collections that hang off a join', async () => {
      const { articles, authors, comments, reviews } = database.schema
      const list = paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .withLimits(100, 100)
        .withTieBreaker('id')
        .filterableMany(
          'shout',
          rowsOf(reviews, eq(reviews.articleId, articles.id)),
          { selector: sql<string>`upper(${reviews.reviewer})`, valueType: 'text' },
          '$eq',
        )
        .filterableMany('said', rowsOf(comments, eq(comments.authorId, authors.id)), comments.body, '$eq')
        .filterableMany(
          'own',
          rowsOf(comments, and(eq(comments.articleId, articles.id), eq(comments.authorId, articles.editorId))),
          comments.body,
          '$eq',
        )
        .build()
      expect(await idsFor(database, list, 'filter.shout=$eq:KIM')).toEqual([1, 2, 4])
      expect(await idsFor(database, list, 'filter.said=$eq:First')).toEqual(
        seeded.filter((row) => row.authorId === 2).map((row) => row.id),
      )
      expect(await idsFor(database, list, 'filter.own=$eq:First')).toEqual([1])
      const { statements } = await countStatements(database, () =>
        paginate(database.db, { filters: { said: '$eq:First' } }, list),
      )
      expect(statements.map(({ sql: text }) => text.split(' join ').length - 1)).toEqual([1, 1])
    })

    test('a condition with an or of its own is one unit', async () => {
      const { articles, reviews } = database.schema
      const list = listOf(database)
        .filterableMany(
          'stars',
          rowsOf(reviews, sql`${reviews.articleId} = ${articles.id} or ${reviews.articleId} = ${articles.id} + 1`),
          reviews.stars,
          '$eq',
        )
        .build()
      expect(await idsFor(database, list, 'filter.stars=$eq:3')).toEqual([1])
      expect(await idsFor(database, list, 'filter.stars=$eq:4')).toEqual([1, 2])
    })
  })

  describe('applyFilters', () => {
    const facets = () => {
      const { articles, authors, reviews } = database.schema
      return paginateConfig(articles)
        .leftJoin('author', authors, eq(authors.id, articles.authorId))
        .withLimits(5, 100)
        .withTieBreaker('id')
        .searchable('title')
        .sortable('title', 'author.name')
        .filterable('status', '$eq', '$in')
        .filterable('views', '$gte')
        .filterable('author.name', '$eq')
        .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq')
        .filterableMany(
          'everyReviewer',
          rowsOf(reviews, eq(reviews.articleId, articles.id)).every(),
          reviews.reviewer,
          '$eq',
        )
        .build()
    }
    const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id).sort((a, b) => a - b)

    // R8.2.1
    test('is synchronous and sends nothing', async () => {
      const { statements, value } = await countStatements(database, () =>
        applyFilters({ filters: { status: '$eq:draft' } }, facets()),
      )
      expect(statements).toEqual([])
      expect(Array.isArray(value.joined.joins)).toBe(true)
      expect(applyFilters({}, facets()).joined.where).toBeUndefined()
    })

    test("its condition filters a select of the host's own", async () => {
      const { articles } = database.schema
      const { where, orderBy, joined } = applyFilters(
        PaginateQuery.from('filter.status=$eq:draft&sortBy=title:DESC&page=9&limit=1'),
        facets(),
      )
      expect(joined.joins).toEqual([])
      const rows = await database.db
        .select({ id: articles.id })
        .from(articles)
        .where(where)
        .orderBy(...orderBy)
      expect(rows.map((row) => row.id).sort((a, b) => a - b)).toEqual([4, 5])
    })

    // R8.2.2
    test('it composes into not() and or() as one unit', async () => {
      const { articles } = database.schema
      const { not, or } = await import('drizzle-orm')
      const { where } = applyFilters(
        PaginateQuery.from('filter.views=$gte:10&filter.reviewer=$eq:kim&filter.reviewer=$or:$eq:100%25'),
        facets(),
      )
      const hits = [1, 2, 8]
      expect(idsOf(await database.db.select({ id: articles.id }).from(articles).where(where))).toEqual(hits)
      expect(
        idsOf(
          await database.db
            .select({ id: articles.id })
            .from(articles)
            .where(not(where as never)),
        ),
      ).toEqual(seeded.map((row) => row.id).filter((id) => !hits.includes(id)))
      expect(
        idsOf(
          await database.db
            .select({ id: articles.id })
            .from(articles)
            .where(or(eq(articles.id, 24), where)),
        ),
      ).toEqual([...hits, 24])
      expect(
        idsOf(
          await database.db
            .select({ id: articles.id })
            .from(articles)
            .where(and(eq(articles.id, 2), where)),
        ),
      ).toEqual([2])
    })

    // R8.2.3
    test('it lists the joins it needs, and applyTo adds them', async () => {
      const { articles } = database.schema
      const set = applyFilters(PaginateQuery.from('filter.author.name=$eq:Ada&search=H'), facets())
      expect(set.joined.joins).toHaveLength(1)
      expect(set.joined.joins[0]).toMatchObject({ type: 'left', prefix: 'author' })
      const rows = await set.applyTo(database.db.select({ id: articles.id }).from(articles).$dynamic())
      expect(idsOf(rows)).toEqual([1, 3])
      const counted = await set.applyTo(
        database.db
          .select({ n: sql<number>`count(*)`.mapWith(Number) })
          .from(articles)
          .$dynamic(),
      )
      expect(counted).toEqual([{ n: 2 }])
    })

    // R8.2.4
    test("except leaves a field's own criteria out, still checked", async () => {
      const { articles } = database.schema
      const query = PaginateQuery.from('filter.status=$eq:draft&filter.views=$gte:0')
      const { where } = applyFilters(query, facets(), { except: ['status'] })
      const rows = await database.db
        .select({ status: articles.status, n: sql<number>`count(*)`.mapWith(Number) })
        .from(articles)
        .where(where)
        .groupBy(articles.status)
      expect(Object.fromEntries(rows.map((row) => [row.status, row.n]))).toEqual({
        draft: 2,
        published: seeded.filter((row) => row.status === 'published' && row.views >= 0).length,
        review: 2,
        Archived: 3,
      })
      expect(() =>
        applyFilters(PaginateQuery.from('filter.status=$eq:nope'), facets(), { except: ['status'] }),
      ).toThrow(expect.objectContaining({ code: 'filter.value_invalid' }))
    })

    // R8.1.4
    test("the host's where is one unit beside the filters", async () => {
      const { articles } = database.schema
      const { where } = applyFilters(PaginateQuery.from('filter.status=$eq:draft'), facets(), {
        where: sql`${articles.id} = 4 or ${articles.id} = 1`,
      })
      expect(idsOf(await database.db.select({ id: articles.id }).from(articles).where(where))).toEqual([4])
      const alone = applyFilters({}, facets(), { where: sql`${articles.id} = 4 or ${articles.id} = 1` })
      expect(
        idsOf(
          await database.db
            .select({ id: articles.id })
            .from(articles)
            .where(and(alone.where, eq(articles.views, 0))),
        ),
      ).toEqual([4])
    })

    // R8.2.1
    test('checks page, limit and sort like a page does', () => {
      for (const text of ['page=0', 'limit=0', 'sortBy=nope:ASC', 'searchBy=nope'])
        expect(() => applyFilters(PaginateQuery.from(text), facets())).toThrow(expect.objectContaining({ status: 400 }))
    })
  })
})
