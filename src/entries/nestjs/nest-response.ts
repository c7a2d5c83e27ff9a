// Add-on nestjs: the part that Express's response and Fastify's reply have in common.
export interface NestResponse {
  status(code: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

export function setHeaders(response: NestResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
}
