// bind: names and values of a query string, decoded as application/x-www-form-urlencoded (WHATWG URL, section 5.1).

const PERCENT = 0x25
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/**
 * Lone surrogates cannot be sent: they read as U+FFFD, as in every WHATWG string conversion. The method is ES2024; older runtimes
 * search.
 */
export function toWellFormed(text: string): string {
  const { toWellFormed: native } = String.prototype as { readonly toWellFormed?: () => string }
  return native === undefined ? text.replace(/\p{Surrogate}/gu, '\ufffd') : native.call(text)
}

/** `+` is a space, `%XX` are UTF-8 bytes, and bytes that are not UTF-8 read as U+FFFD. Never throws, linear in the text. */
export function decodeFormText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return decodeLeniently(spaced)
  }
}

function decodeLeniently(text: string): string {
  const bytes = encoder.encode(text)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const high = byte === PERCENT ? hexDigit(bytes[at + 1] ?? 0) : -1
    const low = high === -1 ? -1 : hexDigit(bytes[at + 2] ?? 0)
    // Writing never overtakes reading: an escape is longer than its byte.
    if (low === -1) bytes[length++] = byte
    else {
      bytes[length++] = high * 16 + low
      at += 2
    }
  }
  return decoder.decode(bytes.subarray(0, length))
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
