// Stage plan: the parts that binding a cursor's text is made of.
import type { BoundKey, KeyForm } from '../types/position.js'

export const plain = (value: unknown): BoundKey => ({ value, form: 'plain' })
export const as = (form: KeyForm, value: unknown): BoundKey => ({ value, form })
export const plainIf = (isAllowed: boolean, value: unknown): BoundKey | null => (isAllowed ? plain(value) : null)
export const orNull = (value: string | null): BoundKey | null => (value === null ? null : plain(value))

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const HEX = /^(?:[0-9a-f]{2})*$/i
export const INTEGER = /^-?(?:0|[1-9]\d{0,19})$/
export const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/i
/** Numbers that PostgreSQL has beyond the finite ones. */
export const SPECIAL = /^(?:NaN|-?Infinity)$/
