// testing: query strings from their parts.

export type Pair = readonly [name: string, value: string]

export const queryText = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')

/** A lone surrogate has no percent form: it is sent as the replacement character, as a browser does. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'))

export const criterion = (field: string, text: string): Pair => [`filter.${field}`, text]

export const withPair = (request: string, ...pairs: readonly Pair[]): string =>
  [request, queryText(pairs)].filter((part) => part !== '').join('&')
