// Add-on fastify: the plugin, for routes that call `paginate` by themselves.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageAnswer, problemAnswer } from '../http/list-answer.js'
import { isPaginateQueryError } from '../../errors.js'
import type { AnyPage } from '../../types/response.js'
import { sendAnswer } from './list-handler.js'

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a page as JSON with its `Link` header, by drizzle-paginate's plugin. */
    sendPage(page: AnyPage): FastifyReply
  }
}

export interface PaginatePluginOptions {
  /** Whether a `PaginateQueryError` thrown in a route becomes the 400. @default true */
  readonly errorHandler?: boolean | undefined
}

/**
 * Adds `reply.sendPage(page)`, and an error handler that turns a `PaginateQueryError` into the 400 and passes every
 * other error to the earlier handler. They belong to the instance that the plugin is registered on, not to a child. An
 * error handler that is set later on the same instance replaces the plugin's.
 *
 * @example
 * ```ts
 * await app.register(paginatePlugin)
 * app.get('/articles', async (request, reply) => reply.sendPage(await paginate(db, request, articleList)))
 * ```
 */
export async function paginatePlugin(app: FastifyInstance, options: PaginatePluginOptions = {}): Promise<void> {
  app.decorateReply('sendPage', function sendPage(this: FastifyReply, page: AnyPage): FastifyReply {
    return sendAnswer(this, pageAnswer(page))
  })
  if (options.errorHandler === false) return
  app.setErrorHandler((error, _request, reply) => {
    // What an error handler throws goes to the one around it.
    if (!isPaginateQueryError(error)) throw error
    return sendAnswer(reply, problemAnswer(error))
  })
}

// What fastify-plugin does: no scope of its own, and a name for messages.
Object.assign(paginatePlugin, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'drizzle-paginate',
  [Symbol.for('plugin-meta')]: { name: 'drizzle-paginate', fastify: '>=4 <6' },
})
