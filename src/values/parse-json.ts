// Values: JSON of which nothing is known.

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
