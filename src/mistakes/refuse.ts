// Builder: how `build()` and the calls end.
import { PaginateConfigError } from '../errors.js'

/** Throws a sentence of `config-refusals.ts` or `call-refusals.ts`; never returns. */
export function refuse(sentence: string, hint: string | null = null): never {
  throw new PaginateConfigError(sentence, hint === null ? {} : { hint })
}
