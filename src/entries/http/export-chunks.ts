// Add-on http: the text of an export in pieces, each made when it is asked for.
import { PaginateConfigError } from '../../errors.js'
import { batchesOf } from '../../features/streams/stream-rows.js'
import type { ExportText } from './export-text.js'

/** Characters that are sent at once. */
const CHUNK_LENGTH = 32_768

/**
 * @param progress counts the rows that were written
 * @param isEnded whether nobody asks any more: no other batch is read then
 */
export async function* textChunks(
  rows: AsyncIterable<unknown>,
  { head, row, tail }: ExportText,
  progress: { rows: number },
  isEnded: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  let text = head
  progress.rows = 0
  for await (const batch of batchesOf(rows)) {
    for (const item of batch) {
      text += row(item, progress.rows === 0)
      progress.rows += 1
      if (text.length < CHUNK_LENGTH) continue
      yield encoder.encode(text)
      text = ''
    }
    if (isEnded()) return
  }
  text += tail(progress.rows)
  if (text !== '') yield encoder.encode(text)
}

/** Returns the pieces, each when it is asked for; ends with the last one, or when nobody asks any more. */
export type ServeChunks = (chunks: AsyncGenerator<Uint8Array, void>) => Promise<void>

/** How a file has ended. */
export interface FileEnd {
  /** Null: all of it was read, or nobody asked any more. */
  readonly failure: { readonly error: unknown } | null
  /** Was a piece sent before? */
  readonly isBegun: boolean
  /** Nobody asked for the rest. */
  readonly isLeft: boolean
}

/** Pieces that can be ended by somebody who does not read them. */
export interface DemandedChunks extends AsyncIterableIterator<Uint8Array, void> {
  /** Ends the reading; whoever reads on gets the reason as an error, so that the file does not look complete. */
  readonly abort: (reason: unknown) => void
}

interface Demand {
  readonly resolve: (chunk: IteratorResult<Uint8Array, void>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Pieces that are read inside of `read`, for as long as they are asked for: it may hold a transaction open meanwhile. A
 * server asks for each piece in an async context of its own; here one loop of this call reads them all, so that `await`
 * brings back the context of the request (`AsyncLocalStorage`) without a module of Node's.
 *
 * @param read gets a second function that says whether nobody asks any more
 * @param onEnd is called once, before whoever asks sees the end; what it throws is an error of the file
 */
export function demandedChunks(
  read: (serve: ServeChunks, isEnded: () => boolean) => Promise<void>,
  onEnd: (end: FileEnd) => void,
): DemandedChunks {
  let demand: Demand | null = null
  let wake = (): void => {}
  let isBegun = false
  let isLeft = false
  let aborted: FileEnd['failure'] = null
  let ended: Promise<void> | null = null
  let end: FileEnd | null = null

  const isEnded = (): boolean => isLeft || aborted !== null || end !== null
  const serve: ServeChunks = async (chunks) => {
    if (isBegun)
      throw new PaginateConfigError(
        '`run` was called again after a part of the file was sent; call it once for an export.',
      )
    try {
      for (;;) {
        if (demand === null && !isEnded()) await new Promise<void>((resolve) => (wake = resolve))
        // TypeScript does not see that it changes meanwhile.
        const reason = aborted as FileEnd['failure']
        if (reason !== null) throw reason.error
        if (isLeft || end !== null) return
        const chunk = await chunks.next()
        // It was left or aborted while this piece was read, or `within` did not wait for it and has told the end.
        if (isEnded()) continue
        if (chunk.done === true) return
        if (demand === null) continue
        isBegun = true
        const { resolve }: Demand = demand
        demand = null
        resolve(chunk)
      }
    } finally {
      await chunks.return()
    }
  }
  const settle = (failure: FileEnd['failure']): void => {
    end = { failure, isBegun, isLeft }
    try {
      onEnd(end)
    } catch (error) {
      end = { ...end, failure: { error } }
    }
    answerEnd()
    wake()
  }
  /** An error is thrown once: to whoever asks now, or next. */
  const answerEnd = (): void => {
    if (demand === null || end === null) return
    const { failure } = end
    end = { ...end, failure: null }
    if (failure === null) demand.resolve({ done: true, value: undefined })
    else demand.reject(failure.error)
    demand = null
  }
  return {
    next: () =>
      new Promise((resolve, reject) => {
        demand = { resolve, reject }
        answerEnd()
        wake()
        ended ??= read(serve, isEnded).then(
          () => settle(null),
          (error: unknown) => settle({ error }),
        )
      }),
    return: async () => {
      isLeft = true
      wake()
      await ended
      return { done: true, value: undefined }
    },
    abort: (error) => {
      aborted ??= { error }
      wake()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * Where a body is dropped that nobody has cancelled, as by a middleware that answers in its place, nothing else says
 * so. The registry must not reach the body: the pieces do not.
 */
const dropped = new FinalizationRegistry<AsyncIterator<Uint8Array>>((chunks) => void chunks.return?.())

/** As a body of the web: read when the client takes it, and no further once the client is gone. */
export function bodyStream(chunks: AsyncIterableIterator<Uint8Array>): ReadableStream<Uint8Array> {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  dropped.register(body, chunks)
  return body
}
