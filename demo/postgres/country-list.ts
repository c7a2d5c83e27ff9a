// What clients may ask of `GET /countries`, on PostgreSQL: countries with their largest cities inside.
import { desc, eq, sum } from 'drizzle-orm'
import { paginateConfig, rowsOf } from 'drizzle-paginate'
import { cities, countries } from './schema.js'

const citiesOf = rowsOf(cities, eq(cities.countryCode, countries.code))

export const countryList = paginateConfig(countries, { strictParameters: true })
  .withLimits(10, 50)
  .withTieBreaker('code')
  .children(
    'largestCities',
    citiesOf,
    { name: cities.name, population: cities.population },
    { orderBy: [desc(cities.population)], limit: 3 },
  )
  .field('cityCount', citiesOf.count())
  .field('inhabitants', citiesOf.aggregate(sum(cities.population)))
  .sortable('name', 'cityCount', 'inhabitants')
  // A country without cities has no sum: PostgreSQL would put it first where the largest come first.
  .sortable('inhabitants', { nulls: 'last' })
  .defaultSortBy('name')
  .searchable('name', 'nativeName')
  .filterable('continent', '$eq', '$in')
  .filterable('cityCount', '$gte', '$lte')
  .select({ code: true, name: true, continent: true, cityCount: true, inhabitants: true, largestCities: true })
  .build()
