// Every stage that a host can make wait: one code path for synchronous and asynchronous drivers.
import type { MaybePromise } from './types/database.js'

export function isPromiseLike<Value>(value: MaybePromise<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Goes on at once where the value is there already: inside a synchronous transaction, waiting would be to leave it. */
export function chain<Value, Next>(value: MaybePromise<Value>, next: (value: Value) => MaybePromise<Next>): MaybePromise<Next> {
  return isPromiseLike(value) ? value.then(next) : next(value)
}

/** Runs at once and answers a promise in every case, rejected where `run` throws. */
export function settle<Value>(run: () => MaybePromise<Value>): Promise<Value> {
  try {
    return Promise.resolve(run())
  } catch (error) {
    return Promise.reject(error)
  }
}
