// What the generators know of each field: what it holds, and which differences between engines it must keep clear of.
//
// Text is of three sorts. `ordered` text is made of a few lower-case letters and digits, which every collation orders
// alike. `pattern` text holds wildcards, quotes and letters of scripts without case, but no upper-case letter, so that
// it does not matter who folds which letters; it is never ordered. `exact` text holds case pairs and is only compared
// for equality. Integers stay within 32 bits or are beyond 64, since an integer of SQLite has 64. Decimals have at most
// four digits after the point, since SQLite keeps them as doubles. A database enum is not ordered, since SQLite has
// none. Text never holds a NUL, which PostgreSQL alone cannot store. A sortable field that may be null names its null
// order.
import { COMPARISON_OPERATORS, type FilterOperator, OPERATORS } from '../../../src/vocabulary.js'

export type Sort =
  | 'ordered'
  | 'pattern'
  | 'exact'
  | 'letter'
  | 'boolean'
  | 'uuid'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'stamp'
  | 'moment'
  | 'day'
  | 'clock'
  | 'color'
  | 'mood'
  | 'collection'

export interface FieldFacts {
  readonly name: string
  readonly sort: Sort
  readonly isNullable: boolean
  readonly join?: 'owner' | 'group' | 'ownerGroup'
}

const field = (name: string, sort: Sort, isNullable: boolean, join?: FieldFacts['join']): FieldFacts => ({
  name,
  sort,
  isNullable: isNullable || join !== undefined,
  ...(join !== undefined && { join }),
})

export const FIELDS: readonly FieldFacts[] = [
  field('id', 'integer', false),
  field('label', 'ordered', false),
  field('name', 'exact', true),
  field('note', 'pattern', true),
  field('letter', 'letter', true),
  field('isOn', 'boolean', false),
  field('isOk', 'boolean', true),
  field('code', 'uuid', true),
  field('small', 'integer', false),
  field('amount', 'integer', true),
  field('big', 'bigint', true),
  field('price', 'decimal', true),
  field('ratio', 'float', true),
  field('stamp', 'stamp', true),
  field('moment', 'moment', true),
  field('day', 'day', true),
  field('clock', 'clock', true),
  field('color', 'color', true),
  field('mood', 'mood', true),
  field('words', 'collection', false),
  field('more', 'collection', true),
  field('partCount', 'integer', true),
  field('twice', 'integer', true),
  field('either', 'pattern', true),
  field('ownerOrLabel', 'ordered', true, 'owner'),
  field('owner.id', 'integer', false, 'owner'),
  field('owner.name', 'ordered', false, 'owner'),
  field('owner.nick', 'pattern', true, 'owner'),
  field('group.title', 'ordered', false, 'group'),
  field('group.rank', 'integer', true, 'group'),
  field('ownerGroup.title', 'ordered', false, 'ownerGroup'),
  field('ownerGroup.rank', 'integer', true, 'ownerGroup'),
]

export const fieldFacts = (name: string): FieldFacts | undefined => FIELDS.find((facts) => facts.name === name)

const EQUALITY: readonly FilterOperator[] = ['$eq', '$in', '$null']
const PATTERN: readonly FilterOperator[] = [...EQUALITY, '$sw', '$ew', '$ilike', '$contains']
const ORDERED: readonly FilterOperator[] = [...EQUALITY, ...COMPARISON_OPERATORS]

/** What a configuration may grant without leaving what all engines agree on. */
export function grantable(sort: Sort): readonly FilterOperator[] {
  switch (sort) {
    case 'ordered':
      return OPERATORS
    case 'pattern':
      return PATTERN
    case 'collection':
      return ['$eq', '$contains', '$null']
    case 'exact':
    case 'boolean':
    case 'color':
    case 'mood':
      return EQUALITY
    default:
      return ORDERED
  }
}

const UNSORTABLE: ReadonlySet<Sort> = new Set(['pattern', 'exact', 'mood', 'collection'])
export const isSortable = ({ sort }: FieldFacts): boolean => !UNSORTABLE.has(sort)
export const isSearchable = ({ sort }: FieldFacts): boolean => sort === 'ordered' || sort === 'pattern'
