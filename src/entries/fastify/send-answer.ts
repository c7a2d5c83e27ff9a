// Add-on fastify: an answer through Fastify's reply.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { HandledAnswer } from '../http/list-answer.js'

/** As text that is JSON already: a response schema does not apply. To HEAD, Fastify itself leaves the body out. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: HandledAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? noBody(reply) : body)
}

/**
 * Empty text would be `text/plain` of the length 0, and a cache would take both for those of the page. Fastify's own
 * route for HEAD says that length of nothing too, and none of a stream.
 */
const noBody = ({ request }: FastifyReply): Readable | undefined =>
  request.method === 'HEAD' ? Readable.from([]) : undefined
