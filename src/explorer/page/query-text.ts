// Explorer's page: query strings as people read and type them.

/** A query string with the characters left as they are that need no escape in one (RFC 3986, section 3.4). */
export function readable(query: string): string {
  return query.replace(/%(?:24|2C|2F|3A|40)/gi, decodeURIComponent)
}

/** The query string, without its `?`, of what was typed: a URL, a path, or a query string with or without its `?`. */
export function typedQuery(text: string): string {
  const trimmed = text.trim().replace(/#.*$/s, '')
  const question = trimmed.indexOf('?')
  if (question >= 0) return trimmed.slice(question + 1)
  return trimmed.includes('=') ? trimmed : ''
}
