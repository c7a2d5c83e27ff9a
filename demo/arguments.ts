// The demo's command line.
import { parseArgs } from 'node:util'

export interface DemoArguments {
  readonly db: 'pglite' | 'sqlite'
  /** 0 takes any free port. */
  readonly port: number
  readonly help: boolean
}

export const usage = `Usage: npm run demo -- [--db pglite|sqlite] [--port 4000]`

/** @throws Error with one line that says what is wrong */
export function readArguments(args: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      db: { type: 'string', default: 'pglite' },
      port: { type: 'string', default: '4000' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { db, port, help } = values
  if (db !== 'pglite' && db !== 'sqlite') throw new Error(`--db is 'pglite' or 'sqlite', not '${db}'.`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port is a number from 0 to 65535, not '${port}'.`)
  return { db, port: Number(port), help }
}
