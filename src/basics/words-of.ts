// Search, memory and testing: the words of a search term.

/** Each once, split at white space. */
export const wordsOf = (term: string): readonly string[] => [
  ...new Set(term.split(/\s+/).filter((word) => word !== '')),
]
