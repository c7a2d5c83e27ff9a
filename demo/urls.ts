// Requests worth opening.

export interface SampleUrl {
  readonly title: string
  readonly path: string
}

/** A page over each list, and which first page it shows. */
export const explorerUrls: readonly (SampleUrl & { readonly first: 'numbers' | 'cursor' })[] = [
  {
    title: 'GET /cities: pages by number, exact totals, facets; the whole of it as a file at /cities.csv',
    path: '/',
    first: 'numbers',
  },
  {
    title: 'GET /cities/scroll: the same cities by cursor, counted up to 10,000, searched by words',
    path: '/scroll',
    first: 'cursor',
  },
]

export const sampleUrls: readonly SampleUrl[] = [
  {
    title: 'a filtered page: the larger cities of Asia by name',
    path: '/cities?filter.population=$gte:1000000&filter.country.continent=$eq:AS&sortBy=name:ASC&limit=10',
  },
  { title: 'a search with accents', path: '/cities?search=S%C3%A3o%20Jos%C3%A9&searchBy=name' },
  {
    title: 'a many-filter: capitals where Spanish or Portuguese is spoken',
    path: '/cities?filter.language=$in:Spanish,Portuguese&filter.kind=$eq:capital',
  },
  {
    title: 'a deep page, two thirds down all 135,233 cities',
    path: '/cities?sortBy=country.name:ASC&sortBy=name:ASC&page=3600',
  },
  {
    title: 'a search by words, the best first, read by cursor and counted up to 10,000',
    path: '/cities/scroll?search=%22santa%20maria%22&limit=10',
  },
  {
    title: 'the regional seats of Europe as a file',
    path: '/cities.csv?filter.kind=$eq:regional%20seat&filter.country.continent=$eq:EU',
  },
  { title: 'one mistake, and what the answer says about it', path: '/cities?filter.population=$gte:many' },
  {
    title: 'countries with their three largest cities, those with most inhabitants first',
    path: '/countries?sortBy=inhabitants:DESC&limit=3',
  },
]
