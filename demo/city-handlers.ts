// What the demo serves, by path, of either database.
import type { AnyPaginateConfig, FacetsOf } from 'drizzle-paginate'
import { createExplorer } from 'drizzle-paginate/explorer'
import { createListHandler, exportHandler, type FetchHandler } from 'drizzle-paginate/http'

type Db = Parameters<typeof createExplorer>[0]['db']

export interface CityLists {
  readonly list: AnyPaginateConfig
  readonly facets: FacetsOf<AnyPaginateConfig>
  readonly scroll: AnyPaginateConfig
}

/** Every path that the demo answers. */
export const paths = ['/', '/scroll', '/cities', '/cities/scroll', '/cities.csv'] as const

export type CityHandlers = Readonly<Record<(typeof paths)[number], FetchHandler<[]>>>

export function cityHandlers(db: Db, { list, facets, scroll }: CityLists): CityHandlers {
  const cities = { db, config: list, facets, path: '/cities' }
  const scrolled = { db, config: scroll, path: '/cities/scroll' }
  return {
    // The demo is for looking at, whatever NODE_ENV says.
    '/': createExplorer({ ...cities, title: 'Cities of the world', enabled: true }),
    '/scroll': createExplorer({ ...scrolled, title: 'Cities of the world, to scroll through', enabled: true }),
    '/cities': createListHandler(cities),
    '/cities/scroll': createListHandler(scrolled),
    '/cities.csv': exportHandler({ db, config: list, as: 'csv', filename: 'cities.csv' }),
  }
}
