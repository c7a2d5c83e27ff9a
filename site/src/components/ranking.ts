/** How Pagefind orders pages: test/site/in-browser.test.ts asks as the search box does. */
export const RANKING = { pageLength: 0.1, termFrequency: 0.1, termSaturation: 2, termSimilarity: 9 }
