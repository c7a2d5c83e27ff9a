// Drizzle's names of its classes. `instanceof` fails where two copies of Drizzle are loaded; these names are the same in both.
import { entityKind } from 'drizzle-orm'

interface NamedClass {
  readonly [entityKind]?: string
}

const classOf = (value: object | null | undefined): NamedClass | undefined => value?.constructor as NamedClass | undefined

/** `PgDialect`, `PgUniqueConstraintBuilder`; undefined where neither the class nor one that it extends is Drizzle's. */
export const kindOf = (value: object | null | undefined): string | undefined => classOf(value)?.[entityKind]

/** The name that the value's own class has; null for a subclass that someone else wrote. */
export function ownKindOf(value: object): string | null {
  const made = classOf(value) ?? {}
  return Object.hasOwn(made, entityKind) ? (made[entityKind] ?? null) : null
}

/** The names of its class and of those that it extends, its own first: `PgMaterializedView`, `PgViewBase`, `View`. */
export function* kindsOf(value: object): Generator<string> {
  for (let at = Object.getPrototypeOf(value) as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const kind = kindOf(at)
    if (kind !== undefined) yield kind
  }
}
