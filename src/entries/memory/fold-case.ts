// memory: case folding of `$ilike`, `$sw`, `$ew`, text `$contains` and search.

const IS_ASCII = /^[\0-\x7f]*$/

/**
 * Ordinal ignore-case: each code point by its simple upper-case mapping, so `ß` is not `SS` and no text changes its
 * length in code points. No Unicode normalisation, no language. A letter beyond ASCII never becomes an ASCII one (`ı`,
 * `ſ`).
 */
export function foldCase(text: string): string {
  if (IS_ASCII.test(text)) return text.toUpperCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

function foldCharacter(character: string): string {
  const upper = character.toUpperCase()
  const isOneCodePoint = String.fromCodePoint(upper.codePointAt(0) as number) === upper
  return isOneCodePoint && IS_ASCII.test(upper) === IS_ASCII.test(character) ? upper : character
}
