// What clients may ask of `GET /cities` and `GET /cities/scroll`, on PostgreSQL.
import { eq } from 'drizzle-orm'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import { fullText } from 'drizzle-paginate/search'
import { cities, countries, countryLanguages, languages } from './schema.js'

/** The languages spoken in a city's country. */
const spoken = rowsOf(countryLanguages, eq(countryLanguages.countryCode, cities.countryCode)).innerJoin(
  languages,
  eq(languages.code, countryLanguages.languageCode),
)

const fields = paginateConfig(cities, { strictParameters: true })
  .innerJoin('country', countries, eq(countries.code, cities.countryCode))
  .withLimits(25, 200)
  .withTieBreaker('id')
  .sortable('name', 'population', 'latitude', 'country.name')
  .defaultSortBy('population', 'desc')
  .searchable('name', 'country.name')
  .filterable('name', '$eq', '$in', '$sw', '$ilike')
  .filterable('kind', '$eq', '$in')
  .filterable('population', '$eq', '$lt', '$lte', '$gt', '$gte', '$btw')
  .filterable('latitude', '$gte', '$lte', '$btw')
  .filterable('longitude', '$gte', '$lte', '$btw')
  .filterable('country.code', '$eq', '$in')
  .filterable('country.name', '$eq', '$in', '$ilike')
  .filterable('country.continent', '$eq', '$in')
  .filterable('country.capital', '$eq', '$null')
  .filterable('country.currencies', '$contains')
  .filterableMany('language', spoken, languages.name, '$eq', '$in', '$ilike')
  .select({
    id: true,
    name: true,
    kind: true,
    population: true,
    latitude: true,
    longitude: true,
    country: { code: true, name: true, continent: true, languages: true },
  })

/** Pages by number, counted to the last row, with facets beside its rows. */
export const cityList = fields
  .withFacets({ 'country.continent': true, kind: true, language: { limit: 20 }, population: 'range' })
  .build()

/** The same fields, to scroll through: pages by position, counted up to a bound, searched by words. */
export const cityScroll = fields
  .withCursors()
  .withTotals({ upTo: 10_000 })
  .searchWith(fullText([cities.name], { language: 'simple' }))
  .build()
