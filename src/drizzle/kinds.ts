// Drizzle's names of its classes. `instanceof` fails where two copies of Drizzle are loaded; these names are the same
// in both.
import { entityKind, is as isOfClass } from 'drizzle-orm'

interface NamedClass {
  readonly [entityKind]?: string
}

const classOf = (value: object | null | undefined): NamedClass | undefined =>
  value?.constructor as NamedClass | undefined

/** `PgDialect`, `PgUniqueConstraintBuilder`; undefined where neither the class nor one that it extends is Drizzle's. */
export const kindOf = (value: object | null | undefined): string | undefined => classOf(value)?.[entityKind]

/** The name that the value's own class has; null for a subclass that someone else wrote. */
export function ownKindOf(value: object): string | null {
  const made = classOf(value) ?? {}
  return Object.hasOwn(made, entityKind) ? (made[entityKind] ?? null) : null
}

/** The names of its class and of those that it extends, its own first: `PgMaterializedView`, `PgViewBase`, `View`. */
export function* kindsOf(value: object): Generator<string> {
  let at = Object.getPrototypeOf(value) as object | null
  while (at !== null) {
    const kind = kindOf(at)
    if (kind !== undefined) yield kind
    at = Object.getPrototypeOf(at) as object | null
  }
}

/**
 * Drizzle's `is`, which on 0.45 throws a TypeError for an object without a prototype, such as the namespace of a
 * module.
 */
export const is: typeof isOfClass = (value, type): value is never =>
  Object.getPrototypeOf(Object(value)) !== null && isOfClass(value, type)

const IS_PG_ENUM = Symbol.for('drizzle:isPgEnum')

/** `pgEnum()` makes a function, which is written as the name of its type. */
export const isPgEnum = (value: unknown): boolean =>
  typeof value === 'function' && (value as { readonly [IS_PG_ENUM]?: boolean })[IS_PG_ENUM] === true

// Drizzle's dialect objects: what they are called and what they are set to.

/** The name of the class of a database's or transaction's dialect; undefined for what wraps one and hides it. */
export const dialectKindOf = (db: object): string | undefined => kindOf((db as { readonly dialect?: object }).dialect)

/**
 * The parts of a setting that Drizzle makes again for each dialect object. Null for any other object, which counts as
 * itself, so that a setting that is not known here is never taken for another one.
 */
export function settingParts(setting: object): readonly unknown[] | null {
  switch (kindOf(setting)) {
    // 0.45: the names of columns, in the casing that `convert` writes.
    case 'CasingCache':
      return [(setting as { readonly convert?: unknown }).convert]
    // 1.0: how the driver's values are read and written.
    case 'CodecsCollection': {
      const { codecs, resolveTypes } = setting as { readonly codecs?: unknown; readonly resolveTypes?: unknown }
      return [codecs, resolveTypes]
    }
    default:
      return isRecordOfFunctions(setting) ? Object.entries(setting).flat() : null
  }
}

/** 1.0: `mapperGenerators`. */
function isRecordOfFunctions(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((member) => typeof member === 'function')
  )
}
