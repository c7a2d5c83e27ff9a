// Stage plan: network addresses of a cursor, checked before PostgreSQL would reject them, and MariaDB read them as null.

const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?::[0-9a-f]{2}:[0-9a-f]{2})?$/

/**
 * Text of an `inet`, `cidr`, `macaddr` or `macaddr8`, as PostgreSQL prints them, or of an `inet4` or `inet6` of MariaDB.
 */
export function isNetworkText(text: string, sqlType: string): boolean {
  if (sqlType.startsWith('macaddr')) return MAC.test(text) && (sqlType === 'macaddr8' || text.length === 17)
  const [address = '', mask] = text.split('/', 2)
  if (text !== (mask === undefined ? address : `${address}/${mask}`)) return false
  const isV6 = address.includes(':')
  // Those of MariaDB have one width, and no mask.
  if (sqlType.endsWith(isV6 ? '4' : '6') || (mask !== undefined && /\d/.test(sqlType))) return false
  const bits = isV6 ? bitsOfV6(address) : bitsOfV4(address)
  if (bits === null) return false
  const width = isV6 ? 128 : 32
  const prefix = mask === undefined ? width : /^(?:0|[1-9]\d{0,2})$/.test(mask) ? Number(mask) : -1
  if (prefix < 0 || prefix > width) return false
  return sqlType !== 'cidr' || (bits & ((1n << BigInt(width - prefix)) - 1n)) === 0n
}

/** Without leading zeros: PostgreSQL writes none, and reads none at the end of an IPv6 address. */
const V4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

function bitsOfV4(text: string): bigint | null {
  if (!V4.test(text)) return null
  let bits = 0n
  for (const part of text.split('.')) {
    if (Number(part) > 255) return null
    bits = (bits << 8n) | BigInt(part)
  }
  return bits
}

function bitsOfV6(text: string): bigint | null {
  let groups = text
  const last = text.slice(text.lastIndexOf(':') + 1)
  if (last.includes('.')) {
    const tail = bitsOfV4(last)
    if (tail === null) return null
    groups = `${text.slice(0, -last.length)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
  }
  const halves = groups.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?]
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  let bits = 0n
  for (const group of [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])]) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null
    bits = (bits << 16n) | BigInt(`0x${group}`)
  }
  return bits
}
