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
      "`LIKE` of SQLite takes `A` and `a` for equal, `É` and `é` not. The contract's case table says so for `$sw`, `$ilike`, `$contains` and search.",
  },
  'case-collation': {
    title: 'MySQL and MariaDB match patterns by collation',
    reason:
      "A pattern folds case where the column's collation does. The suite's own is binary, so that nothing folds; under `utf8mb4_general_ci` and its like, case and accents fold.",
  },
  'case-portable': {
    title: 'The portable strategy does not fold on PostgreSQL',
    reason:
      "`likeStrategy: 'portable'` writes `LIKE`, which is exact on PostgreSQL; the native strategy writes `ILIKE`.",
  },
  'case-ordinal': {
    title: 'Letters with more than two forms fold in memory',
    reason:
      'In memory a letter is folded to its upper case, so that `σ` and `ς` are one letter; `ILIKE` folds to lower case, where the two stay apart.',
  },
  'text-order': {
    title: 'Text is ordered by collation',
    reason:
      'A database orders and compares text by the collation of the column; the databases here compare code points. In memory the invariant collation of `Intl.Collator` is used: `a` before `B`, accents after their letter.',
  },
  'null-order': {
    title: 'Null sorts where the database puts it',
    reason:
      'PostgreSQL takes null for greater than every value, SQLite, MySQL and the in-memory engine for smaller. `.nullsFirst()` and `.nullsLast()` make all of them one.',
  },
  'enum-order': {
    title: 'SQLite has no enums',
    reason:
      'An enum of PostgreSQL or MySQL is ordered as declared. On SQLite it is text: it sorts as text, comparisons cannot be allowed, and the rejection of one says so. In memory the table of the configuration decides.',
  },
  'integer-range': {
    title: 'An integer of SQLite has 64 bits',
    reason: 'A value beyond the range of its column is rejected; a column of SQLite has the one range there is.',
  },
  'decimal-double': {
    title: 'SQLite keeps decimals as doubles',
    reason: 'A `numeric` of SQLite holds some 15 digits, and what is compared with it is rounded to them too.',
  },
  'nul-character': {
    title: 'PostgreSQL has no text with a NUL character',
    reason:
      'Sending one would be an error of the server, so it is rejected; elsewhere it is a character like any other.',
  },
  'unsafe-integer': {
    title: 'libSQL does not read integers past 2^53 as numbers',
    reason:
      "Its client reads no such integer unless an `intMode` is set, and neither does `node:sqlite`. Filters and order are exact all the same: leave the column out of the item, or set the client's `intMode`. That changes plain Drizzle too: under 'bigint' it throws for dates, and under 'string' dates are invalid, numbers are texts and, on 0.45, `true` reads as `false`.",
  },
} as const satisfies { readonly [name: string]: Difference }

export type DifferenceName = keyof typeof DIFFERENCES
