// A configuration that grants one operator wherever a column supports it.
import { getTableColumns } from 'drizzle-orm'
import { type AnyPaginateConfig, paginateConfig } from '../../../src/index.js'

/** Every column of the table that the operator can be granted on. */
export function configOver(
  table: Parameters<typeof paginateConfig>[0],
  operator: '$eq' | '$gte' | '$contains',
): { config: AnyPaginateConfig; names: string[] } {
  const start = (paginateConfig(table) as never as LooseBuilder).withLimits(100, 100).withTieBreaker('id')
  const names: string[] = []
  let builder = start
  for (const name of Object.keys(getTableColumns(table as never))) {
    try {
      start.filterable(name, operator, '$null').build()
    } catch {
      continue
    }
    builder = builder.filterable(name, operator, '$null')
    names.push(name)
  }
  return { config: builder.build(), names }
}

interface LooseBuilder {
  withLimits(defaultLimit: number, maxLimit: number): LooseBuilder
  withTieBreaker(name: string): LooseBuilder
  filterable(name: string, ...operators: string[]): LooseBuilder
  build(): AnyPaginateConfig
}
