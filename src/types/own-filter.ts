// Builder, compile time: filters of the app's own, and filters that a request need not name.
import type { ValueTypeName } from '../vocabulary.js'
import type { DataOfType, FilterFacts, ValueTypeLike } from './item.js'

/** The value types that `.filterWith()` takes by name: the others need a column. */
export type OwnValueTypeName = Exclude<ValueTypeName, 'enum' | 'collection'>

/** The facts of a filter whose condition is the app's own: it has no values to count. */
export interface OwnFilterFacts<Field> extends FilterFacts<Field> {
  readonly own: true
}

/** What the function of `.filterWith()` gets. */
export type OwnValue<Type> = [OwnValueTypeName] extends [Type]
  ? never // for an unknown name all are inferred; the condition is then not the mistake
  : Type extends OwnValueTypeName
    ? DataOfType[Type]
    : Type extends ValueTypeLike
      ? NonNullable<ReturnType<Type['parse']>>
      : Type extends { readonly '~standard': { readonly types?: infer Types } }
        ? NonNullable<Types> extends { readonly output: infer Output }
          ? Output
          : unknown
        : unknown

/**
 * One criterion as the function gets it: `{ operator, value }`, or `{ operator, values }` for a list and a range. The
 * list is the function's own: `arrayOverlaps` and others of Drizzle take no readonly one.
 */
export type CriterionOf<Operator, Value> = Operator extends '$null'
  ? { readonly operator: Operator }
  : Operator extends '$in'
    ? { readonly operator: Operator; readonly values: Value[] }
    : Operator extends '$btw'
      ? { readonly operator: Operator; readonly values: [from: Value, to: Value] }
      : { readonly operator: Operator; readonly value: Value }
