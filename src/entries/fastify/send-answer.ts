// Add-on fastify: an answer through Fastify's reply.
import type { FastifyReply } from 'fastify'
import type { HandledAnswer } from '../http/list-answer.js'

/** As text that is JSON already: a response schema does not apply. To HEAD, Fastify itself leaves the body out. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: HandledAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}
