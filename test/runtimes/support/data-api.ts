// An endpoint of the RDS Data API, as a request handler of the real SDK. As the service does, it binds every value with
// the type of the member that it was sent in, so that a text is never taken for an array or a moment without a cast or
// a hint.
import type { TextRows } from './pglite.js'
import { readTextArray } from './postgres-values.js'

interface Value {
  readonly isNull?: boolean
  readonly stringValue?: string
  readonly longValue?: number
  readonly doubleValue?: number
  readonly booleanValue?: boolean
}
interface Statement {
  readonly sql: string
  readonly parameters?: readonly {
    readonly name: string
    readonly value: Value
    readonly typeHint?: keyof typeof HINTED
  }[]
  readonly includeResultMetadata?: boolean
}

const HINTED = {
  DATE: 'date',
  DECIMAL: 'numeric',
  JSON: 'jsonb',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
  UUID: 'uuid',
} as const

export function dataApiHandler(ask: (statement: string, params: readonly (string | null)[]) => Promise<TextRows>) {
  return {
    handle: async ({ path, body }: { readonly path: string; readonly body: string | Uint8Array }) => {
      if (path !== '/Execute') return { response: json(200, { transactionId: 'none' }) }
      try {
        return {
          response: json(
            200,
            await execute(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Statement),
          ),
        }
      } catch (error) {
        return {
          response: json(400, { message: (error as Error).message }, { 'x-amzn-errortype': 'DatabaseErrorException' }),
        }
      }
    },
    destroy: () => {},
  }

  async function execute(statement: Statement): Promise<unknown> {
    const { sql, parameters = [], includeResultMetadata } = statement
    const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))
    const params: (string | null)[] = []
    // `::type` is a cast, and a colon within quotes is text.
    const text = sql.replaceAll(/'(?:[^']|'')*'|::|:(\w+)/g, (whole, name?: string) => {
      const parameter = name === undefined ? undefined : byName.get(name)
      if (parameter === undefined) return whole
      const [type, value] = typed(parameter.value, parameter.typeHint)
      params.push(value)
      return `($${params.length}::${type})`
    })
    const { fields, rows } = await ask(text, params)
    return {
      ...(includeResultMetadata && { columnMetadata: fields.map(({ name }) => ({ name, label: name })) }),
      numberOfRecordsUpdated: 0,
      records: rows.map((row) => row.map((value, index) => toField(value, fields[index]?.dataTypeID ?? 0))),
    }
  }
}

function typed(value: Value, hint: keyof typeof HINTED | undefined): [type: string, text: string | null] {
  const type = hint === undefined ? undefined : HINTED[hint]
  if (value.isNull === true) return [type ?? 'text', null]
  if (value.stringValue !== undefined) return [type ?? 'varchar', value.stringValue]
  if (value.longValue !== undefined) return ['bigint', String(value.longValue)]
  if (value.doubleValue !== undefined) return ['double precision', String(value.doubleValue)]
  if (value.booleanValue !== undefined) return ['boolean', String(value.booleanValue)]
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}

const BOOLEAN = 16
const INTEGERS = new Set([20, 21, 23])
const FLOATS = new Set([700, 701])
const TEXT_ARRAY = 1009
const TIMESTAMPTZ = 1184

function toField(text: string | null, type: number): unknown {
  if (text === null) return { isNull: true }
  if (type === BOOLEAN) return { booleanValue: text === 't' }
  if (INTEGERS.has(type)) return { longValue: Number(text) }
  if (FLOATS.has(type)) return { doubleValue: Number(text) }
  if (type === TEXT_ARRAY) return { arrayValue: { stringValues: readTextArray(text) } }
  // A moment comes without its zone, in UTC.
  return { stringValue: type === TIMESTAMPTZ ? text.replace(/\+00$/, '') : text }
}

const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}) => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(JSON.stringify(body)),
})
