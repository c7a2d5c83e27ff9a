// Five requests worth opening.

export interface SampleUrl {
  readonly title: string
  readonly path: string
}

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
  { title: 'a deep page, two thirds down all 135,233 cities', path: '/cities?sortBy=country.name:ASC&sortBy=name:ASC&page=3600' },
  { title: 'one mistake, and what the answer says about it', path: '/cities?filter.population=$gte:many' },
]
