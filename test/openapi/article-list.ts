// One configuration that uses every kind of declaration, over the suite's tables of any dialect.
import { eq, sql } from 'drizzle-orm'
import { defineValueType, paginateConfig, rowsOf } from 'drizzle-paginate'
import type { TestSchema } from '../support/dialects.js'

const money = defineValueType({
  name: 'money',
  rule: 'expected an amount such as 12.50',
  parse: (text) => (/^\d{1,9}\.\d\d$/.test(text) ? text : undefined),
  operators: ['$eq', '$in', '$null', '$gte', '$lte', '$btw'],
})

export const articleList = ({ articles, authors, reviews }: TestSchema, isModerator = false) =>
  paginateConfig(articles)
    .leftJoin('author', authors, eq(authors.id, articles.authorId))
    .field(
      'commentCount',
      sql<number>`(select count(*) from comments c where c.article_id = ${articles.id})`,
      'integer',
    )
    .field('price', articles.fee, money)
    .field('key', articles.publicId, 'uuid')
    .field('initial', sql<string>`substr(${articles.title}, 1, 1)`, 'char')
    .withLimits(20, 100)
    .withTieBreaker('id')
    .allowUnlimited(1000)
    .withMaxOffset(10_000)
    .withMinSearchLength(2)
    .sortable('publishedAt', 'title', 'author.name', 'commentCount')
    .defaultSortBy('publishedAt', 'desc')
    .searchable('title', 'author.name')
    .filterable('status', '$eq', '$in')
    .filterable('section', '$eq', '$null')
    .filterable(
      'title',
      '$eq',
      '$in',
      '$null',
      '$sw',
      '$ew',
      '$ilike',
      '$contains',
      '$lt',
      '$lte',
      '$gt',
      '$gte',
      '$btw',
    )
    .filterable('views', '$eq', '$in', '$gte', '$lte', '$btw')
    .filterable('score', '$gt', '$lt')
    .filterable('price', '$eq', '$in', '$btw')
    .filterable('key', '$eq', '$in')
    .filterable('initial', '$eq', '$in')
    .filterable('isFeatured', '$eq')
    .filterable('publishedAt', '$gte', '$lt', '$btw', '$null')
    .filterable('tags', '$eq', '$contains')
    .filterable('author.name', '$eq', '$in', '$ilike')
    .filterable('commentCount', '$gte')
    .filterableMany('reviewer', rowsOf(reviews, eq(reviews.articleId, articles.id)), reviews.reviewer, '$eq', '$in')
    .filterableMany('stars', rowsOf(reviews, eq(reviews.articleId, articles.id)).every(), reviews.stars, '$gte')
    .when(isModerator)
    .filterable('hidden', '$eq')
    .showBadge('Moderator', 'language-moderator')
    .when(isModerator)
    .sortable('views')
    .build()
