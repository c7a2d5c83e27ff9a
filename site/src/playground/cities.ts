import { eq } from 'drizzle-orm'
import { paginateConfig } from 'drizzle-paginate'
import { cities, countries } from './schema'

// What is exported as `list` is what the explorer shows. Change it: the types and the page follow.
// There are 1,500 cities, enough for an index to matter: ask for "Index advice".
export const list = paginateConfig(cities, { strictParameters: true })
  .innerJoin('country', countries, eq(countries.code, cities.countryCode))
  .withLimits(10, 100)
  .withTieBreaker('id')
  .sortable('population', 'name', 'country.name')
  .defaultSortBy('population', 'desc')
  .searchable('name', 'country.name')
  .filterable('population', '$gte', '$lte', '$btw')
  .filterable('country.continent', '$eq', '$in')
  .filterable('kind', '$eq', '$in')
  .withFacets({ kind: true, 'country.continent': true })
  .build()
