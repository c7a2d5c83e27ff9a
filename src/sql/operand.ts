// Stage compile: what a criterion on a field compares.
import { Column, is, sql } from 'drizzle-orm'
import type { Field } from '../types/config.js'
import type { Operand } from '../types/sql.js'
import type { FieldValueType } from '../types/value.js'

const operands = new WeakMap<Field, Operand>()

/** One operand per field: criteria of all requests share it. */
export function operandOf(field: Field): Operand {
  let operand = operands.get(field)
  if (operand === undefined) {
    const column = is(field.expression, Column) ? field.expression : null
    const { facts, type } = field.type?.builtIn ?? field
    operand = {
      expression: column ?? sql`(${field.expression})`,
      column,
      facts,
      // Only a `$null` criterion reaches a field without a value type, and it reads the expression alone.
      type: type as FieldValueType,
    }
    operands.set(field, operand)
  }
  return operand
}

/** True for a made value type without an encoding of its own: the column's encoder writes its values. */
export function usesColumnEncoder({ type, column }: Operand): boolean {
  return column !== null && type.kind === 'custom' && type.encode === undefined
}
