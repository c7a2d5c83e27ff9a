// Every deliberate difference between engines, with its reason. A deviation that names none of these fails the test.

export interface Difference {
  /** As docs/reference/engines.md heads it. */
  readonly title: string
  readonly reason: string
}

export const DIFFERENCES = {
  'case-ascii': {
    title: 'SQLite folds ASCII letters only',
    reason:
      "SQLite's `LIKE` ignores case for `A` and `a`, but not for `É` and `é`.\nThe contract's case table has this for `$sw`, `$ilike`, `$contains` and search.",
  },
  'case-collation': {
    title: 'MySQL and MariaDB match patterns by collation',
    reason:
      "A pattern ignores case if the column's collation does.\nThe collation of these tables is binary, so nothing is folded.\nUnder `utf8mb4_general_ci` and similar collations, case and accents are ignored.",
  },
  'case-portable': {
    title: 'The portable strategy does not fold on PostgreSQL',
    reason:
      "The setting `likeStrategy: 'portable'` writes `LIKE`, which is case-sensitive on PostgreSQL.\nThe native strategy writes `ILIKE`.",
  },
  'case-ordinal': {
    title: 'Letters with more than two forms fold in memory',
    reason:
      'In memory, a letter is folded to its upper case, so `σ` and `ς` are one letter.\n`ILIKE` folds to lower case, where the two are different.',
  },
  'text-order': {
    title: 'Text is ordered by collation',
    reason:
      'A database orders and compares text by the collation of the column; the databases here compare code points.\nIn memory, the invariant collation of `Intl.Collator` is used: `a` before `B`, and accents after their letter.',
  },
  'null-order': {
    title: 'Null sorts where the database puts it',
    reason:
      "On PostgreSQL null is greater than every value, and on SQLite, MySQL and in memory it is smaller.\n`.sortable(name, { nulls: 'first' })` and `'last'` make all of them equal.",
  },
  'enum-order': {
    title: 'SQLite has no enums',
    reason:
      'An enum of PostgreSQL or MySQL is ordered as declared.\nOn SQLite it is text: it sorts as text, a declaration cannot allow comparisons, and the rejection of one says so.\nIn memory, the table of the configuration decides.',
  },
  'integer-range': {
    title: 'An integer of SQLite has 64 bits',
    reason: 'A value beyond the range of its column is rejected.\nAll integer columns of SQLite have the same range.',
  },
  'decimal-double': {
    title: 'SQLite keeps decimals as doubles',
    reason: 'A `numeric` of SQLite holds about 15 digits, and a value that is compared with it is rounded to them too.',
  },
  'nul-character': {
    title: 'PostgreSQL has no text with a NUL character',
    reason:
      'Such a character would cause an error of the server, so it is rejected.\nOn the other engines it is a character like any other.',
  },
  'unsafe-integer': {
    title: 'libSQL does not read integers past 2^53 as numbers',
    reason:
      "Its client does not read such an integer unless an `intMode` is set, and neither does `node:sqlite`.\nFilters and order are exact anyway.\nLeave the column out of the item, or set the client's `intMode`.\nThat changes plain Drizzle too: under 'bigint' it throws for dates.\nUnder 'string' dates are invalid, numbers are texts and, on 0.45, `true` reads as `false`.",
  },
} as const satisfies { readonly [name: string]: Difference }

export type DifferenceName = keyof typeof DIFFERENCES
