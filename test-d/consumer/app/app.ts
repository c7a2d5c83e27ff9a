// A project that refers to the other: it sees declarations alone.
import { paginate, type InferFilterable, type InferItem } from 'drizzle-paginate'
import { createListClient } from 'drizzle-paginate/client'
import { type articleList, filtered, variants } from '../lists/lists.js'
import { db } from '../lists/pages.js'

type Item = InferItem<typeof articleList>
const item: Item = { id: 1, title: 'A', publishedAt: null, author: { name: 'Ann' } }
const name: InferFilterable<typeof articleList> = 'reviewer'
const continued = filtered.sortable('title').build()
const page = paginate(db, {}, variants({ moderate: false }))
const client = createListClient<typeof articleList>('/articles').query().filter('status', '$eq', 'draft')
// @ts-expect-error -- the declarations still know the names
const wrong = createListClient<typeof articleList>('/articles').query().filter('state', '$eq', 'draft')
export const used: readonly unknown[] = [item, name, continued, page, client, wrong]
