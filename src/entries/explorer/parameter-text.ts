// Add-on explorer: a statement's parameter as text for people.

/** Texts in quotes, so that `'1'` and `1` differ; bytes by their number; what JSON cannot hold by its own text. */
export function parameterText(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`
  if (Array.isArray(value)) return `[${value.map(parameterText).join(', ')}]`
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
