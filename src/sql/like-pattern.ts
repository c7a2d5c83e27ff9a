// Stage compile: a client's term as a LIKE pattern that matches it literally.

/** `%term%` or `term%`, with the wildcards (and the escape character itself) escaped. */
export function likePattern(term: string, match: 'contains' | 'starts-with', escape: '\\' | '!', wildcards = '%_'): string {
  let pattern = match === 'contains' ? '%' : ''
  for (const character of term) pattern += character === escape || wildcards.includes(character) ? escape + character : character
  return `${pattern}%`
}
