import { createLiveQueryCollection, eq } from '@tanstack/db'
import type { articleCollection } from './article-collection.js'

export const mostRead = (articles: ReturnType<typeof articleCollection>) =>
  createLiveQueryCollection((query) =>
    query
      .from({ article: articles })
      .where(({ article }) => eq(article.status, 'published'))
      .orderBy(({ article }) => article.views, { direction: 'desc', nulls: 'last' })
      .limit(20),
  )
