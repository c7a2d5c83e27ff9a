// The playground's state in a URL's fragment: the program, deflated, and the request.
export interface PlaygroundState {
  readonly code: string
  /** A query string of the list. */
  readonly query: string
}

const toBase64Url = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())

export async function writeState({ code, query }: PlaygroundState): Promise<string> {
  const parameters = new URLSearchParams()
  if (query !== '') parameters.set('query', query)
  parameters.set(
    'code',
    toBase64Url(await through(new TextEncoder().encode(code), new CompressionStream('deflate-raw'))),
  )
  return `#${parameters}`
}

/** Null where the fragment has no program that can be read. */
export async function readState(fragment: string): Promise<PlaygroundState | null> {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const packed = parameters.get('code')
  if (packed === null) return null
  try {
    const code = new TextDecoder().decode(await through(fromBase64Url(packed), new DecompressionStream('deflate-raw')))
    return { code, query: parameters.get('query') ?? '' }
  } catch {
    return null
  }
}
