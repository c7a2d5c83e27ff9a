// The list and the explorer over it, of either database.
import type { AnyPaginateConfig } from 'drizzle-paginate'
import { createExplorer } from 'drizzle-paginate/explorer'
import { createListHandler } from 'drizzle-paginate/http'
import type { CityService } from './city-service.js'

type Db = Parameters<typeof createExplorer>[0]['db']

export function cityHandlers(db: Db, config: AnyPaginateConfig): Pick<CityService, 'list' | 'explorer'> {
  const list = { db, config, path: '/cities' }
  // The demo is for looking at, whatever NODE_ENV says.
  return { list: createListHandler(list), explorer: createExplorer({ ...list, title: 'Cities of the world', enabled: true }) }
}
