// A screenshot with at most 256 colours, at a third of its size: pictures are kept in the repository.
import { deflateSync, inflateSync } from 'node:zlib'

/** @param png 8 bits a channel, RGB or RGBA without transparency, as Chromium writes it */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels, channels } = decode(png)
  for (let bits = 8; ; bits -= 1) {
    const palette = new Map<number, number>()
    const indexed = Buffer.alloc(height * (width + 1)) // each line begins with filter 0, none
    for (let at = 0; at < width * height && palette.size <= 256; at += 1) {
      const colour = rounded(pixels.readUIntBE(at * channels, 3), bits)
      const index = palette.get(colour) ?? palette.size
      palette.set(colour, index)
      indexed[at + Math.floor(at / width) + 1] = index
    }
    if (palette.size > 256) continue
    const colours = Buffer.alloc(palette.size * 3)
    for (const [colour, index] of palette) colours.writeUIntBE(colour, index * 3, 3)
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 3], 8) // bits, palette
    const data = deflateSync(indexed, { level: 9, memLevel: 9 })
    return Buffer.concat([
      png.subarray(0, 8),
      chunk('IHDR', header),
      chunk('PLTE', colours),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

/** White and black stay what they are. */
function rounded(colour: number, bits: number): number {
  const most = 2 ** bits - 1
  const channel = (shift: number): number =>
    Math.round((Math.round((((colour >> shift) & 255) / 255) * most) / most) * 255) << shift
  return channel(16) | channel(8) | channel(0)
}

function decode(png: Buffer): { width: number; height: number; pixels: Buffer; channels: number } {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = png[25] === 6 ? 4 : 3
  const line = width * channels
  const filtered = inflateSync(Buffer.concat(parts))
  const pixels = Buffer.alloc(height * line)
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (line + 1)]
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x
      const left = x < channels ? 0 : pixels[at - channels]!
      const above = y === 0 ? 0 : pixels[at - line]!
      const corner = x < channels || y === 0 ? 0 : pixels[at - line - channels]!
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)]
      pixels[at] = filtered[at + y + 1]! + guesses[filter!]!
    }
  }
  return { width, height, pixels, channels }
}

/** The predictor of the PNG specification, 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [
    Math.abs(above - corner),
    Math.abs(left - corner),
    Math.abs(left + above - 2 * corner),
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc(body), body.length + 4)
  return framed
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
