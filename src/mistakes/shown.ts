// Builder: values of an app inside of sentences.

/** A name or number that was given, whatever it is: an object without a prototype has no text of its own. */
export const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object' : String(value)
