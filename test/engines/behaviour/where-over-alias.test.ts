// The condition of `applyFilters` over the field of an aliased table, in a plain select over the root.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyFilters, paginate, PaginateQuery } from '../../../src/index.js'
import { articleList } from '../../support/article-list.js'
import { dialects, type TestDatabase } from '../../support/dialects.js'

describe.each(dialects)('applyFilters().where on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  test.each(['filter.author.name=$eq:Ann', 'filter.editor.email=$not:$null', 'filter.editor.email=$null'])(
    'needs no join: %s',
    async (text) => {
      const { articles } = database.schema
      const list = articleList(database)
      const query = PaginateQuery.from(`limit=100&${text}`)
      const { where } = applyFilters(query, list)
      const rows = await database.db.select({ id: articles.id }).from(articles).where(where)
      const { meta } = await paginate(database.db, query, list)
      expect(rows).toHaveLength(meta.totalItems)
    },
  )
})
