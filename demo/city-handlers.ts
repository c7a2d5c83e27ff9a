// What the demo serves, by path, of either database.
import type { AnyPaginateConfig } from 'drizzle-paginate'
import { explorerHandler } from 'drizzle-paginate/explorer'
import { listHandler, exportHandler, type FetchHandler } from 'drizzle-paginate/http'

type Db = Parameters<typeof explorerHandler>[0]['db']

export interface CityLists {
  readonly list: AnyPaginateConfig
  readonly scroll: AnyPaginateConfig
  /** Countries with their largest cities. */
  readonly countries: AnyPaginateConfig
}

/** Every path that the demo answers. */
export const paths = [
  '/',
  '/scroll',
  '/cities',
  '/cities/scroll',
  '/cities.csv',
  '/countries',
  '/countries/explorer',
] as const

export type CityHandlers = Readonly<Record<(typeof paths)[number], FetchHandler<[]>>>

export interface ServedLists {
  readonly handlers: CityHandlers
  /** What the first page takes, for people: counted to its last row, and by cursor. */
  readonly firstPage: { readonly numbers: string; readonly cursor: string }
}

export async function cityHandlers(db: Db, { list, scroll, countries }: CityLists): Promise<ServedLists> {
  const cities = { db, config: list, path: '/cities' }
  const scrolled = { db, config: scroll, path: '/cities/scroll' }
  const countryRows = { db, config: countries, path: '/countries' }
  // Without facets, of which the other list has none.
  const numbers = await fastest(listHandler({ ...cities, facets: false }))
  const cursor = await fastest(listHandler(scrolled))
  const links = [
    { title: `By number: ${numbers}`, href: '/' },
    { title: `By cursor: ${cursor}`, href: '/scroll' },
    { title: 'Countries', href: '/countries/explorer' },
  ]
  // The demo is for looking at, whatever NODE_ENV says.
  const page = { links, enabled: true }
  const handlers = {
    '/': explorerHandler({ ...cities, ...page, title: 'Cities of the world', exportPath: '/cities.csv' }),
    '/scroll': explorerHandler({ ...scrolled, ...page, title: 'Cities of the world, to scroll through' }),
    '/cities': listHandler(cities),
    '/cities/scroll': listHandler(scrolled),
    '/cities.csv': exportHandler({ db, config: list, as: 'csv', filename: 'cities.csv' }),
    '/countries': listHandler(countryRows),
    '/countries/explorer': explorerHandler({ ...countryRows, ...page, title: 'Countries with their largest cities' }),
  }
  return { handlers, firstPage: { numbers, cursor } }
}

/** The first page of a list, the fastest of five: the first of them prepares what the others reuse. */
async function fastest(handler: FetchHandler<[]>): Promise<string> {
  let milliseconds = Infinity
  for (let time = 0; time < 5; time += 1) {
    const started = performance.now()
    await (await handler(new Request('http://localhost/'))).text()
    milliseconds = Math.min(milliseconds, performance.now() - started)
  }
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
