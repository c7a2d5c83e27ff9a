// Calls to a worker, as promises.
export type Caller = <Answer>(name: string, argument: unknown) => Promise<Answer>

export function callerOf(worker: Worker): Caller {
  const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer?: never; error?: string }>) => {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) call?.resolve(data.answer as never)
    else call?.reject(new Error(data.error))
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'The worker did not start.'))
    waiting.clear()
  })
  return (name, argument) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id, name, argument })
    })
}
