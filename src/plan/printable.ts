// Stage plan: what a query built by hand may have instead of a string.

/** A value of any type as text for a message. Never throws: hostile `toString` methods are not called. */
export function printable(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return String(value)
    default:
      return value === null ? 'null' : `[${typeof value}]`
  }
}
