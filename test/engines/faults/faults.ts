// What every fault has in common: the error is the driver's own, nothing waits for ever, and the next request works.
import { expect } from 'vitest'
import { PaginateConfigError, PaginateQueryError } from '../../../src/index.js'

/** What a call threw, at once or later; a call that answers fails the test. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('The call was expected to fail, and answered.')
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error that the driver threw, below what Drizzle puts around it. */
export function innermost(error: unknown): unknown {
  let at = error
  while (at instanceof Error && at.cause !== undefined) at = at.cause
  return at
}

/** The same kind of error as plain Drizzle throws, with the same cause: only the statement in its text may differ. */
export function expectSameError(ours: unknown, plain: unknown): void {
  expect(ours).not.toBeInstanceOf(PaginateQueryError)
  expect(ours).not.toBeInstanceOf(PaginateConfigError)
  expect((ours as object).constructor).toBe((plain as object).constructor)
  expect(messageOf(innermost(ours))).toBe(messageOf(innermost(plain)))
  expect((innermost(ours) as { code?: unknown }).code).toBe((innermost(plain) as { code?: unknown }).code)
}

/** Rejects where a call takes longer: a call that waits for ever would otherwise end with the whole suite. */
export async function within<Value>(milliseconds: number, call: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms.`)), milliseconds)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What a call throws while a fault is done to it, again and again until the call has ended: a server still lists the
 * statement of a connection that has just been killed, so a fault that is done once can hit the call before.
 */
export async function thrownUnder(fault: () => Promise<unknown>, call: () => unknown): Promise<unknown> {
  const thrown = within(10_000, thrownBy(call))
  const over = thrown.then(
    () => true,
    () => true,
  )
  const pause = () => new Promise<false>((resolve) => setTimeout(resolve, 10, false))
  while (!(await Promise.race([over, pause()]))) await fault()
  return thrown
}
