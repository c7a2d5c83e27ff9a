// Generated host fragments: every kind of chunk that Drizzle's `sql` template takes, nested.
import {
  aliasedTable,
  and,
  between,
  type Column,
  eq,
  gt,
  inArray,
  isNull,
  like,
  not,
  or,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm'
import fc from 'fast-check'

export interface FragmentTables {
  /** The root, with an integer `id`, text `title`, integer `size` (nullable) and a JSON or text `meta`. */
  readonly root: Table & { readonly id: Column; readonly title: Column; readonly size: Column; readonly meta: Column }
  /** Values for `meta`, as the column takes them. */
  readonly metas: readonly unknown[]
  /** Drizzle objects that only this dialect has: enums, views, columns whose encoder answers SQL. */
  readonly special: readonly (() => SQL)[]
}

/** Makes the fragment anew at each call, with other values where `values` says so: equal text, other parameters. */
export type MakeFragment = (values: number) => SQL

const text = ['a', "it's", 'x%_\\', '', '$1', '?']

/** @returns conditions over the root table */
export function fragments({ root, metas, special }: FragmentTables): fc.Arbitrary<MakeFragment> {
  const pick = <Value>(list: readonly Value[], at: number): Value => list[Math.abs(at) % list.length] as Value
  const leaf: fc.Arbitrary<MakeFragment> = fc.integer({ min: 0, max: 1000 }).chain((seed) =>
    fc.constantFrom<MakeFragment>(
      (v) => eq(root.id, v + seed),
      (v) => gt(root.size, v),
      (v) =>
        inArray(
          root.id,
          Array.from({ length: 1 + (seed % 4) }, (_, at) => at + v),
        ),
      (v) => like(root.title, `${pick(text, seed + v)}%`),
      (v) => between(root.size, v, v + seed),
      () => isNull(root.size),
      (v) => eq(root.meta, pick(metas, seed + v)),
      // Bare values of a template.
      (v) => sql`${root.id} = ${v}`,
      (v) => sql`${root.title} = ${pick(text, v)}`,
      (v) => sql`${root.id} in (${v}, ${seed})`,
      (v) => sql`${root.id} in ${[v, seed]}`,
      () => sql`${root.size} = ${null}`,
      // Values bound by a column, by no column, and an SQL expression as the value.
      (v) => sql`${root.title} = ${sql.param(pick(text, v), root.title)}`,
      (v) => sql`${root.id} = ${sql.param(v)}`,
      () => eq(root.size, null as never),
      () => eq(root.id, sql`1 + ${seed}`),
      // Text, names, tables, columns, aliases.
      () => sql.raw(`1 = ${seed % 3}`),
      () => sql`${sql.identifier('id')} > ${seed}`,
      (v) =>
        sql`exists (select 1 from ${root} as ${sql.identifier('other')} where ${sql.identifier('other')}.${sql.identifier('id')} = ${v})`,
      (v) => {
        const other = aliasedTable(root, 'others')
        return sql`exists (select 1 from ${root} ${sql.identifier('others')} where ${eq(other.id, v)} and ${gt(root.id, other.id)})`
      },
      // Expressions with an alias are written out in a condition only through their `sql`.
      (v) => sql`${sql<number>`${root.size} + ${v}`.as('more').sql} > ${seed}`,
      (v) => sql`${sql`length(${root.title})`.mapWith(Number)} > ${v}`,
      (v) => sql`${v} = ${seed}`.inlineParams(),
      (v) =>
        sql.join(
          [sql`${root.id} > ${v}`, undefined, sql`${root.id} < ${seed}`].filter((part) => part !== undefined),
          sql` and `,
        ),
      ...special.map(
        (make): MakeFragment =>
          () =>
            make(),
      ),
    ),
  )
  return fc.letrec<{ fragment: MakeFragment }>((tie) => ({
    fragment: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'fragment' },
      leaf,
      fc.tuple(tie('fragment'), tie('fragment')).map(
        ([a, b]): MakeFragment =>
          (v) =>
            and(a(v), b(v + 1)) as SQL,
      ),
      fc.tuple(tie('fragment'), tie('fragment')).map(
        ([a, b]): MakeFragment =>
          (v) =>
            or(a(v), b(v + 2)) as SQL,
      ),
      tie('fragment').map(
        (inner): MakeFragment =>
          (v) =>
            not(inner(v)) as SQL,
      ),
      tie('fragment').map(
        (inner): MakeFragment =>
          (v) =>
            sql`(${inner(v)}) or ${v} = ${v}`,
      ),
      tie('fragment').map(
        (inner): MakeFragment =>
          (v) =>
            sql`${{ getSQL: () => inner(v) }}`,
      ),
      tie('fragment').map(
        (inner): MakeFragment =>
          (v) =>
            sql`case when ${inner(v)} then ${1} else ${0} end = ${1}`,
      ),
    ),
  })).fragment
}
