// What servers of proxies do with values on their way: parameters as the texts that PostgreSQL reads, results as JSON
// has them.

const BOOLEAN = 16
const INTEGERS = new Set([21, 23])
const FLOATS = new Set([700, 701])
const TEXT_ARRAY = 1009

export function toParameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return arrayText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : Array.isArray(value) ? arrayText(value) : JSON.stringify(String(value)))).join(',')}}`

/** As node-postgres reads them, but for dates, which stay text: JSON has no other form for them. */
export function toPlainValue(text: string | null, type: number): unknown {
  if (text === null) return null
  if (type === BOOLEAN) return text === 't'
  if (INTEGERS.has(type) || FLOATS.has(type)) return Number(text)
  return type === TEXT_ARRAY ? readTextArray(text) : text
}

/** `{a,"b\"c",NULL}` */
export function readTextArray(text: string): (string | null)[] {
  const elements: (string | null)[] = []
  const element = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs
  for (const [, quoted, bare] of text.slice(1, -1).matchAll(element)) {
    elements.push(quoted !== undefined ? quoted.replaceAll(/\\(.)/gs, '$1') : bare === 'NULL' ? null : (bare as string))
  }
  return elements
}
