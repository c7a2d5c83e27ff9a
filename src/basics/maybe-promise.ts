// Every stage that a host can make wait: one code path for synchronous and asynchronous drivers.
import type { MaybePromise, Steps } from '../types/database.js'

export function isPromiseLike<Value>(value: MaybePromise<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Goes on at once where the value is there already: inside a synchronous transaction, waiting would be to leave it. */
export function chain<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromiseLike(value) ? value.then(next) : next(value)
}

/** Runs at once and always returns a promise, rejected where `run` throws. */
export function settle<Value>(run: () => MaybePromise<Value>): Promise<Value> {
  try {
    return Promise.resolve(run())
  } catch (error) {
    return Promise.reject(error)
  }
}

/**
 * The values of all of them. Where some fail, the error of the first in this order, once all have ended: who counts the
 * statements of a request has then been told of each.
 */
export async function allEnded<Values extends readonly unknown[]>(
  all: readonly [...{ [At in keyof Values]: PromiseLike<Values[At]> }],
): Promise<Values> {
  const ends = await Promise.allSettled(all)
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  }) as unknown as Values
}

/**
 * The value of a step.
 *
 * @example `const rows = yield* wait(statement.run())`
 */
export function* wait<Value>(value: MaybePromise<Value>): Steps<Value> {
  return isPromiseLike(value) ? ((yield value) as Value) : value
}

/**
 * Runs steps at once for as long as nothing makes them wait: a synchronous driver's call has ended when this returns.
 */
export function runSteps<Value>(steps: Steps<Value>): MaybePromise<Value> {
  const step = steps.next()
  return step.done === true ? step.value : finishLater(steps, step.value)
}

/** One promise for all that is left: each `then` within a `then` would be another one, and a turn of the queue. */
async function finishLater<Value>(steps: Steps<Value>, first: PromiseLike<unknown>): Promise<Value> {
  for (let pending = first; ;) {
    let next: IteratorResult<PromiseLike<unknown>, Value>
    try {
      next = steps.next(await pending)
    } catch (error) {
      // An error of the steps themselves ends them: `throw` then throws it once more.
      next = steps.throw(error)
    }
    if (next.done === true) return next.value
    pending = next.value
  }
}
