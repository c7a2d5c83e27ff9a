// Values: JSON of which nothing is known.

/** Undefined for text that is not a JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
