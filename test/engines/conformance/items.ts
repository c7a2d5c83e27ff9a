// The rows of the value kinds that the suite's articles do not have: char, bigint, date, time, and all kinds as null.
import { item } from '../differential/found.js'
import { type DataSet, type ItemRow, memoryRows } from '../differential/rows.js'

export const PREFIX = 'conf'

const uuid = (last: string): string => `0f8fad5b-d9cb-469f-a165-${last.padStart(12, '0')}`

/** Item 9 belongs to no group: no list that joins groups strictly holds it. */
export const ITEMS: DataSet = {
  groups: [
    { id: 1, title: 'one', rank: 1 },
    { id: 2, title: 'two', rank: null },
  ],
  owners: [
    { id: 1, name: 'ann', nick: null, groupId: 1 },
    { id: 2, name: 'bob', nick: 'b', groupId: null },
    { id: 3, name: '', nick: '', groupId: 2 },
  ],
  labels: [{ id: 1, word: 'x' }],
  parts: [{ id: 1, itemId: 1, name: 'p', size: 1, labelId: 1 }],
  items: [
    item(1, {
      label: 'a',
      name: 'a',
      letterColumn: 'a',
      isOn: true,
      isOk: true,
      codeColumn: uuid('1'),
      small: 1,
      amount: 1,
      big: '9007199254740993',
      price: '1',
      ratio: 0.1,
      stamp: '2024-02-29T12:34:56.789Z',
      momentColumn: '2024-02-29T12:34:56.123456Z',
      dayColumn: '2024-02-29',
      clockColumn: '12:34:56.789',
      color: 'amber',
      mood: 'sad',
      words: ['a', null],
      more: ['a'],
      ownerId: 1,
      groupId: 1,
    }),
    item(2, {
      label: 'b',
      name: 'A',
      letterColumn: 'A',
      isOn: false,
      isOk: false,
      codeColumn: uuid('ff'),
      small: 2,
      amount: 2,
      big: '9007199254740992',
      price: '1.5',
      ratio: 0.30000000000000004,
      stamp: '2024-02-29T12:34:56.790Z',
      momentColumn: '2024-02-29T12:34:56Z',
      dayColumn: '2024-03-01',
      clockColumn: '12:34:56.000',
      color: 'blue',
      mood: 'ok',
      words: ['a', 'b'],
      more: [],
      ownerId: 2,
      groupId: 1,
    }),
    item(3, {
      label: 'c',
      name: 'é',
      letterColumn: '9',
      isOn: true,
      isOk: null,
      codeColumn: uuid('a'),
      small: 3,
      amount: -1,
      big: '9223372036854775807',
      price: '-0.0001',
      ratio: -1e-3,
      stamp: '1969-12-31T23:59:59.999Z',
      momentColumn: '2024-02-29T12:34:56.123457Z',
      dayColumn: '0001-01-01',
      clockColumn: '00:00:00.000',
      color: 'coral',
      mood: 'happy',
      words: [],
      more: [null],
      ownerId: 3,
      groupId: 2,
    }),
    item(4, {
      label: '',
      small: -2147483648,
      big: '-9223372036854775808',
      price: '9999999999.9999',
      ratio: 1e10,
      stamp: '1970-01-01T00:00:00.000Z',
      dayColumn: '9999-12-31',
      clockColumn: '23:59:59.999',
      groupId: 2,
    }),
    // No values at all, and an owner that there is not.
    item(5, { ownerId: 99, groupId: 1 }),
    item(9, { label: 'a', letterColumn: 'a', big: '1', ownerId: 1, groupId: null }),
  ],
}

export const ITEM_ROWS = memoryRows(ITEMS)

/** The rows of the lists: item 9 has no group. */
export const GROUPED: readonly ItemRow[] = ITEMS.items.filter(({ groupId }) => groupId !== null)

export const itemsWhere = (holds: (row: ItemRow) => boolean): number[] => GROUPED.filter(holds).map(({ id }) => id)
