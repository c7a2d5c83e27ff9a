// Every disagreement that was ever found, as a case of its own: data, configuration and request, without a generator.
import type { ConfigSpec } from './config-spec.js'
import type { Pairs } from './generate.js'
import type { DataSet, ItemRow } from './rows.js'

export interface Found {
  /** What went wrong, as the rule that holds now. */
  readonly title: string
  readonly config: Partial<ConfigSpec>
  readonly data: Partial<DataSet>
  readonly request: Pairs
  /** Ids in order, or the refusal's code: all engines could agree on something wrong. */
  readonly expected: readonly number[] | string
}

/** An item of nulls, but for what is given. */
export const item = (id: number, more: Partial<ItemRow> = {}): ItemRow => ({
  id,
  label: '',
  name: null,
  note: null,
  letterColumn: null,
  isOn: false,
  isOk: null,
  codeColumn: null,
  small: 0,
  amount: null,
  big: null,
  price: null,
  ratio: null,
  stamp: null,
  momentColumn: null,
  dayColumn: null,
  clockColumn: null,
  color: null,
  mood: null,
  words: [],
  more: null,
  ownerId: null,
  groupId: null,
  ...more,
})

export const FOUND: readonly Found[] = [
  {
    title: 'Text under the value type timestamp is ordered by the instant it names, not letter by letter',
    config: { sortable: ['moment'], nullsLast: ['moment'] },
    data: {
      items: [
        item(1, { momentColumn: '2024-02-29T12:34:56.123Z' }),
        item(2, { momentColumn: '2024-02-29T12:34:56Z' }),
        item(3, { momentColumn: '2024-02-29T12:34:56.123456Z' }),
        item(4),
      ],
    },
    request: [['sortBy', 'moment:ASC']],
    expected: [2, 1, 3, 4],
  },
]
