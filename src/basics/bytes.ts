// Stages plan and run: bytes, text and the alphabet of URLs, without what only Node has.

export function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

export function hexOfBytes(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16)
  return hex
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 bytes as text; null where they are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8 in the alphabet of RFC 4648, section 5, without padding. */
export function toBase64Url(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null for anything that `toBase64Url` does not write. */
export function fromBase64Url(encoded: string): string | null {
  if (!/^[\w-]+$/.test(encoded) || encoded.length % 4 === 1) return null
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  const text = textOfBytes(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  return text !== null && toBase64Url(text) === encoded ? text : null
}

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * A lone surrogate has no UTF-8 form, so no database could hold or find it. The method is ES2024; older runtimes
 * search.
 */
export function isWellFormed(text: string): boolean {
  const { isWellFormed: native } = String.prototype as { readonly isWellFormed?: () => boolean }
  return native === undefined ? !LONE_SURROGATE.test(text) : native.call(text)
}

/**
 * Lone surrogates cannot be sent: they read as U+FFFD, as in every WHATWG string conversion. The method is ES2024;
 * older runtimes search.
 */
export function toWellFormed(text: string): string {
  const { toWellFormed: native } = String.prototype as { readonly toWellFormed?: () => string }
  return native === undefined ? text.replace(/\p{Surrogate}/gu, '\ufffd') : native.call(text)
}
