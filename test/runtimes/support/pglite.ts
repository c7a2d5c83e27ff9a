// The database behind drivers that speak HTTP: PostgreSQL in process, whose values come as the texts that a server
// sends.
import { PGlite } from '@electric-sql/pglite'

export interface TextRows {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Every type's text as it is: PGlite's own parsers make dates and numbers of some. */
const BUILT_IN_TYPES = 5000
const AS_TEXT: { [type: number]: (text: string) => string } = {}
for (let type = 1; type < BUILT_IN_TYPES; type++) AS_TEXT[type] = (text) => text

export async function openPglite() {
  const client = await PGlite.create()
  return {
    execute: async (statement: string): Promise<void> => void (await client.exec(statement)),
    close: (): Promise<void> => client.close(),
    /** @param params texts, or null: the server reads them as the types that it takes them for */
    ask: async (statement: string, params: readonly (string | null)[]): Promise<TextRows> => {
      const options = { rowMode: 'array', parsers: AS_TEXT, serializers: AS_TEXT } as const
      const { fields, rows } = await client.query<(string | null)[]>(statement, [...params], options)
      return { fields, rows }
    },
  }
}
