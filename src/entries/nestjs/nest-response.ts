// Add-on nestjs: the part that Express's response and Fastify's reply have in common.
import { Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'

/** Node's own response, as far as it is used here. */
interface NodeResponse {
  readonly headersSent: boolean
  end(): unknown
}

export interface NestResponse extends NodeResponse {
  /** Fastify's: Node's own response. */
  readonly raw?: NodeResponse
  status(code: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

export function setHeaders(response: NestResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
}

/**
 * The body of a 304. Fastify's own route for HEAD says of nothing that its length is 0, which a cache would take for the
 * page's, and none of a stream. Nest 12 names a type for a bare stream, and a file has one by default.
 */
export const noBody = ({ raw }: NestResponse, method: string): StreamableFile | undefined =>
  method === 'HEAD' && raw !== undefined
    ? Object.assign(new StreamableFile(Readable.from([])), { getHeaders: () => ({}) })
    : undefined
