import { PGlite } from '@electric-sql/pglite'
import { openRuntime } from './runtime'

const base = import.meta.env.BASE_URL

/**
 * A data directory that was filled when the site was built: making one takes PGlite many times as long as unpacking it.
 */
async function open(): Promise<PGlite> {
  const response = await fetch(`${base}playground/data.bin`)
  const loadDataDir = new File([await response.arrayBuffer()], 'data.tar.gz', { type: 'application/x-gzip' })
  return PGlite.create({ loadDataDir })
}
const runtime = open().then(openRuntime)
// Each call reports it.
runtime.catch(() => {})

interface Call {
  readonly id: number
  readonly name: 'load' | 'ask' | 'explain'
  readonly argument: string
}
addEventListener('message', ({ data: { id, name, argument } }: MessageEvent<Call>) => {
  runtime
    .then((opened): unknown => (name === 'explain' ? opened.explain() : opened[name](argument)))
    .then(
      (answer) => postMessage({ id, answer }),
      (error: unknown) => postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    )
})
