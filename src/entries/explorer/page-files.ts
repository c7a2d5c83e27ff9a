// Add-on explorer: the page as text. The build puts page/page.html, page/page.css and the bundle of page/main.ts in the
// place of the name below (scripts/explorer-page.mjs), wherever this file is bundled or run: package, demo, examples,
// tests.

interface PageFiles {
  /** Constants all three: no data is ever written into them. */
  readonly html: string
  readonly style: string
  readonly script: string
}

declare const EXPLORER_PAGE_FILES: PageFiles

export const pageFiles: PageFiles = EXPLORER_PAGE_FILES
