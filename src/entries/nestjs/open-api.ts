// Add-on nestjs: @nestjs/swagger. The caller passes the peer in, so it need not be installed for this file.
import {
  exportOperation,
  type ExportOperationOptions,
  listOperation,
  type ListOperationOptions,
} from '../openapi/list-operation.js'
import type { OpenApiSource } from '../openapi/list-source.js'
import type { OpenApiOperation } from '../openapi/open-api-types.js'

/** The three decorators of `@nestjs/swagger` that are applied: `import * as swagger from '@nestjs/swagger'`. */
export interface NestSwagger {
  readonly ApiOperation: (options: never) => MethodDecorator
  readonly ApiQuery: (options: never) => MethodDecorator
  readonly ApiResponse: (options: never) => MethodDecorator
}

/**
 * Documents a list: its parameters, its page and its rejection. Method decorator.
 *
 * @example
 * ```ts
 * import * as swagger from '@nestjs/swagger'
 *
 * class ArticleController {
 *   @Get()
 *   @nestApiList(swagger, articleList, { summary: 'Articles' })
 *   list(@Req() request: Request) { … }
 * }
 * ```
 */
export function nestApiList(
  swagger: NestSwagger,
  source: OpenApiSource,
  options: ListOperationOptions = {},
): MethodDecorator {
  return documentedBy(swagger, listOperation(source, options))
}

/**
 * Documents an export: its parameters, its file and its rejection. Method decorator.
 *
 * @example `@nestApiExport(swagger, articleList, { as: 'csv' })`
 */
export function nestApiExport(
  swagger: NestSwagger,
  source: OpenApiSource,
  options: ExportOperationOptions,
): MethodDecorator {
  return documentedBy(swagger, exportOperation(source, options))
}

function documentedBy(
  swagger: NestSwagger,
  { parameters, responses, ...operation }: OpenApiOperation,
): MethodDecorator {
  // The decorators take plain OpenAPI objects; their own types differ between versions of the peer.
  const decorators = [
    swagger.ApiOperation(operation as never),
    ...parameters.map((parameter) => swagger.ApiQuery(parameter as never)),
    ...Object.entries(responses).map(([status, response]) =>
      swagger.ApiResponse({ status: Number(status), ...response } as never),
    ),
  ]
  return (target, key, descriptor) => {
    for (const decorate of decorators) decorate(target, key, descriptor)
  }
}
