// What MUI's filter functions and ra-data-fakerest leave of the rows.
import type { City } from '../../front-ends/support/cities.js'

interface Oracle {
  readonly leaves: (model: never) => number[]
}
interface Item {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}
type Applied = ((value: unknown, ...rest: never[]) => boolean) | null
type Operator = { readonly value: string; readonly getApplyFilterFn: (item: never, column: never) => Applied }

export async function muiOracle(rows: readonly City[]): Promise<Oracle> {
  const mui = await import('@mui/x-data-grid')
  const operators: Record<string, readonly Operator[]> = {
    name: mui.getGridStringOperators(),
    code: mui.getGridStringOperators(),
    kind: mui.getGridSingleSelectOperators(),
    pop: mui.getGridNumericOperators(),
    active: mui.getGridBooleanOperators(),
    date: mui.getGridDateOperators(),
    created: mui.getGridDateOperators(),
    moment: mui.getGridDateOperators(true),
  } as never
  const valueOf = (row: City, field: string): unknown =>
    field === 'moment'
      ? row.created
      : field === 'date'
        ? row.day && new Date(`${row.day}T00:00:00`)
        : row[field as keyof City]
  return {
    leaves: ({ items, logicOperator }: { readonly items: readonly Item[]; readonly logicOperator: string }) => {
      const applied = items.flatMap((item) => {
        const { getApplyFilterFn } = operators[item.field]!.find(({ value }) => value === item.operator)!
        const isTime =
          ['created', 'date', 'moment'].includes(item.field) && typeof item.value === 'string' && item.value
        const given = isTime ? { ...item, value: new Date(item.value as string) } : item
        // The grid's parser of a number column.
        const parsed = item.field === 'pop' && item.value === '' ? { ...given, value: null } : given
        const filter = getApplyFilterFn(parsed as never, {} as never)
        return filter ? [(row: City) => filter(valueOf(row, item.field))] : []
      })
      if (applied.length === 0) return rows.map(({ id }) => id)
      const passes = (row: City): boolean =>
        logicOperator === 'or' ? applied.some((filter) => filter(row)) : applied.every((filter) => filter(row))
      return rows.filter(passes).map(({ id }) => id)
    },
  } as Oracle
}

export async function fakerestOracle(rows: readonly City[]): Promise<{
  readonly leaves: (filter: never) => Promise<number[]>
}> {
  const { default: provider } = await import('ra-data-fakerest')
  const { getList } = provider({ cities: rows.map(({ day, ...row }) => ({ ...row, date: day })) })
  const sort = { field: 'id', order: 'ASC' } as const
  return {
    leaves: async (filter: Record<string, unknown>) => {
      const { data } = await getList('cities', { filter, sort, pagination: { page: 1, perPage: 1000 } })
      // There, a missing text matches every `_q`: a list's $ilike has texts alone.
      const matched = Object.keys(filter).filter((name) => name.endsWith('_q'))
      const has = (row: City): boolean => matched.every((name) => row[name.replace('_q', '') as 'code'] !== null)
      return (data as unknown as City[]).filter(has).map(({ id }) => id)
    },
  }
}
