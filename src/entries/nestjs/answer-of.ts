// Add-on nestjs: what a controller's method has answered.
import type { CallHandler } from '@nestjs/common'
import { lastValueFrom } from 'rxjs'
import { PaginateConfigError } from '../../errors.js'

/**
 * The last value of a method, or of the interceptors inside of this one.
 *
 * @param decorator its name, and what its methods return
 * @throws PaginateConfigError (rejects) for a method that returned nothing or something else
 */
export async function answerOfMethod<Answer>(
  next: CallHandler<unknown>,
  isAnswer: (answered: unknown) => boolean,
  decorator: string,
): Promise<Answer> {
  const answered = await lastValueFrom(next.handle(), { defaultValue: undefined })
  return checkedAnswer<Answer>(answered, isAnswer, `${decorator}; return it from the method.`)
}

/** @throws PaginateConfigError with this message */
export function checkedAnswer<Answer>(
  answered: unknown,
  isAnswer: (answered: unknown) => boolean,
  message: string,
): Answer {
  if (!isAnswer(answered)) throw new PaginateConfigError(message)
  return answered as Answer
}

export const isFunction = (answered: unknown): boolean => typeof answered === 'function'
