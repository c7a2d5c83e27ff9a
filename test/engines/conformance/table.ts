// The conformance table.
import type { Row } from './row.js'
import { kindRows } from './rows/kinds.js'
import { numberRows } from './rows/numbers.js'
import { pageRows } from './rows/pages.js'
import { refusalRows } from './rows/refusals.js'
import { structureRows } from './rows/structure.js'
import { textRows } from './rows/text.js'

export const TABLE: readonly Row[] = [
  ...textRows,
  ...numberRows,
  ...kindRows,
  ...structureRows,
  ...pageRows,
  ...refusalRows,
]
