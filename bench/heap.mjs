// The heap as it is after garbage is collected.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')

export const MEGABYTE = 2 ** 20

/** Twice: the first time may only find what finalizers hold. */
export function collect() {
  gc()
  gc()
}

/** Bytes in use. */
export function collectedHeap() {
  collect()
  return process.memoryUsage().heapUsed
}
