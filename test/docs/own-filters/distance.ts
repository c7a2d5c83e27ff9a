import { sql } from 'drizzle-orm'
import { defineValueType, paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

/** `52.52,13.40,5000`: a place, and metres around it. Null is a 400. */
export const around = defineValueType({
  name: 'around',
  parse: (text) => {
    const [latitude = NaN, longitude = NaN, metres = NaN, ...rest] = text.split(',').map(Number)
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && metres >= 0 && metres < Infinity
    return isPlace && rest.length === 0 ? { latitude, longitude, metres } : null
  },
})

/** The haversine formula, on a sphere as large as the earth. */
const metresFrom = (place: {
  readonly latitude: number
  readonly longitude: number
}) => sql<number>`2 * 6371000 * asin(least(1, sqrt(
  power(sin(radians(${shops.latitude} - ${place.latitude}) / 2), 2)
  + cos(radians(${place.latitude}::double precision)) * cos(radians(${shops.latitude})) * power(sin(radians(${shops.longitude} - ${place.longitude}) / 2), 2))))`

export const list = paginateConfig(shops)
  .withLimits(20, 100)
  .withTieBreaker('id')
  .filterWith('near', around, ({ value }) => sql`${metresFrom(value)} <= ${value.metres}`)
  .build()
