// Add-on http: the application's own code around the statements of a request.
import { PaginateConfigError } from '../errors.js'
import type { DatabaseArgument } from '../types/call-arguments.js'
import type { DialectName } from '../types/config.js'

/**
 * Runs everything that a handler sends for one request: `run` is called with the database or transaction that it goes
 * through, and what it answers is returned. An export calls `run` once for the whole file.
 */
export type Within<Given extends readonly unknown[], Dialect extends DialectName = DialectName> = <Answer>(
  request: Given[0],
  run: (db: DatabaseArgument<Dialect>) => Promise<Answer>,
  ...rest: Given extends readonly [unknown, ...infer Rest] ? Rest : []
) => PromiseLike<Answer>

/** `Within`, of any dialect. */
// oxlint-disable-next-line typescript/no-explicit-any -- each handler's own type has the database's dialect; here it is handed on
type AnyWithin = (request: any, run: (db: any) => Promise<any>, ...rest: any[]) => PromiseLike<unknown>

/**
 * @throws PaginateConfigError (rejects) where `within` does not wait for what `run` answers: its statements would run
 * outside
 */
export async function runWithin<Answer, Database>(
  within: AnyWithin,
  [request, ...rest]: readonly unknown[],
  run: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  let state: { readonly answer: Answer } | 'pending' | null = null
  const observe = async (db: Database): Promise<Answer> => {
    state = 'pending'
    const answer = await run(db)
    state = { answer }
    return answer
  }
  const observed = (db: Database): Promise<Answer> => {
    const answer = observe(db)
    // An error that `within` did not wait for would end the process; that it did not wait is the error below.
    answer.catch(() => {})
    return answer
  }
  await within(request, observed, ...rest)
  const ended = state as { readonly answer: Answer } | 'pending' | null
  if (ended === null)
    throw new PaginateConfigError(
      '`within` has not called `run`; call it with the database, and return what it answers.',
    )
  if (ended === 'pending') throw new PaginateConfigError('`within` has ended before `run`; return what `run` answers.')
  return ended.answer
}
