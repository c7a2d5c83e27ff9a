import { sql } from 'drizzle-orm'
import { defineValueType, paginateConfig } from 'drizzle-paginate'
import { shops } from './schema.js'

/** `52.52,13.40,5000`: a place, and metres around it. Undefined is a 400. */
export const around = defineValueType({
  name: 'around',
  parse: (text) => {
    // `Number('')` is 0, so the pattern comes first.
    if (!/^-?\d{1,3}(\.\d+)?,-?\d{1,3}(\.\d+)?,\d{1,8}(\.\d+)?$/.test(text)) return undefined
    const [latitude = NaN, longitude = NaN, metres = NaN] = text.split(',').map(Number)
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude, metres } : undefined
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
