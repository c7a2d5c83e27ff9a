// Criteria on scalar fields, each with its complement: every operator on every kind of value, nulls among the rows.
import { type Deviation, type Row, row } from '../row.js'
import { type Subject, SUBJECTS } from '../subjects.js'
import { GROUPED } from '../items.js'
import type { ItemRow } from '../../differential/rows.js'
import type { ListName } from '../lists.js'

/** Where an engine matches other rows. */
export interface Other<Subject> {
  readonly why: Deviation['why']
  readonly on: Deviation['on']
  readonly holds: (subject: Subject) => boolean
}

const encode = (text: string): string => encodeURIComponent(text)

function bothWays<Subject extends { readonly id: number }>(list: ListName, subjects: readonly Subject[]) {
  const ids = (holds: (subject: Subject) => boolean) => ({ ids: subjects.filter(holds).map(({ id }) => id) })
  return (
    kind: string,
    field: string,
    criterion: string,
    holds: (subject: Subject) => boolean,
    ...others: readonly Other<Subject>[]
  ): Row[] => {
    const [operator = ''] = criterion.split(':')
    const section = `${kind}: \`${operator.toLowerCase()}\``
    const name = encode(field)
    return [
      row(
        section,
        list,
        `filter.${name}=${encode(criterion)}`,
        ids(holds),
        ...others.map(({ why, on, holds }) => ({ why, on, expected: ids(holds) })),
      ),
      row(
        section,
        list,
        `filter.${name}=${encode(`$not:${criterion}`)}`,
        ids((subject) => !holds(subject)),
        ...others.map(({ why, on, holds }) => ({ why, on, expected: ids((subject) => !holds(subject)) })),
      ),
    ]
  }
}

/** A criterion on the articles and its `$not`, which holds for exactly the other rows. */
export const onArticles = bothWays<Subject>('articles', SUBJECTS)
export const onPortable = bothWays<Subject>('portable', SUBJECTS)
/** The same on the items, whose every field is null in some row. */
export const onItems = bothWays<ItemRow>('items', GROUPED)
