// Add-on http: the links of a page as a header.
import type { PaginatedLinks } from '../../types/response.js'

/** Proxies and clients cut response heads at 4 to 16 kB, and every link repeats the whole request. */
const MAX_LENGTH = 4000

/**
 * The RFC 8288 `Link` header of a page: `first`, `prev`, `next`, `last`, absent ones left out; null without any.
 *
 * Beyond 4,000 characters the header is shortened from the least needed on: `last`, `first`, `prev`. `next` always
 * stays, so that a client who follows it sees every page. The body always has all links.
 *
 * @example `</a?limit=20&page=1>; rel="first", </a?limit=20&page=2>; rel="next", </a?limit=20&page=9>; rel="last"` on
 * page 1
 */
export function linkHeader(links: PaginatedLinks): string | null {
  const relations: readonly (readonly [relation: string, target: string | null, need: number])[] = [
    ['first', links.first, 2],
    ['prev', links.previous, 1],
    ['next', links.next, 0],
    ['last', links.last, 3],
  ]
  // Targets are percent-encoded: none holds a `>`, a quote or a line break.
  const present = relations.flatMap(([relation, target, need]) =>
    target === null ? [] : [{ text: `<${target}>; rel="${relation}"`, need }],
  )
  let kept = present
  for (let need = 3; need > 0 && joined(kept).length > MAX_LENGTH; need -= 1)
    kept = kept.filter((link) => link.need < need)
  return kept.length === 0 ? null : joined(kept)
}

function joined(links: readonly { readonly text: string }[]): string {
  return links.map(({ text }) => text).join(', ')
}
